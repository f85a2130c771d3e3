def represent_PublisherSerializer(instances, serializer, zone):
    skipped = []
    country_context = nested_context(serializer, 'country')
    rows = []
    for instance in instances:
        if type(instance) is not Publisher:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            name = columns['name']
        except KeyError:
            name = delegate(serializer, 'name', instance, skipped)
        else:
            if type(name) is str:
                pass
            elif name is not None and not callable(name) and type(name) is not PKOnlyObject:
                name = str(name)
            elif name is not None:
                name = delegate(serializer, 'name', instance, skipped)
        try:
            code = columns['code']
        except KeyError:
            code = delegate(serializer, 'code', instance, skipped)
        else:
            if type(code) is str:
                pass
            elif code is not None and not callable(code) and type(code) is not PKOnlyObject:
                code = str(code)
            elif code is not None:
                code = delegate(serializer, 'code', instance, skipped)
        related = instance._state.fields_cache
        try:
            country = related['country'] if 'country' in related else instance.country
        except READ_ERRORS as error:
            country = recover(serializer, 'country', instance, error, skipped)
        else:
            if country is not None and not callable(country) and type(country) is not PKOnlyObject:
                country = represent_any_country[type(country)](country, country_context, zone)
            elif country is not None:
                country = resume(serializer, 'country', instance, country, skipped)
        row = {
            'name': name,
            'code': code,
            'country': country,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
