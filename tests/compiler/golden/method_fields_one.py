def represent_MethodsSerializer(instance, serializer, zone):
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
    title_length = serializer_at(serializer).get_title_length(instance)
    try:
        shout = instance.shout
    except READ_ERRORS as error:
        shout = recover(serializer, 'shout', instance, error, skipped)
    else:
        if not callable(shout) and type(shout) is not PKOnlyObject:
            pass
        elif shout is not None:
            shout = resume(serializer, 'shout', instance, shout, skipped)
    row = {
        'id': id,
        'title_length': title_length,
        'shout': shout,
    }
    if skipped:
        leave_out(row, skipped)
    return row
