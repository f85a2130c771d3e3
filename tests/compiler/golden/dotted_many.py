def represent_DottedBookSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        related = instance._state.fields_cache
        try:
            publisher_name_step_1 = related['publisher']
            publisher_name = publisher_name_step_1.__dict__['name']
        except READ_ERRORS:
            publisher_name = delegate(serializer, 'publisher_name', instance, skipped)
        else:
            if type(publisher_name_step_1) is Publisher and type(publisher_name) is str:
                pass
            elif type(publisher_name_step_1) is Publisher and publisher_name is not None and not callable(publisher_name) and type(publisher_name) is not PKOnlyObject:
                publisher_name = str(publisher_name)
            elif publisher_name is not None:
                publisher_name = delegate(serializer, 'publisher_name', instance, skipped)
        try:
            country_step_1 = related['publisher']
            country = country_step_1.__dict__['country_id']
        except READ_ERRORS:
            country = delegate(serializer, 'country', instance, skipped)
        else:
            if type(country_step_1) is Publisher and type(country) in KEY_TYPES:
                pass
            elif country is not None:
                country = delegate(serializer, 'country', instance, skipped)
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
