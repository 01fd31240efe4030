"""Groups are told by where modules lie: by default, by mappings, and by both."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sources_as_text import workspace_from_text

from apivet.program.front_end import DefaultScope
from apivet.program.groups import Group, Rename, Served
from apivet.python.files.hub_patterns import Pattern, version_rank, version_within
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.program import Workspace
from apivet.vocabulary import HubMapping


def tree(*paths: str, hubs: tuple[HubMapping, ...] = (), roots: tuple[str, ...] = ()) -> Workspace:
    """A workspace over files of which only the names matter."""

    class Configured(DefaultScope):
        pass

    Configured.hubs = hubs
    Configured.source_roots = roots
    return workspace_from_text(dict.fromkeys(paths, ""), Configured())


def only(workspace: Workspace, module: str) -> Group:
    (group,) = workspace.groups_of(module)
    return group


# ------------------------------------------------------------------------------------------------ the default layout


def test_hub_served_and_storage_modules_are_of_one_group() -> None:
    workspace = tree(
        "apis/batch/types.py",
        "apis/batch/v1/types.py",
        "apis/batch/v1/storage/types.py",
        "apis/batch/v1beta1/types.py",
        "apis/batch/v1beta1/storage.py",
        "apis/batch/registry.py",
        "apis/batch/v1/defaults.py",
    )
    expected = Group(
        "apis.batch",
        "apis.batch.types",
        (
            Served("apis.batch.v1.types", "v1", ("apis.batch.v1.storage.types",)),
            Served("apis.batch.v1beta1.types", "v1beta1", ("apis.batch.v1beta1.storage",)),
        ),
    )
    for module in (
        "apis.batch.types",
        "apis.batch.v1.types",
        "apis.batch.v1beta1.types",
        "apis.batch.v1.storage.types",
        "apis.batch.v1beta1.storage",
    ):
        assert workspace.groups_of(module) == (expected,), module
    for module in ("apis.batch.registry", "apis.batch.v1.defaults", "apis.batch", "apis", "nowhere"):
        assert workspace.groups_of(module) == (), module


def test_groups_lie_at_any_depth_and_are_never_mixed_up() -> None:
    workspace = tree(
        "server/apis/core/types.py",
        "server/apis/core/v1/types.py",
        "server/apis/apps/types.py",
        "server/apis/apps/v1/types.py",
        "other/apis/core/types.py",
        "other/apis/core/v1/types.py",
    )
    for base, group in (("server", "core"), ("server", "apps"), ("other", "core")):
        found = only(workspace, f"{base}.apis.{group}.v1.types")
        assert found.hub == f"{base}.apis.{group}.types"
        assert [served.module for served in found.served] == [f"{base}.apis.{group}.v1.types"]
        assert found == only(workspace, f"{base}.apis.{group}.types")


def test_packages_of_types_are_the_modules_they_could_be() -> None:
    workspace = tree(
        "apis/core/types/__init__.py",
        "apis/core/types/node.py",
        "apis/core/v1/types/__init__.py",
        "apis/core/v1/types/node.py",
        "apis/core/v1/storage/types/__init__.py",
    )
    group = only(workspace, "apis.core.types")
    assert group.hub == "apis.core.types"
    assert group.served == (Served("apis.core.v1.types", "v1", ("apis.core.v1.storage.types",)),)
    for module in ("apis.core.types.node", "apis.core.v1.types.node", "apis.core.v1.storage.types"):
        assert only(workspace, module) == group, module


def test_a_group_without_a_hub() -> None:
    workspace = tree("apis/core/v1/types.py", "apis/core/v1alpha1/types.py", "apis/core/v1/storage.py")
    group = only(workspace, "apis.core.v1alpha1.types")
    assert group.hub is None
    assert [served.version for served in group.served] == ["v1", "v1alpha1"]
    assert only(workspace, "apis.core.v1.storage") == group


def test_a_hub_without_versions() -> None:
    assert only(tree("apis/core/types.py"), "apis.core.types") == Group("apis.core", "apis.core.types", ())


@pytest.mark.parametrize(
    "path",
    [
        "types.py",
        "apis/types.py",
        "core/types.py",
        "core/v1/types.py",
        "apis/core/sub/types.py",
        "apis/core/v1x/types.py",
    ],
)
def test_other_modules_called_types_are_of_no_group(path: str) -> None:
    assert tree(path).groups_of(path[:-3].replace("/", ".")) == ()


def test_the_preferred_version_goes_first() -> None:
    versions = ["v1alpha1", "v10", "v2", "v1", "v2beta1", "v1beta10", "v1beta9", "v2alpha1", "v1beta2"]
    workspace = tree("apis/core/types.py", *(f"apis/core/{version}/types.py" for version in versions))
    assert [served.version for served in only(workspace, "apis.core.types").served] == [
        "v10",
        "v2",
        "v1",
        "v2beta1",
        "v1beta10",
        "v1beta9",
        "v1beta2",
        "v2alpha1",
        "v1alpha1",
    ]


def test_groups_are_told_without_reading_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("apis/core/types.py", "apis/core/v1/types.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("class Node: ...\n")

    class Configured(DefaultScope):
        source_roots = (str(tmp_path),)

    workspace = Workspace(Configured(), TreeFacts(), str(tmp_path))

    def refuse(path: str) -> bytes:
        raise AssertionError(path)

    monkeypatch.setattr(workspace.files, "read", refuse)
    assert only(workspace, "apis.core.v1.types").hub == "apis.core.types"


def test_no_directory_is_listed_for_a_module_that_can_be_of_no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = tree("apis/core/registry.py", "apis/core/types.py")
    path = os.path.join(workspace.root, "apis/core/registry.py")

    def refuse(directory: str) -> bytes:
        raise AssertionError(directory)

    monkeypatch.setattr(workspace.files, "listing", refuse)
    assert workspace._groups.of(path) == ()


# ----------------------------------------------------------------------------------------------------------- mappings


def test_a_mapping_pairs_modules_by_what_rest_stands_for() -> None:
    workspace = tree(
        "pkg/server/core.py",
        "pkg/server/deep/er.py",
        "pkg/server/alone.py",
        "pkg/client/core.py",
        "pkg/client/deep/er.py",
        "pkg/client/lonely.py",
        hubs=(HubMapping("pkg.server.{rest}", "pkg.client.{rest}"),),
    )
    for rest in ("core", "deep.er"):
        expected = Group(rest, f"pkg.server.{rest}", (Served(f"pkg.client.{rest}", rest.split(".")[-1]),))
        assert workspace.groups_of(f"pkg.server.{rest}") == (expected,)
        assert workspace.groups_of(f"pkg.client.{rest}") == (expected,)
    assert workspace.groups_of("pkg.server.alone") == ()
    assert workspace.groups_of("pkg.client.lonely") == ()


def test_a_mapped_group_of_versions_needs_no_hub() -> None:
    workspace = tree(
        "client/core_v1.py", "client/core_v2.py", hubs=(HubMapping("hub.{rest}", "client.{rest}_{version}"),)
    )
    group = only(workspace, "client.core_v1")
    assert group.hub is None
    assert [each.version for each in group.served] == ["v2", "v1"]


def test_packages_are_mapped_as_well_as_modules() -> None:
    workspace = tree(
        "pkg/server/core/__init__.py",
        "pkg/client/core.py",
        hubs=(HubMapping("pkg.server.{rest}", "pkg.client.{rest}"),),
    )
    assert only(workspace, "pkg.server.core").served[0].module == "pkg.client.core"


@pytest.mark.parametrize(
    ("served", "path"),
    [
        ("models.{rest}_{version}", "models/apps_{}.py"),
        ("models.{version}_{rest}", "models/{}_apps.py"),
        ("models.{rest}.{version}", "models/apps/{}.py"),
        ("models.{version}.{rest}", "models/{}/apps.py"),
        ("models.{rest}.{version}.types", "models/apps/{}/types.py"),
        ("models.{rest}{version}", "models/apps{}.py"),
    ],
)
def test_a_version_may_stand_anywhere_in_the_served_name(served: str, path: str) -> None:
    versions = ("v1beta1", "v2", "v2alpha3", "v1")
    names = [path.format(version) for version in versions]
    workspace = tree("internal/apps.py", *names, path.format("other"), hubs=(HubMapping("internal.{rest}", served),))
    group = only(workspace, "internal.apps")
    assert [each.version for each in group.served] == ["v2", "v1", "v1beta1", "v2alpha3"]
    for each in group.served:
        assert workspace.groups_of(each.module) == (group,)


def test_storage_modules_are_mapped_with_the_same_placeholders() -> None:
    workspace = tree(
        "hub/apps.py",
        "served/apps_v1.py",
        "served/apps_v1beta1.py",
        "stored/apps_v1.py",
        hubs=(HubMapping("hub.{rest}", "served.{rest}_{version}", "stored.{rest}_{version}"),),
    )
    group = only(workspace, "stored.apps_v1")
    assert group == only(workspace, "hub.apps")
    assert group.served == (
        Served("served.apps_v1", "v1", ("stored.apps_v1",)),
        Served("served.apps_v1beta1", "v1beta1"),
    )


def test_storage_twins_lie_beside_mapped_versions_too() -> None:
    workspace = tree(
        "hub/apps.py",
        "served/apps/v1/types.py",
        "served/apps/v1/storage.py",
        hubs=(HubMapping("hub.{rest}", "served.{rest}.{version}.types"),),
    )
    assert only(workspace, "hub.apps").served[0].storage == ("served.apps.v1.storage",)
    assert only(workspace, "served.apps.v1.storage") == only(workspace, "hub.apps")


def test_entries_with_the_same_hub_make_one_group() -> None:
    workspace = tree(
        "models/v1beta1_job.py",
        "models/v1_job.py",
        "models/v2_job.py",
        hubs=(
            HubMapping("models.v1beta1_{rest}", "models.v1_{rest}", "", (("V1beta1{name}", "V1{name}"),)),
            HubMapping("models.v1beta1_{rest}", "models.v2_{rest}", "", (("V1beta1{name}", "V2{name}"),)),
        ),
    )
    assert only(workspace, "models.v1beta1_job") == Group(
        "job",
        "models.v1beta1_job",
        (Served("models.v2_job", "v2"), Served("models.v1_job", "v1")),
        (Rename("V1beta1{name}", "V1{name}"), Rename("V1beta1{name}", "V2{name}")),
    )


def test_a_hub_is_not_served_from_itself() -> None:
    workspace = tree(
        "models/v1beta1_job.py",
        "models/v1_job.py",
        hubs=(HubMapping("models.v1beta1_{rest}", "models.{version}_{rest}"),),
    )
    assert [each.module for each in only(workspace, "models.v1beta1_job").served] == ["models.v1_job"]


def test_a_served_module_may_have_several_hubs() -> None:
    workspace = tree(
        "models/a_v1.py",
        "models/a_v1beta1.py",
        "models/a_v1beta2.py",
        hubs=(HubMapping("models.a_v1beta1", "models.a_v1"), HubMapping("models.a_v1beta2", "models.a_v1")),
    )
    assert [group.hub for group in workspace.groups_of("models.a_v1")] == ["models.a_v1beta1", "models.a_v1beta2"]


def test_a_mapping_adds_to_the_default_layout() -> None:
    workspace = tree(
        "apis/core/types.py",
        "apis/core/v1/types.py",
        "clients/core/v2.py",
        hubs=(HubMapping("apis.{rest}.types", "clients.{rest}.{version}"),),
    )
    group = only(workspace, "apis.core.types")
    assert [(each.module, each.version) for each in group.served] == [
        ("clients.core.v2", "v2"),
        ("apis.core.v1.types", "v1"),
    ]
    assert only(workspace, "clients.core.v2") == group
    assert only(workspace, "apis.core.v1.types") == group


def test_a_mapped_hub_goes_before_none_by_default() -> None:
    workspace = tree(
        "apis/core/v1/types.py",
        "internal/core.py",
        hubs=(HubMapping("internal.{rest}", "apis.{rest}.{version}.types"),),
    )
    assert only(workspace, "apis.core.v1.types").hub == "internal.core"


def test_names_are_seen_from_the_source_roots() -> None:
    mapping = (HubMapping("server.{rest}", "client.{rest}"),)
    paths = ("one/server/core.py", "two/client/core.py")
    workspace = tree(*paths, hubs=mapping, roots=("one", "two"))
    assert only(workspace, "server.core").served[0].module == "client.core"
    assert (
        tree("src/server/core.py", "src/client/core.py", hubs=mapping).groups_of("server.core")[0].hub == "server.core"
    )


def test_names_are_seen_from_the_working_directory_wherever_imports_start() -> None:
    # ``from server import core`` says that imports start from ``project``.
    workspace = workspace_from_text(
        {
            "project/server/core.py": "from server import other\n",
            "project/server/other.py": "",
            "project/client/core.py": "",
        }
    )
    assert workspace.layout.dotted(os.path.join(workspace.root, "project/server/core.py")) == "server.core"
    for prefix in ("", "project."):

        class Configured(DefaultScope):
            hubs = (HubMapping(prefix + "server.{rest}", prefix + "client.{rest}"),)

        workspace = workspace_from_text(
            {
                "project/server/core.py": "from server import other\n",
                "project/server/other.py": "",
                "project/client/core.py": "from client import core\n",
            },
            Configured(),
        )
        workspace.contents("project/server/core.py")
        assert only(workspace, "server.core").served[0].module == "client.core"


# ------------------------------------------------------------------------------------------------------------ versions


@pytest.mark.parametrize(
    ("dotted", "version"),
    [
        ("models.apps_v1", "v1"),
        ("models.v1beta1_job", "v1beta1"),
        ("models.v2.types", "v2"),
        ("models.v1.v2alpha3.types", "v2alpha3"),
        ("models.v1_to_v2", "v2"),
        ("pkg.client.core", "core"),
        ("pkg.rev2", "rev2"),
        ("pkg.v1x", "v1x"),
    ],
)
def test_the_version_in_a_name(dotted: str, version: str) -> None:
    assert version_within(dotted) == version


def test_what_is_no_version_comes_last() -> None:
    assert sorted(["core", "v1alpha1", "v1"], key=version_rank) == ["v1", "v1alpha1", "core"]


def test_a_pattern_takes_the_dots_as_they_are() -> None:
    assert Pattern("a.b").match("axb") is None
    assert Pattern("a.{rest}").match("a.") is None
    meaning = Pattern("a.{rest}.types").match("a.b.c.types")
    assert meaning is not None
    assert meaning.rest == "b.c"


# ---------------------------------------------------------------------------------------------------------- namespaces


def test_types_are_declared_in_the_order_of_the_source() -> None:
    workspace = workspace_from_text(
        {
            "pkg/types.py": (
                "from typing import TYPE_CHECKING\n"
                "from pkg.other import Imported\n"
                "class Zebra:\n    class Inner: ...\n"
                "if TYPE_CHECKING:\n    class Quagga: ...\n"
                "class Ant: ...\n"
                "Alias = Ant\n"
                "class Rebound: ...\n"
                "Rebound = print\n"
                "class _Private: ...\n"
                "def function(): ...\n"
            ),
            "pkg/other.py": "class Imported: ...\n",
        }
    )
    assert [type_.name for type_ in workspace.declared_in("pkg.types")] == [
        "Zebra",
        "Quagga",
        "Ant",
        "Rebound",
        "_Private",
    ]
    assert workspace.bound_in("pkg.types") == (
        "TYPE_CHECKING",
        "Imported",
        "Zebra",
        "Quagga",
        "Ant",
        "Alias",
        "Rebound",
        "function",
    )
    assert workspace.declared_in("pkg.nowhere") == ()
    assert workspace.bound_in("pkg.nowhere") == ()


def test_a_package_declares_what_it_is_made_of() -> None:
    workspace = workspace_from_text(
        {
            "apis/core/types/__init__.py": (
                "from .node import *\nfrom .pod import Pod, Hidden as Shown\nfrom other import Foreign\n"
                "class Own: ...\n"
            ),
            "apis/core/types/node.py": "class Node: ...\nclass _Helper: ...\n",
            "apis/core/types/pod.py": "class Pod: ...\nclass Hidden: ...\nclass Unbound: ...\n",
            "other.py": "class Foreign: ...\n",
        }
    )
    assert [type_.dotted for type_ in workspace.declared_in("apis.core.types")] == [
        "apis.core.types.node.Node",
        "apis.core.types.pod.Pod",
        "apis.core.types.pod.Hidden",
        "apis.core.types.Own",
    ]
    assert workspace.bound_in("apis.core.types") == ("Node", "Pod", "Shown", "Foreign", "Own")


def test_versions_inside_a_package_are_no_part_of_it() -> None:
    workspace = workspace_from_text(
        {"core/__init__.py": "from core.v1.types import Node\n", "core/v1/types.py": "class Node: ...\n"}
    )
    assert workspace.declared_in("core") == ()
    assert workspace.bound_in("core") == ("Node",)


def test_modules_that_take_each_others_names_end_the_walk() -> None:
    workspace = workspace_from_text(
        {"a.py": "from b import *\nclass A: ...\n", "b.py": "from a import *\nclass B: ...\n"}
    )
    assert workspace.bound_in("a") == ("B", "A")


def test_a_star_brings_what_all_says() -> None:
    workspace = workspace_from_text(
        {"a.py": "from b import *\n", "b.py": "__all__ = ['_Odd', 'B']\nclass B: ...\nclass C: ...\nclass _Odd: ...\n"}
    )
    assert workspace.bound_in("a") == ("B",)
