def represent_BookSerializer(instances, serializer, zone):
    skipped = []
    shelves_bound_field = field_of(serializer, 'shelves')
    tags_context = nested_context(serializer, 'tags')
    rows = []
    for instance in instances:
        if type(instance) is not Book:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        columns = instance.__dict__
        try:
            publisher = columns['publisher_id']
        except KeyError:
            publisher = delegate(serializer, 'publisher', instance, skipped)
        else:
            if type(publisher) in KEY_TYPES:
                pass
            elif publisher is not None:
                publisher = delegate(serializer, 'publisher', instance, skipped)
        shelves = represented(shelves_bound_field, instance, 'shelves', skipped)
        columns = instance.__dict__
        prefetched = instance.__dict__.get("_prefetched_objects_cache", NOTHING)
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
        row = {
            'publisher': publisher,
            'shelves': shelves,
            'tags': tags,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
