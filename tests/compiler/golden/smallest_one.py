def represent_CountrySerializer(instance, serializer, zone):
    skipped = []
    columns = instance.__dict__
    try:
        id = columns['id']
    except KeyError:
        id = delegate(serializer, 'id', instance, skipped)
    else:
        if type(id) is int:
            pass
        elif id is not None:
            id = delegate(serializer, 'id', instance, skipped)
    row = {
        'id': id,
    }
    if skipped:
        leave_out(row, skipped)
    return row
