import pickle
import subprocess
import sys

import pytest
from cubesolve import Cube, CubeError

SOLVED = "U" * 9 + "R" * 9 + "F" * 9 + "D" * 9 + "L" * 9 + "B" * 9


def with_facelets(changes):
    facelets = list(SOLVED)
    for place, colour in changes.items():
        facelets[place] = colour
    return "".join(facelets)


def test_solved_cube_needs_no_text():
    assert Cube() == Cube("") == Cube(SOLVED)
    assert Cube().facelets() == str(Cube()) == SOLVED
    assert Cube().moves == ""


def test_all_notations_are_the_same_cube():
    cube = Cube("R U")
    for name in "facelets reid speffz h48 index json cycles rubbik rubbik-layers".split():
        command = [sys.executable, "-m", "cubesolve", "convert", "--to", name, "R U"]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert Cube(text, format=name) == cube, name
        if "rubbik" not in name:
            assert Cube(text) == cube, name
    assert Cube("U (R')", format="niss") == cube
    colours = cube.facelets().translate(str.maketrans("URFDLB", "wrgyob"))
    assert Cube(colours) == cube


def test_product_applies_the_moves_of_the_second():
    assert Cube("R") * Cube("U") == Cube("R U") != Cube("U") * Cube("R")
    cube = Cube.random(7)
    assert cube * Cube() == Cube() * cube == cube
    assert cube * cube.inverse() == cube.inverse() * cube == Cube()
    with pytest.raises(TypeError):
        cube * 2


def test_moves_lead_to_the_cube():
    for seed in range(5):
        cube = Cube.random(seed)
        assert Cube(cube.moves) == cube
        assert len(cube.moves.split()) <= 23


def test_random_cubes_follow_the_seed():
    assert Cube.random(1) == Cube.random(1) != Cube.random(2)
    assert Cube.random() != Cube.random()
    command = [sys.executable, "-m", "cubesolve", "scramble", "--seed", "1"]
    scramble = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert Cube(scramble) == Cube.random(1)


def test_equal_cubes_have_equal_hashes():
    assert len({Cube("R R"), Cube("R2"), Cube("R' R'"), Cube("R")}) == 2
    assert Cube() != SOLVED


def test_cube_survives_repr_and_pickle():
    cube = Cube.random(3)
    assert eval(repr(cube)) == cube
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(cube, protocol)) == cube


@pytest.mark.parametrize(
    "text, problem",
    [
        ("R Q", "column 3"),
        (SOLVED[1:], "expected 54 facelets"),
        (with_facelets({53: "U"}), "'U' is on 10 facelets"),
        # corner URF clockwise
        (with_facelets({8: "F", 9: "U", 20: "R"}), "corner is twisted.*URF"),
        # edge UR flipped
        (with_facelets({5: "R", 10: "U"}), "edge is flipped.*UR"),
        # edges UR and UF exchanged
        (with_facelets({10: "F", 19: "R"}), "pieces are swapped.*UR.*UF"),
        (with_facelets({8: "R", 9: "U"}), "no corner has the colours RUF seen at URF"),
    ],
)
def test_error_says_which_piece_is_wrong(text, problem):
    with pytest.raises(CubeError, match=problem) as error:
        Cube(text)
    assert isinstance(error.value, ValueError)
    copy = pickle.loads(pickle.dumps(error.value))
    assert (type(copy), str(copy)) == (CubeError, str(error.value))


def test_unknown_format_is_an_error():
    with pytest.raises(ValueError, match="format: .*nonsense"):
        Cube("R", format="nonsense")
    with pytest.raises(TypeError):
        Cube(5)
