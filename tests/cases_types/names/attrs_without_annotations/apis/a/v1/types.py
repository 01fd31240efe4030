import attr


@attr.s
class Host(object):
    name = attr.ib(type=str)
    size = attr.ib(default="", type=str)
