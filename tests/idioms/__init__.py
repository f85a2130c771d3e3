"""What real projects mix into their serializers, held against REST framework.

Idioms from REST framework's documentation and from the threads in which its users help each other
(`test_own_*`), and from the packages that projects install (`test_package_*`, and small ones in
`test_packages`). dynamic-rest is not among those: its newest release, 2.3,
asks for a Django before 4.3 and a REST framework before 3.16.
"""
