def represent_ChosenBookSerializer(instances, serializer, zone):
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
        try:
            grade = columns['grade']
        except KeyError:
            grade = delegate(serializer, 'grade', instance, skipped)
        else:
            if type(grade) is str or type(grade) is int:
                grade = grade_choices.get(str(grade), grade)
            elif grade is not None:
                grade = delegate(serializer, 'grade', instance, skipped)
        row = {
            'format': format_,
            'grade': grade,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
