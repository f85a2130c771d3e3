"""What real projects mix into their serializers, held against REST framework.

Fifty idioms and more: from REST framework's documentation (`test_documented_*`), from the threads
in which its users help each other (`test_asked_*`), and from the packages that projects install
(one module a package).
"""
