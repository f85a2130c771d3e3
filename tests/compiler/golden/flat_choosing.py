def represent_some_of_FlatBookSerializer(wanted, instances, serializer, zone):
    wanted_title, wanted_in_print, wanted_added, wanted_format_, = wanted
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](wanted, instance, serializer, active_zone()))
            continue
        row = {}
        if wanted_title:
            columns = instance.__dict__
            try:
                title = columns['title']
            except KeyError:
                title = delegate(serializer, 'title', instance, skipped)
            else:
                if type(title) is str:
                    pass
                elif title is not None and not callable(title) and type(title) is not PKOnlyObject:
                    title = str(title)
                elif title is not None:
                    title = delegate(serializer, 'title', instance, skipped)
            row['title'] = title
        if wanted_in_print:
            columns = instance.__dict__
            try:
                in_print = columns['in_print']
            except KeyError:
                in_print = delegate(serializer, 'in_print', instance, skipped)
            else:
                if type(in_print) is bool:
                    pass
                elif in_print is not None:
                    in_print = delegate(serializer, 'in_print', instance, skipped)
            row['in_print'] = in_print
        if wanted_added:
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
            row['added'] = added
        if wanted_format_:
            columns = instance.__dict__
            try:
                format_ = columns['format']
            except KeyError:
                format_ = delegate(serializer, 'format', instance, skipped)
            else:
                if type(format_) is str or type(format_) is int:
                    format_ = format__choices.get(str(format_), format_)
                elif format_ is not None:
                    format_ = delegate(serializer, 'format', instance, skipped)
            row['format'] = format_
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
