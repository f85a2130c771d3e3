def represent_DatedBookSerializer(instance, serializer, zone):
    skipped = []
    columns = instance.__dict__
    try:
        added = columns['added']
    except KeyError:
        added = delegate(serializer, 'added', instance, skipped)
    else:
        if type(added) is datetime and added.tzinfo is utc is zone:
            added = to_builtins(added)
        elif added is not None and (added_local := text_in_zone(added, zone)) is not None:
            added = added_local
        elif added is not None:
            added = delegate(serializer, 'added', instance, skipped)
    try:
        added_in_tokyo = columns['added']
    except KeyError:
        added_in_tokyo = delegate(serializer, 'added_in_tokyo', instance, skipped)
    else:
        if type(added_in_tokyo) is datetime and added_in_tokyo.tzinfo is utc is added_in_tokyo_timezone:
            added_in_tokyo = to_builtins(added_in_tokyo)
        elif added_in_tokyo is not None and (added_in_tokyo_local := text_in_zone(added_in_tokyo, added_in_tokyo_timezone)) is not None:
            added_in_tokyo = added_in_tokyo_local
        elif added_in_tokyo is not None:
            added_in_tokyo = delegate(serializer, 'added_in_tokyo', instance, skipped)
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
        'added': added,
        'added_in_tokyo': added_in_tokyo,
        'published': published,
        'opens': opens,
        'reading_time': reading_time,
    }
    if skipped:
        leave_out(row, skipped)
    return row
