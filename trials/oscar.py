"""A shop by django-oscar-api: its addresses, its commands, and the data of its database.

    python -m trials.oscar fill
    python -m trials.oscar COMMAND [ARGUMENT ...]

The data are the same each time, but for the clock.
"""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from random import Random
from typing import Any

import django
from django.core.management import call_command, execute_from_command_line
from django.db import transaction
from django.urls import include, path
from oscar.core.loading import get_class, get_model

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trials.oscar_settings")
django.setup()

Applicator = get_class("offer.applicator", "Applicator")
Default = get_class("partner.strategy", "Default")
FixedPrice = get_class("shipping.methods", "FixedPrice")
OrderCreator = get_class("order.utils", "OrderCreator")
OrderTotalCalculator = get_class("checkout.calculators", "OrderTotalCalculator")
create_from_breadcrumbs = get_class("catalogue.categories", "create_from_breadcrumbs")

AttributeOptionGroup = get_model("catalogue", "AttributeOptionGroup")
Basket = get_model("basket", "Basket")
Benefit = get_model("offer", "Benefit")
BillingAddress = get_model("order", "BillingAddress")
Condition = get_model("offer", "Condition")
ConditionalOffer = get_model("offer", "ConditionalOffer")
Country = get_model("address", "Country")
Option = get_model("catalogue", "Option")
Partner = get_model("partner", "Partner")
Product = get_model("catalogue", "Product")
ProductClass = get_model("catalogue", "ProductClass")
Range = get_model("offer", "Range")
ShippingAddress = get_model("order", "ShippingAddress")
User = get_model("auth", "User")
UserAddress = get_model("address", "UserAddress")
Voucher = get_model("voucher", "Voucher")

urlpatterns = [path("api/", include("oscarapi.urls"))]

random = Random(7)  # noqa: S311
EPOCH = datetime(2024, 1, 1, tzinfo=timezone.utc)
CURRENCY = "EUR"
WORDS = ("Ärmel", "Brücke", "Cobalt", "Δέλτα", "Ember", "Flux", "Grove", "Hôtel", "東京", "Ñandú")
COUNTRIES = {"DE": "Germany", "FR": "France", "GB": "United Kingdom", "NL": "Netherlands"}


@transaction.atomic
def fill() -> None:
    for code, name in COUNTRIES.items():
        Country.objects.create(iso_3166_1_a2=code, printable_name=name, name=name.upper())
    users = [user(number) for number in range(40)]
    products = [product for kind in product_classes() for product in products_of(kind)]
    recommendations(products)
    vouchers = vouchers_for(ranges(products))
    for number, owner in enumerate([*users, *users, None, None]):
        basket = basket_of(owner, products, vouchers)
        if number < len(users) + 1:
            order_of(basket, number)


def words(count: int) -> str:
    return " ".join(random.choices(WORDS, k=count))


def price() -> Decimal:
    return Decimal(random.randint(50, 90_000)) / 100


# The catalogue.


def product_classes() -> list[Any]:
    """Return classes of products; the first has an attribute of each type without files."""
    sizes = AttributeOptionGroup.objects.create(name="Sizes")
    for size in ("S", "M", "L"):
        sizes.options.create(option=size)
    engraving = Option.objects.create(name="Engraving", help_text="Up to ten letters")
    gift, book, file = (
        ProductClass.objects.create(name=name, requires_shipping=ships, track_stock=ships)
        for name, ships in (("Gift", True), ("Book", True), ("File", False))
    )
    gift.options.add(engraving)
    for kind in ATTRIBUTES:
        group = sizes if kind.endswith("option") else None
        gift.attributes.create(name=kind.title(), code=kind, type=kind, option_group=group)
    book.attributes.create(name="Pages", code="pages", type="integer")
    return [gift, book, file]


ATTRIBUTES = {
    "text": lambda group: words(3),
    "integer": lambda group: random.randint(-5, 5000),
    "boolean": lambda group: random.random() < 0.5,
    "float": lambda group: random.uniform(-1, 1e6),
    "richtext": lambda group: f"<p>{words(9)}</p>",
    "date": lambda group: (EPOCH + timedelta(days=random.randint(0, 900))).date(),
    "datetime": lambda group: EPOCH + timedelta(seconds=random.randint(0, 10**8)),
    "option": lambda group: random.choice(group.options.all()),
    "multi_option": lambda group: random.sample(list(group.options.all()), 2),
}


def products_of(product_class: Any) -> list[Any]:
    """Return products on their own, and parents with children."""
    partners = [Partner.objects.get_or_create(name=name)[0] for name in WORDS[:3]]
    categories = [
        create_from_breadcrumbs(f"{product_class.name} > {letter} > {word}")
        for letter in "AB"
        for word in WORDS[:4]
    ]
    products = []
    for number in range(80):
        is_parent = number % 8 == 0
        product = Product(
            product_class=product_class,
            structure=Product.PARENT if is_parent else Product.STANDALONE,
            upc=f"{product_class.slug}-{number}" if number % 3 else None,
            title=words(2),
            description=words(number % 30),
            is_public=number % 10 != 0,
            is_discountable=number % 7 != 0,
        )
        for attribute in product_class.attributes.all()[: number % 10]:
            value = ATTRIBUTES[attribute.type](attribute.option_group)
            setattr(product.attr, attribute.code, value)
        product.save()
        product.categories.set(random.sample(categories, number % 3))
        children = [
            Product.objects.create(structure=Product.CHILD, parent=product, title=words(1))
            for _ in range(3 if is_parent else 0)
        ]
        for order in range(number % 3):
            # Nobody looks into the file.
            product.images.create(original=f"images/{number}.png", display_order=order)
        for sold in children or [product]:
            stock(sold, partners[: 1 + number % 2])
        products += [product, *children]
    return products


def stock(product: Any, partners: list[Any]) -> None:
    for partner in partners:
        product.stockrecords.create(
            partner=partner,
            partner_sku=f"{partner.pk}-{product.pk}",
            price_currency=CURRENCY,
            price=price(),
            num_in_stock=random.randint(100, 500),
        )


def recommendations(products: list[Any]) -> None:
    for product in products[::5]:
        for recommended in random.sample(products[:80], 3):
            product.recommended_products.through.objects.get_or_create(
                primary=product, recommendation=recommended
            )


# Offers.


def ranges(products: list[Any]) -> list[Any]:
    found = []
    for number, word in enumerate(WORDS):
        made = Range.objects.create(name=f"{word} {number}", includes_all_products=number == 0)
        for product in random.sample(products, 20 if number else 0):
            made.add_product(product)
        found.append(made)
    return found


def vouchers_for(product_ranges: list[Any]) -> list[Any]:
    offer("For everybody", ConditionalOffer.SITE, product_ranges[0])
    vouchers = []
    for number, product_range in enumerate(product_ranges):
        voucher = Voucher.objects.create(
            name=f"Voucher {number}",
            code=f"CODE{number}",
            usage=Voucher.MULTI_USE,
            start_datetime=EPOCH,
            end_datetime=EPOCH.replace(year=2999),
        )
        voucher.offers.add(offer(f"Offer {number}", ConditionalOffer.VOUCHER, product_range))
        vouchers.append(voucher)
    return vouchers


def offer(name: str, kind: str, product_range: Any) -> Any:
    return ConditionalOffer.objects.create(
        name=name,
        offer_type=kind,
        condition=Condition.objects.create(range=product_range, type=Condition.COUNT, value=1),
        benefit=Benefit.objects.create(range=product_range, type=Benefit.PERCENTAGE, value=20),
    )


# Customers.


def address(number: int) -> dict[str, Any]:
    return {
        "title": ("", "Dr")[number % 2],
        "first_name": random.choice(WORDS),
        "last_name": random.choice(WORDS),
        "line1": f"{words(1)} {number}",
        "line4": words(1),
        "postcode": f"{number:05}",
        "country": random.choice(list(Country.objects.all())),
    }


def user(number: int) -> Any:
    made = User.objects.create(
        username=f"user{number}",
        email=f"user{number}@example.org",
        first_name=random.choice(WORDS),
        last_login=EPOCH if number % 2 else None,
        date_joined=EPOCH + timedelta(hours=number),
    )
    UserAddress.objects.create(user=made, phone_number=phone(number), **address(number))
    return made


def phone(number: int) -> str:
    return f"+4930123{number:04}" if number % 3 else ""


def basket_of(owner: Any, products: list[Any], vouchers: list[Any]) -> Any:
    basket = Basket.objects.create(owner=owner)
    basket.strategy = Default()
    engraving = Option.objects.get()
    for product in random.sample(products, random.randint(1, 4)):
        if product.structure != Product.PARENT:
            options = [{"option": engraving, "value": words(1)}] if product.pk % 2 else []
            basket.add_product(product, random.randint(1, 3), options)
    basket.vouchers.set(random.sample(vouchers, random.randint(0, 1)))
    return basket


def order_of(basket: Any, number: int) -> None:
    if basket.is_empty:
        return
    Applicator().apply(basket, basket.owner)
    shipping = FixedPrice(Decimal("3.95"), Decimal("4.70"))
    charge = shipping.calculate(basket)
    order = OrderCreator().place_order(
        basket,
        OrderTotalCalculator().calculate(basket, charge),
        shipping,
        charge,
        user=basket.owner,
        guest_email="" if basket.owner else "guest@example.org",
        shipping_address=ShippingAddress.objects.create(
            phone_number=phone(number), notes=words(number % 4), **address(number)
        ),
        billing_address=BillingAddress.objects.create(**address(number)) if number % 2 else None,
        date_placed=EPOCH + timedelta(minutes=number),
    )
    if number % 4 == 0:
        order.surcharges.create(name="By card", code="card", incl_tax=1, excl_tax=Decimal("0.84"))
    basket.set_as_submitted()


if __name__ == "__main__":
    if sys.argv[1:] == ["fill"]:
        call_command("migrate", verbosity=0, skip_checks=True)
        fill()
    else:
        execute_from_command_line(sys.argv)
