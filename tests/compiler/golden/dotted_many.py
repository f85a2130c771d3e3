def represent_DottedBookSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        try:
            publisher_name = instance.publisher.name
        except READ_ERRORS as error:
            publisher_name = recover(serializer, 'publisher_name', instance, error, skipped)
        else:
            if type(publisher_name) is str:
                pass
            elif publisher_name is not None and not callable(publisher_name) and type(publisher_name) is not PKOnlyObject:
                publisher_name = str(publisher_name)
            elif publisher_name is not None:
                publisher_name = delegate(serializer, 'publisher_name', instance, skipped)
        try:
            country = instance.publisher.country_id
        except READ_ERRORS:
            country = delegate(serializer, 'country', instance, skipped)
        else:
            if type(country) in KEY_TYPES:
                pass
            elif country is not None:
                country = delegate(serializer, 'country', instance, skipped)
        related = instance._state.fields_cache
        try:
            publisher = related['publisher'] if 'publisher' in related else instance.publisher
        except READ_ERRORS as error:
            publisher = recover(serializer, 'publisher', instance, error, skipped)
        else:
            if publisher is not None and not callable(publisher) and type(publisher) is not PKOnlyObject:
                publisher = publisher.code
            elif publisher is not None:
                publisher = resume(serializer, 'publisher', instance, publisher, skipped)
        row = {
            'publisher_name': publisher_name,
            'country': country,
            'publisher': publisher,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
