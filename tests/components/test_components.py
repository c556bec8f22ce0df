"""Markup of the template components, with and without their optional elements."""

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.utils.translation import override

from tests.markup import one_line
from tournaments.templatetags.components import Pill, ScoreFoot, fits_the_spine, result_marks, result_words
from tournaments.web.hand_rows import HandCell, HandRow
from tournaments.web.number_cells import ResultView
from tournaments.web.results_drawing import results_drawing


def markup_of(markup: str, **values: object) -> str:
    """Render a template fragment in English."""
    with override("en"):
        return one_line(Template("{% load components %}" + markup).render(Context(values)))


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("won by Solinas", True),
        ("vinta da Solinas", True),
        ("won by Demontis", False),
        ("vinta da Porcheddu", False),
        ("now", True),
    ],
)
def test_long_text_is_not_placed_between_the_two_sums_of_a_score_table(words: str, fits: bool) -> None:
    assert fits_the_spine(words) is fits


def test_live_chip_has_a_dot_and_a_chip_with_a_url_is_a_link() -> None:
    assert (
        markup_of("{% chip 'in play' 'live' %}")
        == '<span class="chip live"><i class="dot"></i>in play</span>'
    )
    assert markup_of("{% chip name %}", name="a<b") == '<span class="chip">a&lt;b</span>'
    assert markup_of("{% chip 'third' href='/x/' %}") == '<a class="chip" href="/x/">third</a>'
    assert markup_of("{% chip 'third' href='' %}") == '<a class="chip">third</a>'


def test_note_has_the_icon_of_its_kind_and_no_line_break_if_it_has_only_a_title() -> None:
    alone = markup_of("{% note 'err inset' title='No' role='alert' %}{% endnote %}")
    assert alone.startswith('<div class="note err inset" role="alert"><svg')
    assert alone.endswith("<span><b>No</b></span></div>")
    both = markup_of("{% note title='No' %}{{ why }}{% endnote %}", why="<i>")
    assert both.endswith("<span><b>No</b><br>&lt;i&gt;</span></div>")


def test_note_lists_all_problems_and_is_not_rendered_if_there_is_no_problem() -> None:
    assert markup_of("{% problems refusal %}", refusal=()) == ""
    assert markup_of("{% problems refusal %}", refusal="") == ""
    assert markup_of("{% problems refusal %}", refusal="One.").count("<br>") == 0
    assert "<span>One.<br>Two.</span>" in markup_of("{% problems refusal %}", refusal=["One.", "Two."])


def test_pill_links_mark_the_current_page_and_show_counts() -> None:
    ways = [Pill("Round 1", "?turno=1", count="3/8"), Pill("Round 2", "?turno=2", current=True)]
    page = markup_of("{% pills ways 'Rounds' 'rounds' front='/x/' %}", ways=ways)
    assert page.startswith('<nav class="scrollx rounds" aria-label="Rounds">')
    assert '<a class="pill" href="/x/?turno=1">Round 1 <span>3/8</span></a>' in page
    assert '<a class="pill" href="/x/?turno=2" aria-current="true">Round 2</a>' in page
    assert "3/8" not in markup_of("{% pills ways 'Rounds' counted=False %}", ways=ways)
    assert markup_of("{% pills ways 'Rounds' %}", ways=()) == ""


def test_pager_is_empty_if_there_is_only_one_page() -> None:
    pages = Paginator(range(30), 10)
    page = markup_of("{% pager page '?cerca=a&' %}", page=pages.get_page(2))
    assert page.count('class="pill"') == 3
    assert '<a class="pill" href="?cerca=a&pagina=2" aria-current="page">2</a>' in page
    assert markup_of("{% pager page %}", page=Paginator(range(9), 10).get_page(1)) == ""


def test_empty_state_component_has_a_button_only_if_it_has_a_url() -> None:
    page = markup_of("{% empty_state 'Nothing' level=1 url='/x/' label='On' %}<p>yet</p>{% endempty_state %}")
    assert '<h1 class="flare">Nothing</h1><p>yet</p><a class="btn" href="/x/">On</a>' in page
    assert "<a " not in markup_of("{% empty_state 'Nothing' %}<p>yet</p>{% endempty_state %}")


def a_table(sides: int, foot: ScoreFoot | None = None, **row: object) -> str:
    """Render a score table of one hand."""
    cells = tuple(HandCell(total=12 + side, gain=12, dealt=side == 1) for side in range(sides))
    values = {
        "rows": [HandRow(3, cells, note="41·29", **row)],  # type: ignore[arg-type]
        "names": ["Solinas", "Demontis", "Porcheddu"][:sides],
        "sides": range(sides),
        "foot": foot,
    }
    return markup_of("{% score_table rows names sides 'french' 'Game 1' foot=foot %}", **values)


def test_middle_column_of_a_score_table_comes_first_if_there_are_three_sides() -> None:
    two, three = a_table(2), a_table(3)
    assert two.index('<td><div class="c l">') < two.index('class="spine"') < two.index('<td><div class="c">')
    assert three.index('class="spine"') < three.index('<td><div class="c">')
    assert 'class="dealer-mark dealer-right"' in two
    assert "dealer-right" not in three
    assert three.count('<i class="dealer-mark"></i>') == 1
    assert 'class="carta many"' in three


def test_score_footer_names_the_winner_between_the_sums_if_the_name_is_short() -> None:
    scores = [(0, 31, True), (1, 36, False)]
    short = a_table(2, ScoreFoot("now", scores, 35))
    assert '<b class="muted">31</b></td><td>now</td><td><b class="cb">36</b>' in short
    assert short.count('class="trama"') == 2
    long = a_table(2, ScoreFoot("won by Demontis", scores, parts=[("Tricks", (4, 6))]))
    assert '<tr class="finw"><td colspan="3">won by Demontis</td></tr>' in long
    assert '<td>4</td><th scope="row">Tricks</th><td>6</td>' in long
    assert "trama" not in long


def test_struck_out_hand_and_next_hand_are_marked_in_the_score_table() -> None:
    assert '<tr class=" struck">' in a_table(2, struck=True)
    assert '<tr class="next">' in a_table(2, next=True)


def test_id_of_a_task_card_contains_its_subject_and_kind() -> None:
    card = markup_of(
        "{% task_card 'err' 'bell' match 'call' role='alert' %}<p>now</p>{% endtask_card %}", match=7
    )
    assert card.startswith('<article class="task err" id="task-7-call" role="alert"><div class="l"><svg')
    assert card.endswith("<p>now</p></div></article>")
    assert 'class="task ok"><div' in markup_of("{% task_card 'ok' 'check' %}{% endtask_card %}")


RESULTS = (ResultView("2–0", "w", "Round 1: 2 to 0"), ResultView("", "open", "<Final>: to be played"))


def test_result_of_each_round_has_a_text_for_screen_readers() -> None:
    first_round, to_come = (
        "<b>Round 1: 2 to 0</b></i>",
        '<i class="open"><b>&lt;Final&gt;: to be played</b></i>',
    )
    figures = '<span aria-hidden="true">2–0</span>'
    assert result_words(RESULTS) == f'<i class="w">{figures}{first_round}{to_come}'
    assert result_marks(RESULTS) == '<i class="w"></i><i class="open"></i>'


def results_of(kinds: str) -> list[ResultView]:
    """Return one result for each letter: w won, p lost, l in play, o not yet played, r bye."""
    names = {"l": "lv", "o": "open", "r": "rest"}
    return [ResultView("", names.get(kind, kind), "") for kind in kinds]


def test_chart_of_many_results_has_16_rounds_per_line() -> None:
    drawing = results_drawing(results_of("wwp" + "w" * 15 + "lor"))
    assert dict(drawing.paths) == {
        "w": "M0 0h2M3 0h13M0 1h2",
        "p": "M2 0h1",
        "lv": "M2 1h1",
        "open": "M3 1h1",
        "rest": "M4 1h1",
    }
    assert (drawing.width, drawing.height) == (128, 16)


def test_many_results_are_summarised_as_text_for_screen_readers() -> None:
    page = markup_of("{% many_results results %}", results=results_of("wwp" + "l" + "oo" + "rrrrr"))
    assert 'aria-label="Matches won: 2 of 3, to be decided: 3"' in page
    assert page.count("<path") == 5
