def represent_ColumnsSerializer(records, serializer, zone, row_set):
    skipped = []
    rows = []
    for record in records:
        title = record[1]
        if type(title) is str:
            pass
        elif title is not None and not callable(title) and type(title) is not PKOnlyObject:
            title = str(title)
        elif title is not None:
            title = delegate(serializer, 'title', row_set.instance_of(record), skipped)
        isbn = record[2]
        if type(isbn) is UUID:
            isbn = to_builtins(isbn)
        elif isbn is not None:
            isbn = delegate(serializer, 'isbn', row_set.instance_of(record), skipped)
        price = record[3]
        if type(price) is str and len(price) <= 9 and price[-3:-2] == ".":
            pass
        elif price is not None:
            price = row_set.converted[3](price)
            if type(price) is Decimal:
                price = str(price.quantize(price_quantum, None, decimal_context(8)))
            elif price is not None:
                price = delegate(serializer, 'price', row_set.instance_of(record), skipped)
        published = record[4]
        if type(published) is date:
            published = to_builtins(published)
        elif published is not None:
            published = delegate(serializer, 'published', row_set.instance_of(record), skipped)
        day = record[4]
        if type(day) is date:
            day = day.strftime('%d.%m.%Y')
        elif day is not None:
            day = delegate(serializer, 'day', row_set.instance_of(record), skipped)
        added = record[5]
        if zone is utc and type(added) is str and len(added) == 29 and added[4] == "-" and added[26:] == "+00":
            added = f"{added[:10]}T{added[11:26]}Z"
        elif zone is utc and type(added) is str and len(added) == 22 and added[4] == "-" and added[19:] == "+00":
            added = f"{added[:10]}T{added[11:19]}Z"
        elif type(added) is str and (added_local := written_in_zone(added, zone)) is not None:
            added = added_local
        elif added is not None:
            added = row_set.converted[5](added)
            if type(added) is datetime and added.tzinfo is utc is zone:
                added = to_builtins(added)
            elif added is not None and (added_local := text_in_zone(added, zone)) is not None:
                added = added_local
            elif added is not None:
                added = delegate(serializer, 'added', row_set.instance_of(record), skipped)
        opens = record[6]
        if type(opens) is time and opens.tzinfo is None:
            opens = to_builtins(opens)
        elif opens is not None:
            opens = delegate(serializer, 'opens', row_set.instance_of(record), skipped)
        in_print = record[7]
        if type(in_print) is bool:
            pass
        elif in_print is not None:
            in_print = delegate(serializer, 'in_print', row_set.instance_of(record), skipped)
        metadata = record[8]
        if not callable(metadata) and type(metadata) is not PKOnlyObject:
            pass
        elif metadata is not None:
            metadata = delegate(serializer, 'metadata', row_set.instance_of(record), skipped)
        row = {
            'title': title,
            'isbn': isbn,
            'price': price,
            'published': published,
            'day': day,
            'added': added,
            'opens': opens,
            'in_print': in_print,
            'metadata': metadata,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
