def represent_ChosenBookSerializer(instance, serializer, zone):
    skipped = []
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
    return row
