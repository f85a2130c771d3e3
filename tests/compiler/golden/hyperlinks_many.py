def represent_LinkedPublisherSerializer(instances, serializer, zone):
    skipped = []
    url_urls = links_of(serializer, url_link)
    home_urls = links_of(serializer, home_link)
    country_urls = links_of(serializer, country_link)
    rows = []
    for instance in instances:
        if type(instance) is not Publisher:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            url = columns['id']
        except KeyError:
            url = delegate(serializer, 'url', instance, skipped)
        else:
            if type(url) in KEY_TYPES and (url_local := url_urls[url]) is not None:
                url = Hyperlink(url_local, instance)
            else:
                url = delegate(serializer, 'url', instance, skipped)
        try:
            home = columns['code']
        except KeyError:
            home = delegate(serializer, 'home', instance, skipped)
        else:
            if columns.get('id') not in (None, "") and type(home) in KEY_TYPES and (home_local := home_urls[home]) is not None:
                home = Hyperlink(home_local, instance)
            elif columns.get('id') not in (None, ""):
                home = delegate(serializer, 'home', instance, skipped)
            elif home is not None:
                home = delegate(serializer, 'home', instance, skipped)
        try:
            country = columns['country_id']
        except KeyError:
            country = delegate(serializer, 'country', instance, skipped)
        else:
            if type(country) in KEY_TYPES and (country_local := country_urls[country]) is not None:
                country = Hyperlink(country_local, PKOnlyObject(country))
            elif country is not None:
                country = delegate(serializer, 'country', instance, skipped)
        row = {
            'url': url,
            'home': home,
            'country': country,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
