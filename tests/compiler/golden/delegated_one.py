def represent_DelegatedSerializer(instance, serializer, zone):
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
    title = delegate(serializer, 'title', instance, skipped)
    row = {
        'id': id,
        'title': title,
    }
    if skipped:
        leave_out(row, skipped)
    return row
