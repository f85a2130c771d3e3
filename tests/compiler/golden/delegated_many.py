def represent_BookSerializer(instances, serializer, zone):
    skipped = []
    represent_title = method_of(field_of(serializer, 'title'), 'to_representation')
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
        row = {
            'title': title,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
