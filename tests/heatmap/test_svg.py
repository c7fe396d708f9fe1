import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from seqattn.alignment import Alignment, Label
from seqattn.heatmap import svg, to_svg
from seqattn.heatmap.labels import shown_labels
from tests.heatmap.samples import drawn, judged, own, scripts, textbook, thirty

NS = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
@pytest.mark.parametrize("background", [None, "light", "dark"])
def test_it_is_well_formed_and_each_cell_says_its_weight(sample, background):
    made = sample()
    picture = ET.fromstring(to_svg(made, background=background))
    titles = [title.text for title in picture.iter(f"{NS}title")]
    weights = [weight for row in made.weights for weight in row]
    assert [title.rpartition("weight ")[2] for title in titles] == [f"{w:.4f}" for w in weights]


def test_several_pictures_are_laid_out_once_each(monkeypatch):
    laid_out, drawing = [], svg._Drawing

    def counted(alignment, *rest, **named):
        laid_out.append(alignment)
        return drawing(alignment, *rest, **named)

    monkeypatch.setattr(svg, "_Drawing", counted)
    both = [textbook(), thirty()]
    picture = ET.fromstring(svg.to_svg_beside(both, ("A", "B")))
    assert laid_out == both
    assert len(picture.findall(f"{NS}svg")) == 2


def test_everything_lies_inside_the_picture():
    for made in (textbook(), thirty(), scripts()):
        picture = ET.fromstring(to_svg(made))
        width, height = float(picture.get("width")), float(picture.get("height"))
        for part in list(picture.iter(f"{NS}rect"))[1:] + list(picture.iter(f"{NS}text")):
            assert 0 <= float(part.get("x")) <= width
            assert 0 <= float(part.get("y")) <= height


@pytest.mark.parametrize("background", [None, "light", "dark"])
@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_log_probabilities_stand_at_the_end_of_their_rows_where_they_are_asked_for(
    sample, background
):
    made = judged(sample())
    picture = ET.fromstring(to_svg(made, background=background, log_probs=True))
    texts = {part.text: part for part in picture.iter(f"{NS}text")}
    cells = [part for part in picture.iter(f"{NS}rect") if part.find(f"{NS}title") is not None]
    right = max(float(cell.get("x")) + float(cell.get("width")) for cell in cells)
    for row, value in enumerate(made.log_probs):
        part, cell = texts[f"{value:.2f}"], cells[row * len(made.columns)]
        assert right < float(part.get("x")) <= float(picture.get("width"))
        assert part.get("x") == texts["log p"].get("x")
        assert 0 < float(part.get("y")) - float(cell.get("y")) < float(cell.get("height"))
    assert "log p" not in to_svg(made)
    assert "log p" not in to_svg(sample(), log_probs=True)


def test_each_row_has_one_ring_around_its_peak():
    made = thirty()
    picture = ET.fromstring(to_svg(made))
    rings = [part for part in picture.iter(f"{NS}rect") if part.get("fill") == "none"]
    cells = [part for part in picture.iter(f"{NS}rect") if part.find(f"{NS}title") is not None]
    columns = len(made.columns)
    for ring, row, peak in zip(rings, range(len(made.rows)), made.peaks(), strict=True):
        cell = cells[row * columns + peak]
        assert float(ring.get("x")) - float(cell.get("x")) == 2
        assert float(ring.get("y")) - float(cell.get("y")) == 2


def test_user_text_is_never_markup():
    label = Label('<script>"&\ufffe\x1b')
    text = to_svg(Alignment((label,), (label,), ((1.0,),), label.text, label.text))
    ET.fromstring(text)
    assert "<script" not in text
    assert "\x1b" not in text


def test_a_sentence_attending_to_itself_is_written_once():
    assert to_svg(own()).count(">a b</text>") == 1
    assert to_svg(replace(own(), row_role="target")).count(">a b</text>") == 2


def test_fonts_are_left_to_the_viewer():
    text = to_svg(scripts())
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<image" not in text
    assert not re.search("url|font-face|<path", text)
    made = scripts()
    written = {part.text for part in ET.fromstring(text).iter(f"{NS}text")}
    for label in shown_labels((*made.rows, *made.columns)):
        assert label in written  # whole, and letters rather than their outlines
    for sentence in ("Tom chases Jerry.", "汤姆追逐杰瑞。"):
        assert sentence in to_svg(textbook())


def test_the_dark_colours_follow_the_reader_unless_a_background_is_asked_for():
    assert "prefers-color-scheme:dark" in to_svg(textbook())
    assert "<style" not in to_svg(textbook(), background="dark")


def test_long_labels_over_many_columns_are_slanted_and_short_ones_are_not():
    labels = tuple(Label("translation") for _ in range(30))
    assert "rotate(-45" in to_svg(drawn(labels, labels))
    assert "rotate" not in to_svg(textbook())
