def represent_OwnCodeSerializer(instances, serializer, zone):
    skipped = []
    represent_title = method_of(field_of(serializer, 'title'), 'to_representation')
    get_title_length = method_of(serializer_at(serializer), 'get_title_length')
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            title = columns['title']
        except KeyError:
            title = delegate(serializer, 'title', instance, skipped)
        else:
            if title is not None and not callable(title) and type(title) is not PKOnlyObject:
                title = represent_title(title)
            elif title is not None:
                title = delegate(serializer, 'title', instance, skipped)
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
            'title': title,
            'title_length': title_length,
            'shout': shout,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
