"""The configuration is read from the nearest project file, and everything that is wrong with it is told at once."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from apivet.config import Config, ConfigError, ConfigFinder, load_config
from apivet.vocabulary import HubMapping


def write(directory: Path, text: str) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "pyproject.toml"
    path.write_text(text)
    return path


def errors(directory: Path) -> list[str]:
    with pytest.raises(ConfigError) as raised:
        load_config(directory)
    return raised.value.lines


def test_without_a_file_everything_is_default(tmp_path: Path) -> None:
    config = load_config(tmp_path)
    assert config == Config(root=str(tmp_path))
    assert config.exceptions_path == str(tmp_path / "exceptions" / "exceptions.toml")
    assert config.owners_path == str(tmp_path / "exceptions" / "OWNERS")


def test_every_setting_is_read(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    write(
        tmp_path,
        """
        [tool.apivet]
        select = ["status-not-wiped-on-create", "E9702"]
        ignore = ["E9702"]
        enable = []
        exclude = ["generated/"]
        source-roots = ["src"]
        feature-gates = ["apis.features", "k8s.io/kubernetes/pkg/features"]
        go-tags = ["prod", "fips"]
        exceptions = "governance/exceptions.toml"
        jobs = 3
        cache = false
        cache-dir = ".cache/apivet"
        [tool.apivet.vocabulary]
        prepare-for-create = "before_create"
        gate-functions = ["is_on", "on"]
        spec = "desired"
        [tool.apivet.defaults]
        allow-unconditional-update = false
        default-garbage-collection-policy = "Orphan"
        """,
    )
    config = load_config(tmp_path)
    assert config.select == ("status-not-wiped-on-create", "E9702")
    assert config.ignore == ("E9702",)
    assert config.exclude == ("generated/",)
    assert config.source_roots == (str(tmp_path / "src"),)
    assert config.feature_gates == ("apis.features", "k8s.io/kubernetes/pkg/features")
    assert config.go_tags == ("fips", "prod")
    assert config.exceptions_path == str(tmp_path / "governance" / "exceptions.toml")
    assert config.owners_path == str(tmp_path / "governance" / "OWNERS")
    assert (config.jobs, config.cache, config.cache_dir) == (3, False, str(tmp_path / ".cache" / "apivet"))
    assert config.vocabulary.prepare_for_create == ("before_create",)
    assert config.vocabulary.prepare_for_update == ("prepare_for_update",)
    assert config.vocabulary.gate_functions == ("is_on", "on")
    assert config.vocabulary.spec == "desired"
    assert config.defaults.allow_unconditional_update is False
    assert config.defaults.allow_create_on_update is False
    assert config.defaults.default_garbage_collection_policy == "Orphan"
    assert dict(config.origins)["vocabulary.spec"] == "pyproject.toml"
    assert "owners" not in dict(config.origins)


def test_the_nearest_project_file_that_speaks_of_apivet_counts(tmp_path: Path) -> None:
    write(tmp_path, "[tool.apivet]\njobs = 7\n")
    write(tmp_path / "package", "[project]\nname = 'apivet-user'\n")
    deep = tmp_path / "package" / "deep"
    deep.mkdir()
    assert load_config(deep).jobs == 7
    assert load_config(deep).root == str(tmp_path)
    write(deep, "[tool.apivet]\njobs = 2\n")
    assert load_config(deep).jobs == 2


def test_a_file_that_is_named_wins(tmp_path: Path) -> None:
    write(tmp_path, "[tool.apivet]\njobs = 7\n")
    other = tmp_path / "other.toml"
    other.write_text("[tool.apivet]\njobs = 4\n")
    assert load_config(tmp_path, other).jobs == 4


def test_all_errors_are_told_at_once_each_on_a_line_with_the_full_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        """
        [tool.apivet]
        slect = ["status-not-wiped-on-create"]
        select = "status-not-wiped-on-create"
        ignore = ["status-not-wipped-on-create", 3]
        feature-gates = ["not a module"]
        go-tags = ["!prod"]
        source-roots = ["nowhere"]
        exceptions = 2027-01-01
        jobs = true
        cache = "yes"
        [tool.apivet.vocabulary]
        stauts = "observed"
        spec = ["desired"]
        new-rest = []
        [tool.apivet.defaults]
        allow_create_on_update = true
        allow-unconditional-update = 1
        """,
    )
    prefix = "pyproject.toml: tool.apivet."
    assert sorted(errors(tmp_path)) == [
        f"{prefix}cache: must be true or false, not a text",
        f"{prefix}defaults.allow-unconditional-update: must be true or false, not a whole number",
        f"{prefix}defaults.allow_create_on_update: unknown key; did you mean 'allow-create-on-update'?",
        f"{prefix}exceptions: must be a text, not a date or time",
        f"{prefix}feature-gates: 'not a module' is not the dotted name of a module, nor the path of a package",
        f"{prefix}go-tags: '!prod' is not the name of a build tag: letters, digits, '_' and '.'",
        f"{prefix}ignore: must be a list of texts, but has a whole number",
        f"{prefix}ignore: there is no rule 'status-not-wipped-on-create'; did you mean 'status-not-wiped-on-create'?",
        f"{prefix}jobs: must be a whole number, not true or false",
        f"{prefix}select: must be a list, not a text",
        f"{prefix}slect: unknown key; did you mean 'select'?",
        f"{prefix}source-roots: 'nowhere' is no directory",
        f"{prefix}vocabulary.new-rest: must name at least one word",
        f"{prefix}vocabulary.spec: must be a text, not a list",
        f"{prefix}vocabulary.stauts: unknown key; did you mean 'status'?",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[tool]\napivet = 3\n", "pyproject.toml: tool.apivet: must be a table, not a whole number"),
        ("tool = []\n", "pyproject.toml: tool: must be a table, not a list"),
        ("tool = 'apivet'\n", "pyproject.toml: tool: must be a table, not a text"),
        ("[tool.apivet]\nvocabulary = 'x'\n", "pyproject.toml: tool.apivet.vocabulary: must be a table, not a text"),
        ("[tool.apivet]\njobs = 0\n", "pyproject.toml: tool.apivet.jobs: must be 1 or more"),
        ("[tool.apivet]\nexceptions = ' '\n", "pyproject.toml: tool.apivet.exceptions: must not be empty"),
        ('[tool.apivet]\n"a\\nb" = 1\n', 'pyproject.toml: tool.apivet."a\\nb": unknown key'),
        ("[tool.apivet]\n\njobs = \n", "pyproject.toml:3: not valid TOML: Invalid value"),
        ("[tool.apivet", "pyproject.toml:1: not valid TOML: Expected ']' at the end of a table declaration"),
    ],
)
def test_one_clear_line(tmp_path: Path, text: str, line: str) -> None:
    write(tmp_path, text)
    assert errors(tmp_path) == [line]


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.apivet]\nexceptions = '\xff'\n")
    assert errors(tmp_path) == ["pyproject.toml:2: the file is not UTF-8 text"]


def test_a_named_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml: cannot be read: No such file or directory"):
        load_config(tmp_path, tmp_path / "missing.toml")


def test_the_digest_changes_with_what_changes_results_and_with_nothing_else(tmp_path: Path) -> None:
    plain = load_config(tmp_path).digest()
    write(tmp_path, "[tool.apivet]\njobs = 2\nselect = ['E9701']\n")
    assert load_config(tmp_path).digest() == plain
    write(tmp_path, "[tool.apivet.vocabulary]\nspec = 'desired'\n")
    assert load_config(tmp_path).digest() != plain


def test_a_configuration_can_be_sent_to_a_worker(tmp_path: Path) -> None:
    config = load_config(tmp_path)
    assert pickle.loads(pickle.dumps(config)) == config
    assert hash(config) == hash(load_config(tmp_path))


def test_a_selection_on_the_command_line_replaces_the_configured_one(tmp_path: Path) -> None:
    write(tmp_path, "[tool.apivet]\nignore = ['E9701']\n")
    config = load_config(tmp_path).on_command_line(select=("E9701",))
    assert (config.select, config.ignore) == (("E9701",), ())
    config = load_config(tmp_path).on_command_line(ignore=("E9702",), jobs=1, cache=False)
    assert (config.ignore, config.jobs, config.cache) == (("E9701", "E9702"), 1, False)
    assert dict(config.origins)["jobs"] == "command line"


def test_the_working_directory_is_where_the_search_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "[tool.apivet]\njobs = 5\n")
    monkeypatch.chdir(tmp_path)
    assert load_config().jobs == 5
    assert os.path.samefile(load_config().root, tmp_path)


def test_a_project_that_is_checked_from_outside_brings_its_own_configuration(tmp_path: Path) -> None:
    project = tmp_path / "server"
    (project / "apis").mkdir(parents=True)
    (project / "pyproject.toml").write_text('[tool.apivet]\nfeature-gates = ["features"]\n', encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    config = load_config(elsewhere, paths=[str(project / "apis")])
    assert config.feature_gates == ("features",)
    assert config.root == str(project)


@pytest.fixture
def two_projects(tmp_path: Path) -> Path:
    for name, gates in (("here", "mine"), ("there", "theirs")):
        (tmp_path / name / "deep").mkdir(parents=True)
        text = f'[tool.apivet]\nfeature-gates = ["{gates}"]\n'
        (tmp_path / name / "pyproject.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_configuration_around_the_files_goes_before_that_around_the_working_directory(two_projects: Path) -> None:
    (two_projects / "none").mkdir()
    here = two_projects / "here"
    assert load_config(here, paths=[str(two_projects / "there")]).feature_gates == ("theirs",)
    assert load_config(here, paths=[str(two_projects / "none")]).feature_gates == ("mine",)


def test_each_file_has_the_configuration_of_the_nearest_table(two_projects: Path) -> None:
    finder = ConfigFinder(two_projects)
    mine, theirs = finder.of("here/deep/new.py"), finder.of(str(two_projects / "there" / "deep"))
    assert (mine.feature_gates, theirs.feature_gates) == (("mine",), ("theirs",))
    assert finder.of("here/other.py") is mine
    assert not finder.of("top.py").is_configured
    named = ConfigFinder(two_projects, Path(two_projects / "there" / "pyproject.toml"))
    assert named.of("here/deep/new.py").feature_gates == ("theirs",)


# ------------------------------------------------------------------------------------------------------------- hubs


def test_hub_mappings_are_read_in_their_order(tmp_path: Path) -> None:
    write(
        tmp_path,
        """
        [tool.apivet]
        support-tags = true
        [[tool.apivet.hub]]
        hub = "pkg.server.{rest}"
        served = "pkg.client.{rest}"
        [[tool.apivet.hub]]
        hub = "models.core_{rest}"
        served = "models.{rest}_{version}"
        storage = "models.stored_{rest}_{version}"
        types = {"V1{name}" = "V1beta1{name}", "Node" = "Machine"}
        [[tool.apivet.hub]]
        hub = "pkg.models"
        served = "pkg.api"
        """,
    )
    config = load_config(tmp_path)
    assert config.hubs == (
        HubMapping("pkg.server.{rest}", "pkg.client.{rest}"),
        HubMapping(
            "models.core_{rest}",
            "models.{rest}_{version}",
            "models.stored_{rest}_{version}",
            (("V1{name}", "V1beta1{name}"), ("Node", "Machine")),
        ),
        HubMapping("pkg.models", "pkg.api"),
    )
    assert config.support_tags is True
    assert {"hub", "support-tags"} <= set(dict(config.origins))


def test_without_hub_mappings_there_are_none(tmp_path: Path) -> None:
    config = load_config(tmp_path)
    assert (config.hubs, config.support_tags) == ((), None)


def test_all_mistakes_in_hub_mappings_are_told_at_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        """
        [tool.apivet]
        support-tags = "yes"
        [[tool.apivet.hub]]
        hub = "pkg.server.{rest}"
        [[tool.apivet.hub]]
        hub = "pkg.server.{rest}"
        served = "pkg.client"
        [[tool.apivet.hub]]
        hub = "pkg.{version}.{rest}"
        served = "pkg.{vresion}.{rest}"
        [[tool.apivet.hub]]
        hub = "pkg.{rest}.{rest}"
        served = 3
        sevred = "pkg.client"
        [[tool.apivet.hub]]
        hub = "pkg-server.{rest}"
        served = "pkg.client.{rest}"
        storage = "pkg.storage.{version}"
        types = {"A{name}" = "A", "B" = 3, "C{kind}" = "C", "d-e" = "D"}
        [[tool.apivet.hub]]
        hub = "same"
        served = "same"
        storage = "pkg.{rest}"
        types = "A = B"
        """,
    )
    prefix = "pyproject.toml: tool.apivet."
    assert errors(tmp_path) == [
        f"{prefix}hub #1.served: is missing; name the module that its types are compared with, such as "
        'served = "pkg.served.{rest}"',
        f"{prefix}hub #2.served: {{rest}} stands in 'hub' only; write it in both, or in none",
        f"{prefix}hub #3.hub: {{version}} cannot stand in the hub's name, as the hub has no version; "
        "write the version out",
        f"{prefix}hub #3.served: unknown placeholder '{{vresion}}'; did you mean '{{version}}'?",
        f"{prefix}hub #4.hub: {{rest}} can stand in it once only",
        f"{prefix}hub #4.served: must be a text, not a whole number",
        f"{prefix}hub #4.sevred: unknown key; did you mean 'served'?",
        f"{prefix}hub #5.hub: 'pkg-server.{{rest}}' is not the dotted name of a module",
        f"{prefix}hub #5.storage: needs {{rest}}, as 'hub' and 'served' have it: each has its own storage types",
        f"{prefix}hub #5.storage: {{version}} stands for nothing, as 'served' has none; write the version out",
        f'{prefix}hub #5.types."A{{name}}": {{name}} stands on one side only; write it on both, or on none',
        f"{prefix}hub #5.types.B: must be a text, not a whole number",
        f"{prefix}hub #5.types.\"C{{kind}}\": unknown placeholder '{{kind}}'; there is {{name}}",
        f"{prefix}hub #5.types.d-e: 'd-e' is not the name of a type",
        f"{prefix}hub #6.served: is the same as 'hub', so that nothing would be compared",
        f"{prefix}hub #6.storage: {{rest}} stands for nothing, as 'served' has none; write the name out",
        f"{prefix}hub #6.types: must be a table, not a text",
        f"{prefix}support-tags: must be true or false, not a text",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hub = 'pkg.server'\n", "tool.apivet.hub: must be a list, not a text"),
        ("hub = ['pkg.server']\n", "tool.apivet.hub #1: must be a table, not a text"),
        (
            "[tool.apivet.hub]\nhub = 'a'\nserved = 'b'\n",
            "tool.apivet.hub: must be a list of tables; write [[tool.apivet.hub]]",
        ),
    ],
)
def test_a_hub_mapping_is_a_table_of_a_list(tmp_path: Path, text: str, line: str) -> None:
    write(tmp_path, f"[tool.apivet]\n{text}")
    assert errors(tmp_path) == [f"pyproject.toml: {line}"]


def test_hub_mappings_and_support_tags_are_part_of_the_digest(tmp_path: Path) -> None:
    digests = set()
    for text in (
        "",
        "support-tags = true\n",
        "[[tool.apivet.hub]]\nhub = 'a'\nserved = 'b'\n",
        "[[tool.apivet.hub]]\nhub = 'a'\nserved = 'b'\nstorage = 'c'\n",
        "[[tool.apivet.hub]]\nhub = 'a'\nserved = 'b'\ntypes = {A = 'B'}\n",
    ):
        write(tmp_path, f"[tool.apivet]\n{text}")
        config = load_config(tmp_path)
        assert pickle.loads(pickle.dumps(config)) == config
        digests.add(config.digest())
    assert len(digests) == 5


@pytest.mark.parametrize(("marker", "root"), [("", "yard/apis"), ("setup.cfg", "yard"), ("pyproject.toml", "yard")])
def test_what_is_checked_from_outside_without_a_configuration_is_a_project_of_its_own(
    marker: str, root: str, tmp_path: Path
) -> None:
    (tmp_path / "yard" / "apis" / "core").mkdir(parents=True)
    (tmp_path / "yard" / "apis" / "core" / "__init__.py").touch()
    if marker:
        (tmp_path / "yard" / marker).touch()
    here = tmp_path / "here"
    here.mkdir()
    assert load_config(here, paths=[str(tmp_path / "yard" / "apis" / "core")]).root == str(tmp_path / root)
    assert load_config(tmp_path, paths=[str(tmp_path / "yard" / "apis")]).root == str(tmp_path)
    assert load_config(here, paths=[str(tmp_path)]).root == str(here)
