def represent_some_of_MethodSerializer(wanted, records, serializer, zone, row_set):
    wanted_title, wanted_shout, wanted_price, wanted_publisher, wanted_tags, = wanted
    skipped = []
    if wanted_shout:
        get_shout = method_of(serializer_at(serializer), 'get_shout')
    if wanted_publisher:
        publisher_rows_of = row_set.related_rows['publisher'].rows
        publisher_row_set_of = row_set.related_rows['publisher'].row_set
        publisher_context = nested_context(serializer, 'publisher')
    if wanted_tags:
        tags_rows_of = row_set.related_rows['tags'].rows
        tags_row_set_of = row_set.related_rows['tags'].row_set
        tags_context = nested_context(serializer, 'tags')
    rows = []
    for record in records:
        if id(record) in row_set.made:
            other = row_set.made[id(record)]
            rows.append(represent_other[type(other)](wanted, other, serializer, zone))
            continue
        row = {}
        if wanted_title:
            title = record[1]
            if type(title) is str:
                pass
            elif title is not None and not callable(title) and type(title) is not PKOnlyObject:
                title = str(title)
            elif title is not None:
                title = delegate(serializer, 'title', row_set.instance_of(record), skipped)
            row['title'] = title
        if wanted_shout:
            shout = get_shout(row_set.instance_of(record))
            row['shout'] = shout
        if wanted_price:
            made = row_set.instance_of(record)
            columns = made.__dict__
            try:
                price = columns['price']
            except KeyError:
                price = delegate(serializer, 'price', row_set.instance_of(record), skipped)
            else:
                if type(price) is Decimal:
                    price = str(price.quantize(price_quantum, None, decimal_context(8)))
                elif price is not None:
                    price = delegate(serializer, 'price', row_set.instance_of(record), skipped)
            row['price'] = price
        if wanted_publisher:
            made = row_set.instance_of(record)
            related = made._state.fields_cache
            try:
                publisher_is_row = read_from_row(related, 'publisher')
                if publisher_is_row:
                    publisher_found = None if record[9] is None else publisher_rows_of.get(record[9]) or Missing
                else:
                    publisher_found = related['publisher'] if 'publisher' in related else made.publisher
                publisher = publisher_row_set_of.made.get(id(publisher_found), publisher_found)
            except READ_ERRORS as error:
                publisher = recover(serializer, 'publisher', row_set.instance_of(record), error, skipped)
            else:
                if publisher is Missing:
                    publisher = delegate(serializer, 'publisher', row_set.instance_of(record), skipped)
                elif type(publisher) is tuple:
                    publisher = represent_publisher(publisher, publisher_context, zone, publisher_row_set_of)
                elif publisher is not None and not callable(publisher) and type(publisher) is not PKOnlyObject:
                    publisher = represent_any_publisher[type(publisher)](publisher, publisher_context, zone)
                elif publisher is not None:
                    publisher = delegate(serializer, 'publisher', row_set.instance_of(record), skipped)
            row['publisher'] = publisher
        if wanted_tags:
            made = row_set.instance_of(record)
            columns = made.__dict__
            prefetched = made.__dict__.get("_prefetched_objects_cache", EMPTY)
            try:
                tags_is_row = read_from_row(prefetched, 'tags')
                if tags_is_row:
                    tags_found = tags_rows_of.get(record[0], ())
                else:
                    tags_found = prefetched['tags'] if 'tags' in prefetched and columns.get('id') is not None else made.tags
                tags = tags_found
            except READ_ERRORS as error:
                tags = recover(serializer, 'tags', row_set.instance_of(record), error, skipped)
            else:
                if tags_is_row:
                    tags = represent_tags(tags, tags_context, zone, tags_row_set_of)
                elif getattr(type(tags), "__iter__", None) in LOADING:
                    tags = [represent_any_tags[type(row)](row, tags_context, zone) for row in tags]
                elif isinstance(tags, BaseManager):
                    tags = [represent_any_tags[type(row)](row, tags_context, zone) for row in tags.all()]
                elif tags is not None:
                    tags = delegate(serializer, 'tags', row_set.instance_of(record), skipped)
            row['tags'] = tags
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
