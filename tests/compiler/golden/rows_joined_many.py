def represent_RelatedSerializer(records, serializer, zone, row_set):
    skipped = []
    publisher_row_set_of = row_set.joined['publisher']
    publisher_context = nested_context(serializer, 'publisher')
    code_row_set_of = row_set.joined['publisher']
    rows = []
    for record in records:
        publisher = record if record[10] is not None else None
        if publisher is not None:
            publisher = represent_publisher(publisher, publisher_context, zone, publisher_row_set_of)
        publisher_name = Missing if record[10] is None else record[11]
        if publisher_name is Missing:
            publisher_name = delegate(serializer, 'publisher_name', row_set.instance_of(record), skipped)
        elif type(publisher_name) is str:
            pass
        elif publisher_name is not None and not callable(publisher_name) and type(publisher_name) is not PKOnlyObject:
            publisher_name = str(publisher_name)
        elif publisher_name is not None:
            publisher_name = delegate(serializer, 'publisher_name', row_set.instance_of(record), skipped)
        country = Missing if record[10] is None or record[14] is None else record[15]
        if country is Missing:
            country = delegate(serializer, 'country', row_set.instance_of(record), skipped)
        elif type(country) is str:
            pass
        elif country is not None and not callable(country) and type(country) is not PKOnlyObject:
            country = str(country)
        elif country is not None:
            country = delegate(serializer, 'country', row_set.instance_of(record), skipped)
        code = record if record[10] is not None else None
        if code is not None:
            code = code[12]
        row = {
            'publisher': publisher,
            'publisher_name': publisher_name,
            'country': country,
            'code': code,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
