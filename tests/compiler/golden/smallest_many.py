def represent_CountrySerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not Country:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            id_ = columns['id']
        except KeyError:
            id_ = delegate(serializer, 'id', instance, skipped)
        else:
            if type(id_) is int:
                pass
            elif id_ is not None:
                id_ = delegate(serializer, 'id', instance, skipped)
        row = {
            'id': id_,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
