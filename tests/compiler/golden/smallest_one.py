def represent_CountrySerializer(instance, serializer, zone):
    skipped = []
    columns = instance.__dict__
    try:
        id_ = columns['id']
    except KeyError:
        id_ = delegate(serializer, 'id', instance, skipped)
    else:
        if type(id_) is int:
            pass
        elif id_ is not None:
            id_ = delegate(serializer, 'id', instance, skipped)
    row = {
        'id': id_,
    }
    if skipped:
        leave_out(row, skipped)
    return row
