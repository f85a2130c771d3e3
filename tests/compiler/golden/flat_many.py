def represent_UserSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not User:
            rows.append(represent_other[type(instance)](instance, serializer, active_zone()))
            continue
        columns = instance.__dict__
        try:
            username = columns['username']
        except KeyError:
            username = delegate(serializer, 'username', instance, skipped)
        else:
            if type(username) is str:
                pass
            elif username is not None and not callable(username) and type(username) is not PKOnlyObject:
                username = str(username)
            elif username is not None:
                username = delegate(serializer, 'username', instance, skipped)
        try:
            is_active = columns['is_active']
        except KeyError:
            is_active = delegate(serializer, 'is_active', instance, skipped)
        else:
            if type(is_active) is bool:
                pass
            elif is_active is not None:
                is_active = delegate(serializer, 'is_active', instance, skipped)
        try:
            last_login = columns['last_login']
        except KeyError:
            last_login = delegate(serializer, 'last_login', instance, skipped)
        else:
            if type(last_login) is datetime and last_login.tzinfo is utc is zone:
                last_login = to_builtins(last_login)
            elif last_login is not None and (last_login_local := text_in_zone(last_login, zone)) is not None:
                last_login = last_login_local
            elif last_login is not None:
                last_login = delegate(serializer, 'last_login', instance, skipped)
        row = {
            'username': username,
            'is_active': is_active,
            'last_login': last_login,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
