"""The page of matrices: complete, safe, alone on disk, read with mouse, keys or neither."""

import html.parser
from dataclasses import replace

import pytest

from seqattn.alignment import Alignment, Label
from seqattn.heatmap import CAUTION, to_fragment, to_html
from tests.heatmap.browser import needs_browser, title_after
from tests.heatmap.samples import judged, own, scripts, textbook, thirty

VOID = {"meta", "input"}


class Reader(html.parser.HTMLParser):
    """Checks that tags nest, and collects cells, text and addresses."""

    def __init__(self):
        super().__init__()
        self.open, self.cells, self.text, self.addresses = [], [], "", []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.addresses += [attributes[name] for name in ("src", "href") if name in attributes]
        if tag == "td":
            self.cells.append(attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def test_every_cell_of_every_sentence_carries_its_exact_number():
    samples = [textbook(), thirty(), scripts()]
    cells = read(to_html(samples)).cells
    weights = [weight for made in samples for row in made.weights for weight in row]
    assert [cell["title"].rpartition("weight ")[2] for cell in cells] == [
        f"{weight:.4f}" for weight in weights
    ]
    peaks = sum("sa-peak" in cell["class"] for cell in cells)
    assert peaks == sum(len(made.rows) for made in samples)


def test_each_picture_is_one_stop_of_the_tab_key():
    cells = read(to_html([textbook(), thirty()])).cells
    assert sum(cell["tabindex"] == "0" for cell in cells) == 2


def test_the_page_loads_nothing():
    page = to_html([scripts()])
    assert read(page).addresses == []
    assert "http://" not in page
    assert "https://" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_user_text_is_never_markup():
    label = Label("</td><script>alert('x')</script>&\x1b\u202e")
    made = Alignment((label,), (label,), ((1.0,),), label.text, label.text)
    page = to_html([made], title=label.text, captions=[label.text])
    reader = read(page)
    assert page.count("<script>") == 1
    assert "</td><script>alert('x')" in reader.text
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_sentences_and_labels_have_their_own_direction():
    page = to_html([scripts()])
    assert page.count('<dd dir="auto">') == 2
    assert page.count("<bdi>") == sum(scripts().shape)


def test_a_sentence_attending_to_itself_is_written_once():
    assert to_html([own()]).count(">a b</dd>") == 1
    assert to_html([replace(own(), row_role="target")]).count(">a b</dd>") == 2


@pytest.mark.parametrize("sample", [textbook, thirty, scripts], ids=lambda sample: sample.__name__)
def test_log_probabilities_are_read_without_hovering_where_they_are_asked_for(sample):
    made = judged(sample())
    for page in (to_html([made], log_probs=True), to_fragment(made, log_probs=True)):
        reader = read(page)
        cells = [cell for cell in reader.cells if cell["class"] == "sa-log"]
        for cell, value in zip(cells, made.log_probs, strict=True):
            assert cell["title"].endswith(f": log p {value:.4f}")
            assert page.count(f">{value:.2f}</td></tr>") == 1
        assert page.count('<th scope="col" class="sa-log sa-axis">log p</th>') == 1
        assert reader.text.count("log p is the natural logarithm of each row's probability.") == 1
    assert "log p" not in to_html([made]) + to_fragment(made)
    assert "log p" not in to_html([sample()], log_probs=True)


def test_scores_are_told_where_they_are_known():
    made = textbook()
    scored = Alignment(made.rows, made.columns, made.weights, scores=((1.5,) * 5,) * 5)
    assert read(to_html([scored])).cells[0]["title"].endswith(", score 1.500")


def test_a_caution_is_on_every_page():
    assert CAUTION in to_html([textbook()])


def test_captions_must_match():
    with pytest.raises(ValueError, match="2 captions for 1 alignments"):
        to_html([textbook()], captions=["a", "b"])


def test_a_fragment_has_no_script_and_its_cells_still_tell_their_numbers():
    fragment = to_fragment(textbook())
    assert "<script" not in fragment
    assert "tabindex" not in fragment
    assert len(read(fragment).cells) == 25


# -- in a browser -----------------------------------------------------------------------------

# Hovers the second cell of the second row, then walks the keyboard from the first cell.
VISITOR = """
<script>
const said = [], output = document.querySelector("output");
const rows = [...document.querySelectorAll("tbody tr")];
rows[1].cells[2].dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
said.push(output.textContent, document.querySelectorAll("th.sa-here").length);
document.querySelector("td[tabindex='0']").focus();
const keys = ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "Home", "End", "ArrowRight"];
for (const key of keys)
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
said.push(output.textContent, document.activeElement.tabIndex);
said.push(document.querySelectorAll("td[tabindex='0']").length);
document.title = said.join("|");
</script>
"""


@needs_browser
def test_hovering_and_the_arrow_keys_tell_the_numbers_in_a_browser(tmp_path):
    made = textbook()
    title = title_after(to_html([made]), VISITOR, tmp_path)
    hovered, heads, walked, tab_index, stops = title.split("|")
    assert hovered == f"target 追逐, source chases: weight {made.weights[1][1]:.4f}"
    assert heads == "2"
    assert walked == f"target 杰瑞, source &lt;/s&gt;: weight {made.weights[2][4]:.4f}"
    assert (tab_index, stops) == ("0", "1")


@needs_browser
def test_the_arrow_keys_reach_log_p_in_a_browser(tmp_path):
    visitor = VISITOR.replace('"End", "ArrowRight"', '"End", "ArrowRight", "ArrowUp"')
    title = title_after(to_html([judged(textbook())], log_probs=True), visitor, tmp_path)
    _, heads, walked, *_ = title.split("|")
    assert heads == "2"
    assert walked == "target 追逐: log p -1.3800"
