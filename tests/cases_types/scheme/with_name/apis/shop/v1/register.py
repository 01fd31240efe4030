from apis.shop.v1 import types
from machinery.scheme import GroupVersion, GroupVersionKind, Scheme

SCHEME = Scheme()
SCHEME.add_known_type_with_name(GroupVersionKind("shop", "v1", "PurchaseOrder"), types.Order)
SCHEME.add_known_type_with_name(GroupVersion("shop", "v1").with_kind("Voucher"), types.Voucher)
