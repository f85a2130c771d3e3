def represent_BookSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
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
        row = {
            'format': format_,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
