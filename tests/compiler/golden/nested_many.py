def represent_PublisherSerializer(instances, serializer, zone):
    skipped = []
    country_context = nested_context(serializer, 'country')
    rows = []
    for instance in instances:
        if type(instance) is not Publisher:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
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
            'country': country,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
