def represent_CountrySerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Country:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            id = columns['id']
        except KeyError:
            id = delegate(serializer, 'id', instance, skipped)
        else:
            if type(id) is int:
                pass
            elif id is not None:
                id = delegate(serializer, 'id', instance, skipped)
        row = {
            'id': id,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
