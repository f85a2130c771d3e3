def represent_UserSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not SimpleNamespace:
            rows.append(represent_other[type(instance)](instance, serializer, active_zone()))
            continue
        try:
            id = instance.id
        except READ_ERRORS as error:
            id = recover(serializer, 'id', instance, error, skipped)
        else:
            if type(id) is int:
                pass
            elif id is not None:
                id = resume(serializer, 'id', instance, id, skipped)
        try:
            username = instance.username
        except READ_ERRORS as error:
            username = recover(serializer, 'username', instance, error, skipped)
        else:
            if type(username) is str:
                pass
            elif username is not None and not callable(username) and type(username) is not PKOnlyObject:
                username = str(username)
            elif username is not None:
                username = resume(serializer, 'username', instance, username, skipped)
        try:
            is_active = instance.is_active
        except READ_ERRORS as error:
            is_active = recover(serializer, 'is_active', instance, error, skipped)
        else:
            if type(is_active) is bool:
                pass
            elif is_active is not None:
                is_active = resume(serializer, 'is_active', instance, is_active, skipped)
        zone = active_zone()
        try:
            last_login = instance.last_login
        except READ_ERRORS as error:
            last_login = recover(serializer, 'last_login', instance, error, skipped)
        else:
            if type(last_login) is datetime and last_login.tzinfo is utc is zone:
                last_login = to_builtins(last_login)
            elif last_login is not None and (last_login_local := text_in_zone(last_login, zone)) is not None:
                last_login = last_login_local
            elif last_login is not None:
                last_login = resume(serializer, 'last_login', instance, last_login, skipped)
        zone = active_zone()
        try:
            date_joined = instance.date_joined
        except READ_ERRORS as error:
            date_joined = recover(serializer, 'date_joined', instance, error, skipped)
        else:
            if type(date_joined) is datetime and date_joined.tzinfo is utc is zone:
                date_joined = to_builtins(date_joined)
            elif date_joined is not None and (date_joined_local := text_in_zone(date_joined, zone)) is not None:
                date_joined = date_joined_local
            elif date_joined is not None:
                date_joined = resume(serializer, 'date_joined', instance, date_joined, skipped)
        row = {
            'id': id,
            'username': username,
            'is_active': is_active,
            'last_login': last_login,
            'date_joined': date_joined,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
