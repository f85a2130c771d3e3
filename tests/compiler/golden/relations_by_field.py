def reading_by_code(serializer, zone, skipped):
    def read_by_code(instance):
        related = instance._state.fields_cache
        try:
            by_code = related['by_code'] if 'by_code' in related else instance.by_code
        except READ_ERRORS as error:
            by_code = recover(serializer, 'by_code', instance, error, skipped)
        else:
            if by_code is not None and not callable(by_code) and type(by_code) is not PKOnlyObject:
                by_code = by_code.code
            elif by_code is not None:
                by_code = resume(serializer, 'by_code', instance, by_code, skipped)
        return by_code
    return read_by_code

def reading_shelves(serializer, zone, skipped):
    shelves_bound_field = field_of(serializer, 'shelves')
    def read_shelves(instance):
        shelves = represented(shelves_bound_field, instance, 'shelves', skipped)
        return shelves
    return read_shelves

def reading_publisher(serializer, zone, skipped):
    publisher_context = nested_context(serializer, 'publisher')
    def read_publisher(instance):
        related = instance._state.fields_cache
        try:
            publisher = related['publisher'] if 'publisher' in related else instance.publisher
        except READ_ERRORS as error:
            publisher = recover(serializer, 'publisher', instance, error, skipped)
        else:
            if publisher is not None and not callable(publisher) and type(publisher) is not PKOnlyObject:
                publisher = represent_any_publisher[type(publisher)](publisher, publisher_context, zone)
            elif publisher is not None:
                publisher = resume(serializer, 'publisher', instance, publisher, skipped)
        return publisher
    return read_publisher

def reading_tags(serializer, zone, skipped):
    tags_context = nested_context(serializer, 'tags')
    def read_tags(instance):
        columns = instance.__dict__
        prefetched = instance.__dict__.get("_prefetched_objects_cache", EMPTY)
        try:
            tags = prefetched['tags'] if 'tags' in prefetched and columns.get('id') is not None else instance.tags
        except READ_ERRORS as error:
            tags = recover(serializer, 'tags', instance, error, skipped)
        else:
            if getattr(type(tags), "__iter__", None) in LOADING:
                tags = represent_tags(tags, tags_context, zone)
            elif isinstance(tags, BaseManager):
                tags = represent_tags(tags.all(), tags_context, zone)
            elif tags is not None:
                tags = resume(serializer, 'tags', instance, tags, skipped)
        return tags
    return read_tags
