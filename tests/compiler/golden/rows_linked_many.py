def represent_TaggedSerializer(records, serializer, zone, row_set):
    skipped = []
    publisher_rows_of = row_set.related_rows['publisher'].rows
    publisher_row_set_of = row_set.related_rows['publisher'].row_set
    publisher_context = nested_context(serializer, 'publisher')
    publisher_name_rows_1 = row_set.related_rows['publisher'].rows
    country_rows_1 = row_set.related_rows['publisher'].rows
    country_rows_2 = row_set.related_rows['publisher'].row_set.related_rows['country'].rows
    code_rows_of = row_set.related_rows['publisher'].rows
    code_row_set_of = row_set.related_rows['publisher'].row_set
    tags_rows_of = row_set.related_rows['tags'].rows
    tags_row_set_of = row_set.related_rows['tags'].row_set
    tags_context = nested_context(serializer, 'tags')
    tag_keys_rows_of = row_set.related_rows['tags'].rows
    tag_keys_row_set_of = row_set.related_rows['tags'].row_set
    rows = []
    for record in records:
        publisher = None if record[9] is None else publisher_rows_of.get(record[9]) or Missing
        if publisher is Missing:
            publisher = delegate(serializer, 'publisher', row_set.instance_of(record), skipped)
        elif publisher is not None:
            publisher = represent_publisher(publisher, publisher_context, zone, publisher_row_set_of)
        publisher_name_step_1 = publisher_name_rows_1.get(record[9])
        publisher_name = Missing if publisher_name_step_1 is None else publisher_name_step_1[1]
        if publisher_name is Missing:
            publisher_name = delegate(serializer, 'publisher_name', row_set.instance_of(record), skipped)
        elif type(publisher_name) is str:
            pass
        elif publisher_name is not None and not callable(publisher_name) and type(publisher_name) is not PKOnlyObject:
            publisher_name = str(publisher_name)
        elif publisher_name is not None:
            publisher_name = delegate(serializer, 'publisher_name', row_set.instance_of(record), skipped)
        country_step_1 = country_rows_1.get(record[9])
        country_step_2 = None if country_step_1 is None else country_rows_2.get(country_step_1[3])
        country = Missing if country_step_2 is None else country_step_2[1]
        if country is Missing:
            country = delegate(serializer, 'country', row_set.instance_of(record), skipped)
        elif type(country) is str:
            pass
        elif country is not None and not callable(country) and type(country) is not PKOnlyObject:
            country = str(country)
        elif country is not None:
            country = delegate(serializer, 'country', row_set.instance_of(record), skipped)
        code = None if record[9] is None else code_rows_of.get(record[9]) or Missing
        if code is Missing:
            code = delegate(serializer, 'code', row_set.instance_of(record), skipped)
        elif code is not None:
            code = code[2]
        tags = tags_rows_of.get(record[0], ())
        tags = represent_tags(tags, tags_context, zone, tags_row_set_of)
        tag_keys = tag_keys_rows_of.get(record[0], ())
        tag_keys = [tag_keys_related[0] for tag_keys_related in tag_keys]
        row = {
            'publisher': publisher,
            'publisher_name': publisher_name,
            'country': country,
            'code': code,
            'tags': tags,
            'tag_keys': tag_keys,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
