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
        if type(isbn) is str and len(isbn) == 32 and not isbn.strip("0123456789abcdef"):
            isbn = f"{isbn[:8]}-{isbn[8:12]}-{isbn[12:16]}-{isbn[16:20]}-{isbn[20:]}"
        elif isbn is not None:
            isbn = row_set.converted[2](isbn)
            if type(isbn) is UUID:
                isbn = to_builtins(isbn)
            elif isbn is not None:
                isbn = delegate(serializer, 'isbn', row_set.instance_of(record), skipped)
        price = record[3]
        if (type(price) is float or type(price) is int) and -1000000 < price < 1000000 and float(price_text := f"{price:.2f}") == price:
            price = price_text
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
            published = row_set.converted[4](published)
            if type(published) is date:
                published = to_builtins(published)
            elif published is not None:
                published = delegate(serializer, 'published', row_set.instance_of(record), skipped)
        day = record[4]
        if type(day) is date:
            day = day.strftime('%d.%m.%Y')
        elif day is not None:
            day = row_set.converted[4](day)
            if type(day) is date:
                day = day.strftime('%d.%m.%Y')
            elif day is not None:
                day = delegate(serializer, 'day', row_set.instance_of(record), skipped)
        added = record[5]
        if zone is utc and type(added) is datetime and added.tzinfo is None:
            added = to_builtins(added) + "Z"
        elif type(added) is datetime and added.tzinfo is None and (added_local := text_in_zone(added.replace(tzinfo=utc), zone)):
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
            in_print = row_set.converted[7](in_print)
            if type(in_print) is bool:
                pass
            elif in_print is not None:
                in_print = delegate(serializer, 'in_print', row_set.instance_of(record), skipped)
        metadata = record[8]
        if type(metadata) is str:
            metadata = json_value(metadata)
        elif metadata is not None:
            metadata = row_set.converted[8](metadata)
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
