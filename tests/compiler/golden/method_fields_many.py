def represent_MethodsSerializer(instances, serializer, zone):
    skipped = []
    get_title_length = method_of(serializer_at(serializer), 'get_title_length')
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        title_length = get_title_length(instance)
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
            'title_length': title_length,
            'shout': shout,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
