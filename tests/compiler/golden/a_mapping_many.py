def represent_UserSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not dict:
            rows.append(represent_other[type(instance)](instance, serializer, active_zone()))
            continue
        id = instance['id'] if 'id' in instance else Missing
        if type(id) is int:
            pass
        elif id is not None:
            id = resume(serializer, 'id', instance, id, skipped)
        try:
            username = instance['username']
        except READ_ERRORS as error:
            username = recover(serializer, 'username', instance, error, skipped)
        else:
            if type(username) is str:
                pass
            elif username is not None and not callable(username) and type(username) is not PKOnlyObject:
                username = str(username)
            elif username is not None:
                username = resume(serializer, 'username', instance, username, skipped)
        last_login = instance['last_login'] if 'last_login' in instance else Missing
        if type(last_login) is datetime and last_login.tzinfo is utc is zone:
            last_login = to_builtins(last_login)
        elif last_login is not None and (last_login_local := text_in_zone(last_login, zone)) is not None:
            last_login = last_login_local
        elif last_login is not None:
            last_login = resume(serializer, 'last_login', instance, last_login, skipped)
        row = {
            'id': id,
            'username': username,
            'last_login': last_login,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
