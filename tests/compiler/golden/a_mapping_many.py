def represent_BookSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not dict:
            rows.append(represent_other[type(instance)](instance, serializer, active_zone()))
            continue
        try:
            pages = instance['pages']
        except KeyError:
            pages = delegate(serializer, 'pages', instance, skipped)
        else:
            if type(pages) is int:
                pass
            elif pages is not None:
                pages = resume(serializer, 'pages', instance, pages, skipped)
        try:
            title = instance['title']
        except KeyError:
            title = delegate(serializer, 'title', instance, skipped)
        else:
            if type(title) is str:
                pass
            elif title is not None and not callable(title) and type(title) is not PKOnlyObject:
                title = str(title)
            elif title is not None:
                title = resume(serializer, 'title', instance, title, skipped)
        try:
            added = instance['added']
        except KeyError:
            added = delegate(serializer, 'added', instance, skipped)
        else:
            if type(added) is datetime and added.tzinfo is utc is zone:
                added = to_builtins(added)
            elif added is not None and (added_local := text_in_zone(added, zone)) is not None:
                added = added_local
            elif added is not None:
                added = resume(serializer, 'added', instance, added, skipped)
        row = {
            'pages': pages,
            'title': title,
            'added': added,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
