def represent_DatedBookSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            published = columns['published']
        except KeyError:
            published = delegate(serializer, 'published', instance, skipped)
        else:
            if type(published) is date:
                published = published.strftime('%d.%m.%Y')
            elif published is not None:
                published = delegate(serializer, 'published', instance, skipped)
        try:
            opens = columns['opens']
        except KeyError:
            opens = delegate(serializer, 'opens', instance, skipped)
        else:
            if type(opens) is time and opens.tzinfo is None:
                opens = to_builtins(opens)
            elif opens is not None:
                opens = delegate(serializer, 'opens', instance, skipped)
        try:
            reading_time = columns['reading_time']
        except KeyError:
            reading_time = delegate(serializer, 'reading_time', instance, skipped)
        else:
            if type(reading_time) is timedelta:
                reading_time = duration_string(reading_time)
            elif reading_time is not None:
                reading_time = delegate(serializer, 'reading_time', instance, skipped)
        row = {
            'published': published,
            'opens': opens,
            'reading_time': reading_time,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
