import attr


@attr.s
class Host(object):
    name = attr.ib(type=str)
    size = attr.ib(default=0, type=int)  # expect: hub-type-differs[size]
