"""What has to be read before something is compiled: a test run, or a hunt, may choose."""

import sys

from fastserializers.compiler.economy import AT_ONCE, Prices

NEVER = sys.maxsize

PRICES = {
    "at once": AT_ONCE,
    "fields": AT_ONCE._replace(function_of_plan=NEVER),
    "nothing": AT_ONCE._replace(function_of_field=NEVER, function_of_plan=NEVER),
    "no plan": AT_ONCE._replace(
        plan_of_class=NEVER, function_of_field=NEVER, function_of_plan=NEVER
    ),
    "as shipped": Prices(),
}
"""What is compiled: all at once, a function for each field, nothing, nothing where no class is
planned either, or what has paid."""
