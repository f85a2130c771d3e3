def represent_some_of_OptionalSerializer(wanted, instances, serializer, zone):
    wanted_title, wanted_subtitle, = wanted
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not SimpleNamespace:
            rows.append(represent_other[type(instance)](wanted, instance, serializer, zone))
            continue
        row = {}
        if wanted_title:
            try:
                title = instance.title
            except READ_ERRORS as error:
                title = recover(serializer, 'title', instance, error, skipped)
            else:
                if type(title) is str:
                    pass
                elif title is not None and not callable(title) and type(title) is not PKOnlyObject:
                    title = str(title)
                elif title is not None:
                    title = resume(serializer, 'title', instance, title, skipped)
            row['title'] = title
        if wanted_subtitle:
            try:
                subtitle = get_attribute(instance, ('details', 'subtitle'))
            except FIELD_ERRORS as error:
                subtitle = recover(serializer, 'subtitle', instance, error, skipped)
            else:
                if type(subtitle) is str:
                    pass
                elif subtitle is not None and not callable(subtitle) and type(subtitle) is not PKOnlyObject:
                    subtitle = str(subtitle)
                elif subtitle is not None:
                    subtitle = represent(serializer, 'subtitle', subtitle)
            row['subtitle'] = subtitle
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
