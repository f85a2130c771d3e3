def represent_LinkedPublisherSerializer(instance, serializer, zone):
    skipped = []
    url_links = links_of(serializer, url_link)
    home_links = links_of(serializer, home_link)
    country_links = links_of(serializer, country_link)
    columns = instance.__dict__
    url_urls = url_links.urls()
    try:
        url = columns['id']
    except KeyError:
        url = delegate(serializer, 'url', instance, skipped)
    else:
        if type(url) in KEY_TYPES and (url_local := url_urls[url]) is not None:
            url = hyperlink_to(url_local, instance)
        else:
            url = delegate(serializer, 'url', instance, skipped)
    home_urls = home_links.urls()
    try:
        home = columns['code']
    except KeyError:
        home = delegate(serializer, 'home', instance, skipped)
    else:
        if columns.get('id') not in (None, "") and type(home) in KEY_TYPES and (home_local := home_urls[home]) is not None:
            home = hyperlink_to(home_local, instance)
        elif columns.get('id') not in (None, ""):
            home = delegate(serializer, 'home', instance, skipped)
        elif home is not None:
            home = delegate(serializer, 'home', instance, skipped)
    country_urls = country_links.urls()
    try:
        country = columns['country_id']
    except KeyError:
        country = delegate(serializer, 'country', instance, skipped)
    else:
        if type(country) in KEY_TYPES and (country_local := country_urls[country]) is not None:
            country = hyperlink_to(country_local, PKOnlyObject(country))
        elif country is not None:
            country = delegate(serializer, 'country', instance, skipped)
    row = {
        'url': url,
        'home': home,
        'country': country,
    }
    if skipped:
        leave_out(row, skipped)
    return row
