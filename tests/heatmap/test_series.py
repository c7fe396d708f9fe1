"""The page of a watched sentence: its numbers, and its slider in a browser."""

import dataclasses
import json
import math

import pytest

from seqattn.heatmap import Frame, SeriesPage
from tests.alignment.damage import damaged, with_value
from tests.alignment.made_up import alignment
from tests.heatmap.browser import needs_browser, title_after
from tests.heatmap.samples import scripts, textbook, thirty
from tests.heatmap.test_html import read

FRAMES = [
    Frame(100, 0.5, 4.25, 1.0, True, "Tom <chases> Jerry.", textbook()),
    Frame(200, 1.0, 3.5, 30.5, True, "Tom <chases> Jerry.", scripts()),
    Frame(300, 1.5, 3.75, 20.25, False, "Tom <chases> Jerry.", thirty()),
]


def page_of(frames):
    page = SeriesPage()
    for frame in frames:
        page.add(frame)
    return page.to_html()


def test_a_frame_comes_back_equal_from_its_line():
    for loss in (math.inf, math.nan, 0.0, 1e300):
        frames = [*FRAMES, dataclasses.replace(FRAMES[0], loss=loss)]
        for frame in frames:
            line = frame.to_json()
            assert "\n" not in line
            assert Frame.from_json(line) == frame
    assert dataclasses.replace(FRAMES[0], loss=math.nan).loss == math.inf


@pytest.mark.parametrize("name", ["epoch", "bleu"])
@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_numbers_that_no_validation_has_are_refused(name, wrong):
    with pytest.raises(ValueError, match=f"{name} must be finite, got {wrong}"):
        dataclasses.replace(FRAMES[0], **{name: wrong})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{}", "no watched validation"),
        ("[]", "no watched validation"),
        ('{"format": "seqattn-watched", "version": 2}', "version 2, expected 1"),
        ('{"format": "seqattn-watched", "version": 1}', "damaged"),
        (FRAMES[0].to_json().replace('"step"', '"steps"'), "damaged"),
        ("[" * 100_000, "too deep"),
        ("{", "Expecting"),
    ],
)
def test_a_line_of_something_else_is_refused(line, said):
    with pytest.raises(ValueError, match=said):
        Frame.from_json(line)


def test_a_line_with_anything_of_another_kind_is_refused_as_damaged():
    frame = dataclasses.replace(FRAMES[0], alignment=alignment())
    lines = list(damaged(frame.to_json(), {"loss", "surface", "scores", "log_probs"}))
    assert len(lines) > 200
    for line, place in lines:
        named = place[0] in ("format", "version")
        said = r"no watched|version" if named else "this watched validation's JSON is damaged"
        with pytest.raises(ValueError, match=said):
            Frame.from_json(line)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("step",), "100", 'step must be a whole number, got "100"'),
        (("step",), 100.5, "step must be a whole number, got 100.5"),
        (("epoch",), 10**400, "epoch must be a number"),
        (("loss",), math.nan, "loss must be a number, got NaN"),
        (("best",), 1, "best must be true or false, got 1"),
        (("alignment", "rows", 0, "text"), 5, r"alignment: .*rows\[0\].text must be a text"),
        (("alignment", "version"), 2, "alignment: this alignment has version 2"),
        (("alignment", "weights"), [], "alignment: .*damaged: weights must be"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_damaged_line_says_where(place, value, said):
    data = json.loads(FRAMES[0].to_json())
    with pytest.raises(ValueError, match=said):
        Frame.from_json(with_value(data, place, value))


def test_every_validation_is_there_and_the_last_one_is_in_sight_without_script():
    made = page_of(FRAMES)
    stage, *kept = made.split("<template")
    assert [part.count("<figure") for part in kept] == [1, 1, 1]
    cells = read(stage.partition('<div id="stage">')[2].partition("</div>\n<p>")[0]).cells
    weights = [weight for row in thirty().weights for weight in row]
    assert [cell["title"].rpartition("weight ")[2] for cell in cells] == [
        f"{weight:.4f}" for weight in weights
    ]
    assert "Validation 2 of 3: step 200, epoch 1, BLEU 30.5 (best so far), loss 3.500" in kept[1]


def test_the_page_loads_nothing_and_takes_no_text_for_markup():
    made = page_of([dataclasses.replace(frame, source="</template>") for frame in FRAMES])
    reader = read(made)
    assert reader.addresses == []
    assert made.count("</template>") == 3
    assert "http://" not in made
    assert "default-src 'none'" in made
    assert "\x1b" not in made


def test_a_page_of_nothing_is_refused():
    with pytest.raises(ValueError, match="without a validation"):
        SeriesPage().to_html()


# Moves by keys, by the slider, and by the button until it comes to the end.
VISITOR = """
<script>
const said = [], shown = () => [document.querySelector("#stage dd").textContent.length,
  document.getElementById("told").textContent.slice(11, 17)];
said.push(...shown());
const press = key => (document.activeElement || document.body).dispatchEvent(
  new KeyboardEvent("keydown", {key, bubbles: true}));
press("ArrowLeft"); press("ArrowLeft"); press("ArrowLeft");
said.push(...shown());
press("ArrowRight");
said.push(...shown(), document.querySelectorAll("#stage figure").length);
const cell = document.querySelector("#stage td[tabindex='0']");
cell.focus();
cell.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
said.push(...shown(), document.activeElement.cellIndex);
const slider = document.getElementById("at");
slider.value = 1;
slider.dispatchEvent(new Event("input"));
said.push(...shown(), slider.getAttribute("aria-valuetext").length > 20);
document.getElementById("play").click();
setTimeout(() => {
  said.push(...shown(), document.getElementById("play").textContent);
  document.title = said.join("|");
}, 3500);
</script>
"""


@needs_browser
def test_keys_slider_and_button_walk_through_the_validations_in_a_browser(tmp_path):
    found = iter(title_after(page_of(FRAMES), VISITOR, tmp_path, "#2").split("|"))

    def place():
        return next(found), next(found)

    lengths = dict.fromkeys((1, 2, 3))
    for number in (2, 1, 2):  # opened by its address; to the first, where it stays; one forth
        length, told = place()
        assert told == f"{number} of 3"
        assert lengths[number] in (None, length)
        lengths[number] = length
    assert next(found) == "1"  # figure in sight
    assert place()[1] == "2 of 3"  # keys inside a matrix walk its cells
    assert next(found) == "2"
    assert place()[1] == "1 of 3"
    assert next(found) == "true"
    length, told = place()
    assert (told, next(found)) == ("3 of 3", "Play")
    assert len({lengths[1], lengths[2], length}) == 3
