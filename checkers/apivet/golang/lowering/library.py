"""Functions of packages outside the tree, and those whose bodies go through interfaces: facts about them (the effect
of a call), by import path."""

from __future__ import annotations

from typing import Final

from apivet.golang.types import Basic, GoType, Map, Named, Slice
from apivet.program.operations import Operation

_META: Final = "k8s.io/apimachinery/pkg/apis/meta/v1"

_API_ERRORS: Final = "k8s.io/apimachinery/pkg/api/errors"
_GATES: Final = "k8s.io/component-base/featuregate"
_USER: Final = Named("k8s.io/apiserver/pkg/authentication/user", "Info")
_TEXTS: Final = Slice(Basic("string"))
#: The results of the methods that tell of the user who sent a request: nothing but what that says.
_OF_USER: Final[dict[str, tuple[GoType, ...]]] = {
    f"{_USER.dotted}.GetName": (Basic("string"),),
    f"{_USER.dotted}.GetUID": (Basic("string"),),
    f"{_USER.dotted}.GetGroups": (_TEXTS,),
    f"{_USER.dotted}.GetExtra": (Map(Basic("string"), _TEXTS),),
}
#: The types of variables, where their package is not in the tree.
VARIABLES: Final = {
    f"k8s.io/apiserver/pkg/util/feature.{name}": Named(_GATES, "FeatureGate")
    for name in ("DefaultFeatureGate", "DefaultMutableFeatureGate")
}

#: Functions that the interpreter knows an operation for.
OPERATIONS: Final = {
    "reflect.DeepEqual": Operation.EQUAL_TO_THE_LETTER,
    "k8s.io/apimachinery/pkg/api/equality.Semantic.DeepEqual": Operation.EQUAL,
    "k8s.io/apimachinery/pkg/conversion.Equalities.DeepEqual": Operation.EQUAL,
    "k8s.io/apimachinery/third_party/forked/golang/reflect.Equalities.DeepEqual": Operation.EQUAL,
    "slices.Equal": Operation.EQUAL,
    "maps.Equal": Operation.EQUAL,
    "bytes.Equal": Operation.EQUAL,
    "slices.Clone": Operation.SAME_ELEMENTS,
}
#: Functions that make a slice of what goes through a map, and those that do.
LISTING: Final = {"slices.Sorted": Operation.SORTED, "slices.Collect": Operation.SAME_ELEMENTS}
GOING_THROUGH: Final = {"maps.Keys": Operation.KEYS, "maps.Values": Operation.VALUES}
#: Functions that give the address of a copy of their argument.
POINTING: Final = frozenset(
    ("k8s.io/utils/ptr.To", *(f"k8s.io/utils/pointer.{name}" for name in ("Bool", "Int", "Int32", "Int64", "String")))
)
#: Packages whose copies are written by hand, and whole.
COPYING: Final = frozenset((_META, "k8s.io/apimachinery/pkg/api/resource", "k8s.io/apimachinery/pkg/runtime"))
#: Metadata that a status update keeps.
RESET_METADATA: Final = f"{_META}.ResetObjectMetaForStatus"
KEPT_METADATA: Final = (
    *("deletionTimestamp", "generation", "selfLink", "labels", "annotations", "finalizers", "ownerReferences"),
    "managedFields",
)

#: Packages of which every function only reads what it is given, and gives something made of that.
PURE_PACKAGES: Final = frozenset(
    (
        "strings",
        "strconv",
        "errors",
        "github.com/pkg/errors",
        "math",
        "math/bits",
        "unicode",
        "unicode/utf8",
        "path",
        "path/filepath",
    )
    + ("net/netip", "cmp", "hash/fnv", "encoding/hex", "encoding/base64", "html", "net/url")
    + ("k8s.io/apimachinery/pkg/util/validation/field", "k8s.io/apimachinery/pkg/util/validation")
    + (_API_ERRORS, "k8s.io/utils/net")
)
#: Functions of other packages of which the same is true.
PURE: Final = frozenset(
    ("fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln", "fmt.Errorf", "net.ParseIP", "net.ParseCIDR", "net.JoinHostPort")
    + ("net.SplitHostPort", "regexp.MustCompile", "regexp.Compile", "regexp.MatchString", "regexp.QuoteMeta")
    + ("time.Duration", "time.Since", "time.Until", "time.Unix", "time.Date", "time.ParseDuration", "time.Parse")
    + ("slices.Contains", "slices.Index", "slices.Max", "slices.Min", "bytes.Compare", "bytes.HasPrefix")
    + ("sort.SearchStrings", "sort.SearchInts", "sort.StringsAreSorted", "sort.IntsAreSorted", "slices.IsSorted")
    + ("encoding/json.Marshal", "reflect.TypeOf", "context.Background", "context.TODO")
    + ("k8s.io/apimachinery/pkg/api/equality.Semantic.DeepDerivative", "slices.BinarySearch")
    + ("k8s.io/apimachinery/pkg/api/resource.MustParse", "k8s.io/apimachinery/pkg/api/resource.ParseQuantity")
    + ("k8s.io/client-go/tools/cache.SplitMetaNamespaceKey",)
)
_FIELD_ERRORS: Final = (
    *("Invalid", "Required", "Forbidden", "NotSupported", "Duplicate", "NotFound", "TooLong", "TooMany", "TypeInvalid"),
    *("InternalError", "TooFew", "TooLongMaxLength"),
)
#: Functions of which every result is there, and is no other's.
_MAKING: Final = frozenset(
    ("errors.New", "fmt.Errorf", *(f"k8s.io/apimachinery/pkg/util/validation/field.{name}" for name in _FIELD_ERRORS))
)
#: Functions of those packages that change what they are given.
_CHANGING: Final = frozenset(("errors.As", "errors.AsType", "github.com/pkg/errors.As"))
#: Packages that tell people something, and change nothing that they are given.
OUTWARD_PACKAGES: Final = frozenset(
    ("k8s.io/klog/v2", "k8s.io/klog", "log", "log/slog", "github.com/go-logr/logr", "k8s.io/apiserver/pkg/warning")
    + ("k8s.io/apiserver/pkg/audit", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/golang/glog")
)
#: Functions that end the process.
ENDING: Final = frozenset(
    ("os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf")
    + tuple(
        f"{package}.{name}"
        for package in ("k8s.io/klog/v2", "k8s.io/klog", "github.com/golang/glog")
        for name in ("Fatal", "Fatalf", "Fatalln", "FatalDepth", "Exit", "Exitf")
    )
    + tuple(
        f"{logger}.{name}"
        for logger in ("go.uber.org/zap.Logger", "github.com/sirupsen/logrus", "github.com/sirupsen/logrus.Entry")
        for name in ("Fatal", "Panic", "Fatalf", "Panicf", "Fatalln", "Panicln")
    )
)
#: Functions whose results nobody knows, and that change nothing.
UNSEEN: Final = frozenset(
    ("time.Now", "k8s.io/apimachinery/pkg/util/uuid.NewUUID", "os.Getenv", "os.LookupEnv")
    + tuple(f"{_META}.{name}" for name in ("Now", "NowMicro"))
)
#: Functions whose result leads to what they are given, and that change nothing.
HOLDING: Final = frozenset(("reflect.ValueOf", "context.WithValue", "context.Context.Value"))
#: Functions that tell of the request, of which there may be any.
OF_REQUEST: Final = frozenset(
    f"k8s.io/apiserver/pkg/endpoints/request.{name}"
    for name in ("RequestInfoFrom", "UserFrom", "NamespaceFrom", "AuditEventFrom", "ValueFrom", "NamespaceValue")
)
UNSEEN_PACKAGES: Final = frozenset(("math/rand", "crypto/rand", "math/rand/v2", "k8s.io/apimachinery/pkg/util/rand"))
#: Functions that copy what lies in a map, with the number of their arguments.
MAP_COPIES: Final = {"maps.Clone": 1, "maps.Copy": 2}
#: Functions that put the elements of their first argument in another order.
REORDERING: Final = frozenset(
    ("sort.Slice", "sort.SliceStable", "sort.Sort", "sort.Stable", "sort.Strings", "sort.Ints", "sort.Float64s")
    + ("slices.Sort", "slices.SortFunc", "slices.SortStableFunc", "slices.Reverse")
)
#: Methods that only read, whatever their type: moments and quantities compare in a way of their own.
PURE_METHODS: Final = (
    frozenset(
        f"{_META}.{type_}.{name}"
        for type_ in ("Time", "MicroTime", "Duration")
        for name in (
            "Equal",
            "Before",
            "IsZero",
            "String",
            "Rfc3339Copy",
            "ToUnstructured",
            "UTC",
            "Unix",
            "After",
            "Add",
        )
    )
    | frozenset(
        f"k8s.io/apimachinery/pkg/api/resource.Quantity.{name}"
        for name in ("Cmp", "CmpInt64", "Equal", "IsZero", "Sign", "Value", "MilliValue", "AsInt64", "String", "AsDec")
    )
    | frozenset(_OF_USER)
)
#: Methods of quantities that change these, in ways that no rule asks about.
_ARITHMETIC: Final = frozenset(("Add", "Sub", "Mul", "Neg", "Set", "SetMilli", "SetScaled", "RoundUp", "ToDec"))
#: Sets of paths for fields that hooks put back.
FIELD_SETS: Final = "sigs.k8s.io/structured-merge-diff/v6/fieldpath"
FIELD_SET_PACKAGES: Final = tuple(f"sigs.k8s.io/structured-merge-diff/{version}/fieldpath" for version in ("v4", "v6"))

_RESULTS: Final[dict[str, tuple[GoType, ...]]] = {
    **_OF_USER,
    "k8s.io/apiserver/pkg/endpoints/request.UserFrom": (_USER, Basic("bool")),
    **{
        f"strings.{name}": (Basic("bool"),)
        for name in ("HasPrefix", "HasSuffix", "Contains", "EqualFold", "ContainsAny", "ContainsRune")
    },
    **{f"strings.{name}": (Basic("int"),) for name in ("Index", "LastIndex", "Count", "Compare", "IndexByte")},
    **{f"strings.{name}": (_TEXTS,) for name in ("Split", "SplitN", "Fields", "SplitAfter")},
    **{
        f"strings.{name}": (Basic("string"),)
        for name in ("ToLower", "ToUpper", "TrimSpace", "Trim", "TrimPrefix", "TrimSuffix", "TrimLeft", "TrimRight")
        + ("Join", "Replace", "ReplaceAll", "Repeat", "Title")
    },
    "strings.Cut": (Basic("string"), Basic("string"), Basic("bool")),
    "strconv.Itoa": (Basic("string"),),
    "strconv.Atoi": (Basic("int"), Basic("error")),
    **{f"fmt.{name}": (Basic("string"),) for name in ("Sprintf", "Sprint", "Sprintln")},
    "fmt.Errorf": (Basic("error"),),
    "errors.New": (Basic("error"),),
    "errors.Is": (Basic("bool"),),
    "slices.Contains": (Basic("bool"),),
    "slices.Equal": (Basic("bool"),),
    "reflect.DeepEqual": (Basic("bool"),),
}


def results(dotted: str) -> tuple[GoType, ...] | None:
    """The types of the results of a function outside the tree, where they are known."""
    return _RESULTS.get(dotted)


def asks_for_gate(type_: GoType, method: str) -> bool:
    """Whether a method says if a feature gate is on."""
    return isinstance(type_, Named) and type_.package == _GATES and method == "Enabled"


def is_pure(package: str, dotted: str) -> bool:
    """Whether a function only reads what it is given."""
    return (package in PURE_PACKAGES and dotted not in _CHANGING) or dotted in PURE or dotted in PURE_METHODS


def reading(package: str, dotted: str) -> Operation:
    """The operation of a function that changes nothing: whether it only gives something, makes it anew each time, or
    tells people."""
    if dotted in _MAKING or (package == _API_ERRORS and dotted.startswith(f"{_API_ERRORS}.New")):
        return Operation.MAKE
    return Operation.PURE if is_pure(package, dotted) else Operation.OUTWARD


def is_arithmetic(type_: GoType | None, method: str) -> bool:
    """Whether a method changes a quantity."""
    is_quantity = isinstance(type_, Named) and type_.dotted == "k8s.io/apimachinery/pkg/api/resource.Quantity"
    return is_quantity and method in _ARITHMETIC


def is_field_set(type_: GoType) -> bool:
    """Whether a type is a set of paths itself, and no pointer to one: its copies share what they have room for."""
    return isinstance(type_, Named) and type_.package in FIELD_SET_PACKAGES and type_.name == "Set"
