import doctest
from pathlib import Path

import cubesolve


def test_examples_of_the_readme_print_what_they_show():
    readme = Path(__file__).parent.parent / "README.md"
    failed, attempted = doctest.testfile(str(readme), module_relative=False)
    assert attempted > 20 and failed == 0


def test_example_of_the_package_prints_what_it_shows():
    failed, attempted = doctest.testmod(cubesolve)
    assert attempted == 4 and failed == 0
