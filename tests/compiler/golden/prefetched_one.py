def represent_PrefetchedBookSerializer(instance, serializer, zone):
    skipped = []
    tags_context = nested_context(serializer, 'tags')
    reviews_context = nested_context(serializer, 'reviews')
    shelves_bound_field = field_of(serializer, 'shelves')
    columns = instance.__dict__
    try:
        title = columns['title']
    except KeyError:
        title = delegate(serializer, 'title', instance, skipped)
    else:
        if type(title) is str:
            pass
        elif title is not None and not callable(title) and type(title) is not PKOnlyObject:
            title = str(title)
        elif title is not None:
            title = delegate(serializer, 'title', instance, skipped)
    try:
        publisher = columns['publisher_id']
    except KeyError:
        publisher = delegate(serializer, 'publisher', instance, skipped)
    else:
        if type(publisher) in KEY_TYPES:
            pass
        elif publisher is not None:
            publisher = delegate(serializer, 'publisher', instance, skipped)
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
    try:
        reviews = prefetched['reviews'] if 'reviews' in prefetched and columns.get('id') is not None else instance.reviews
    except READ_ERRORS as error:
        reviews = recover(serializer, 'reviews', instance, error, skipped)
    else:
        if getattr(type(reviews), "__iter__", None) in LOADING:
            reviews = represent_reviews(reviews, reviews_context, zone)
        elif isinstance(reviews, BaseManager):
            reviews = represent_reviews(reviews.all(), reviews_context, zone)
        elif reviews is not None:
            reviews = resume(serializer, 'reviews', instance, reviews, skipped)
    shelves = represented(shelves_bound_field, instance, 'shelves', skipped)
    row = {
        'title': title,
        'publisher': publisher,
        'tags': tags,
        'reviews': reviews,
        'shelves': shelves,
    }
    if skipped:
        leave_out(row, skipped)
    return row
