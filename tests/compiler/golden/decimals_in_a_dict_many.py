def represent_PricesSerializer(instances, serializer, zone):
    skipped = []
    rows = []
    for instance in instances:
        if type(instance) is not dict:
            rows.append(represent_other[type(instance)](instance, serializer, zone))
            continue
        try:
            price = instance['price']
        except KeyError:
            price = delegate(serializer, 'price', instance, skipped)
        else:
            if type(price) is Decimal:
                price = str(price.quantize(price_quantum, None, decimal_context(8)))
            elif price is not None:
                price = resume(serializer, 'price', instance, price, skipped)
        try:
            by_country = instance['by_country']
        except KeyError:
            by_country = delegate(serializer, 'by_country', instance, skipped)
        else:
            if type(by_country) is dict:
                by_country = {str(by_country_key): str(by_country_item.quantize(by_country_quantum, None, decimal_context(8)))
                    if type(by_country_item) is Decimal
                    else None if by_country_item is None
                    else field_of(serializer, 'by_country').child.to_representation(by_country_item)
                    for by_country_key, by_country_item in by_country.items()}
            elif by_country is not None:
                by_country = resume(serializer, 'by_country', instance, by_country, skipped)
        try:
            sizes = instance['sizes']
        except KeyError:
            sizes = delegate(serializer, 'sizes', instance, skipped)
        else:
            if type(sizes) is list or type(sizes) is tuple:
                sizes = [sizes_item
                    if type(sizes_item) is int
                    else None if sizes_item is None
                    else field_of(serializer, 'sizes').child.to_representation(sizes_item)
                    for sizes_item in sizes]
            elif sizes is not None:
                sizes = resume(serializer, 'sizes', instance, sizes, skipped)
        row = {
            'price': price,
            'by_country': by_country,
            'sizes': sizes,
        }
        if skipped:
            leave_out(row, skipped)
        rows.append(row)
    return rows
