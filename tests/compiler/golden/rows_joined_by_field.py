def reading_publisher(serializer, zone, skipped, row_set):
    publisher_row_set_of = row_set.joined['publisher']
    publisher_context = nested_context(serializer, 'publisher')
    def read_publisher(record):
        publisher = record if record[10] is not None else None
        if publisher is not None:
            publisher = represent_publisher(publisher, publisher_context, zone, publisher_row_set_of)
        return publisher
    return read_publisher

def reading_publisher_name(serializer, zone, skipped, row_set):
    def read_publisher_name(record):
        publisher_name = Missing if record[10] is None else record[11]
        if publisher_name is Missing:
            publisher_name = delegate(serializer, 'publisher_name', row_set.instance_of(record), skipped)
        elif type(publisher_name) is str:
            pass
        elif (
            publisher_name is not None
            and not callable(publisher_name)
            and type(publisher_name) is not PKOnlyObject
        ):
            publisher_name = str(publisher_name)
        elif publisher_name is not None:
            publisher_name = delegate(serializer, 'publisher_name', row_set.instance_of(record), skipped)
        return publisher_name
    return read_publisher_name

def reading_country(serializer, zone, skipped, row_set):
    def read_country(record):
        country = Missing if record[14] is None else record[15]
        if country is Missing:
            country = delegate(serializer, 'country', row_set.instance_of(record), skipped)
        elif type(country) is str:
            pass
        elif country is not None and not callable(country) and type(country) is not PKOnlyObject:
            country = str(country)
        elif country is not None:
            country = delegate(serializer, 'country', row_set.instance_of(record), skipped)
        return country
    return read_country

def reading_code(serializer, zone, skipped, row_set):
    code_row_set_of = row_set.joined['publisher']
    def read_code(record):
        code = record if record[10] is not None else None
        if code is not None:
            code = code[12]
        return code
    return read_code
