"""Tests of the cash pages of the desk: payments on the entries page, cash closing, treasurer's files."""

import csv
import re
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.cash.cashbox import acting, an_evening, team
from tournaments.cash import services
from tournaments.cash.files import journal_lines
from tournaments.cash.selectors import cash_now
from tournaments.door.services import door_secret, open_door
from tournaments.entries.services.entries import withdraw_team
from tournaments.extras import parts_of
from tournaments.models import Carnet, CashClose, CashLine, Tournament
from tournaments.web.club_journal import JournalFilter

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def evening(client):
    tournament = an_evening()
    client.force_login(tournament.owner)
    return tournament


def address(tournament, rest=""):
    return f"/regia/{tournament.slug}/cassa/{rest}"


def entries(client, tournament, query=""):
    answer = client.get(f"/regia/{tournament.slug}/iscrizioni/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def ways_to_pay(client, tournament, entered):
    """Return the HTML of the menu of payment methods other than cash."""
    answer = client.get(address(tournament, f"{entered.pk}/"), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Retarget"] == f"#t-{entered.pk} .euro > a"
    return answer.content.decode()


def test_one_button_marks_the_team_present_and_paid_in_cash(client, evening):
    first = team(evening)
    assert "cassa/" in entries(client, evening)
    body = {"method": "cash", "amount": "10,00", "key": "k"}
    answer = client.post(address(evening, f"{first.pk}/incassa/"), body)
    assert answer.status_code == 302
    assert answer.url == f"/regia/{evening.slug}/iscrizioni/"
    assert team(evening).presence == "present"
    client.post(address(evening, f"{first.pk}/incassa/"), body)  # the same button again
    page = entries(client, evening)
    assert "contanti" in page
    assert cash_now(evening).total.paid == 1000
    client.post(address(evening, f"{first.pk}/incassa/"), {**body, "key": "another"})
    assert "non deve più niente" in entries(client, evening)
    assert cash_now(evening).total.paid == 1000


def test_pay_button_pressed_twice_records_one_cash_payment(client, evening):
    first, second = team(evening, 1), team(evening, 2)
    page = entries(client, evening)
    (key,) = re.findall(r'name="key" value="([^"]+)"', page)
    payments = re.findall(r'name="payment" value="([^"]+)"', page)
    assert payments[:2] == [f"{first.pk} 10,00", f"{second.pk} 10,00"]
    assert len(re.findall(r'<button [^>]*form="pay"[^>]* hx-post="\.\./cassa/incassa/"', page)) == 4
    for payment in (payments[0], payments[0], payments[1]):
        answer = client.post(address(evening, "incassa/"), {"payment": payment, "key": key})
        assert (answer.status_code, answer.url) == (302, f"/regia/{evening.slug}/iscrizioni/")
    assert [team(evening, number).presence for number in (1, 2, 3)] == ["present", "present", "expected"]
    assert cash_now(evening).total.paid == 2000


@pytest.mark.parametrize("payment", ["", "x", "x 10,00", "{team}", "{team} 0", f"{UUID(int=1)} 10,00"])
def test_payment_without_a_team_or_an_amount_is_not_stored(client, evening, payment):
    body = {"payment": payment.format(team=team(evening).pk), "key": "k"}
    assert client.post(address(evening, "incassa/"), body).status_code == 302
    assert not CashLine.objects.exists()


def test_menu_of_other_payment_methods_is_loaded_on_request(client, evening):
    first = team(evening)
    assert 'value="card"' not in entries(client, evening)
    menu = ways_to_pay(client, evening, first)
    values = re.findall(r'name="method" value="([^"]+)"', menu)
    assert values == ["card", "transfer", "voucher"]
    (key,) = re.findall(r'name="key" value="([^"]+)"', menu)
    (amount,) = re.findall(r'name="amount" value="([^"]+)"', menu)
    body = {"method": "card", "amount": amount, "key": key}
    client.post(address(evening, f"{first.pk}/incassa/"), body)
    assert "carta" in entries(client, evening)
    assert cash_now(evening).total.paid == 1000


@pytest.mark.parametrize("amount", ["", "0", "-10", "1000000000000", "dieci", "10,555"])
def test_invalid_amount_is_not_stored(client, evening, amount):
    body = {"method": "cash", "amount": amount, "key": "k"}
    client.post(address(evening, f"{team(evening).pk}/incassa/"), body)
    for act, more in (
        ("fund", {}),
        ("expense", {"expense-text": "Caffè"}),
        ("prize", {"prize-text": "Vino"}),
    ):
        answer = client.post(address(evening), {"act": act, f"{act}-amount": amount, **more})
        assert answer.status_code == 400
        assert amount == "" or amount in answer.content.decode()
    assert not CashLine.objects.exists()


def test_tabs_filter_the_list_of_entries(client, evening):
    services.pay(evening, team(evening, 1).pk, 1000, "card", **acting())
    evening.teams.filter(number=2).update(presence="absent")
    for query, numbers in (("", [1, 2, 3, 4]), ("?mostra=da-pagare", [2, 3, 4]), ("?mostra=assenti", [2])):
        page = entries(client, evening, query)
        assert [number for number in (1, 2, 3, 4) if f'id="t-{team(evening, number).pk}"' in page] == numbers


def test_list_of_entries_keeps_the_selected_tab_after_a_payment(client, evening):
    first = team(evening)
    url = f"http://testserver/regia/{evening.slug}/iscrizioni/?mostra=da-pagare"
    answer = client.post(
        address(evening, f"{first.pk}/incassa/"),
        {"method": "card", "amount": "10,00", "key": "k"},
        headers={"HX-Request": "true", "HX-Current-URL": url},
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'id="t-{first.pk}"' not in page
    assert f'id="t-{team(evening, 2).pk}"' in page


def test_page_of_entries_has_no_cash_column_if_there_is_no_fee(client):
    tournament = builders.a_tournament(teams=2)
    client.force_login(tournament.owner)
    assert 'class="column"' not in entries(client, tournament)
    assert "Nessuna quota" in client.get(address(tournament)).content.decode()


def test_page_of_entries_needs_no_extra_queries_for_many_teams(client):
    query_counts = []
    for count in (4, 40):
        tournament = an_evening(teams=count, name=f"Torneo da {count}")
        client.force_login(tournament.owner)
        for number in range(1, count):
            services.pay(tournament, team(tournament, number).pk, 1000, "cash", **acting())
        for path in (f"/regia/{tournament.slug}/iscrizioni/", address(tournament)):
            client.get(path)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert client.get(path).status_code == 200
            query_counts.append(len(queries))
    assert query_counts[:2] == query_counts[2:]


def test_team_page_records_a_partial_payment_and_a_waiver_of_the_open_amount(client, evening):
    path = address(evening, f"{team(evening).pk}/")
    assert client.get(path).status_code == 200
    assert client.post(path, {"act": "pay", "pay-amount": "4", "pay-method": "transfer"}).status_code == 302
    answer = client.post(path, {"act": "pay", "pay-amount": "7", "pay-method": "cash"})
    assert answer.status_code == 409
    answer = client.post(path, {"act": "waive", "waive-amount": "6", "waive-reason": ""})
    assert answer.status_code == 400
    client.post(path, {"act": "waive", "waive-amount": "6,00", "waive-reason": "ospiti"})
    account = cash_now(evening).teams[0].account
    assert (account.paid, account.waived, account.open) == (400, 600, 0)
    assert "ospiti" in entries(client, evening)
    assert client.get(address(evening, f"{uuid4()}/")).status_code == 404


def test_cash_drawer_is_counted_and_closed_on_the_cash_page(client, evening):
    path = address(evening)
    client.post(path, {"act": "fund", "fund-amount": "50"})
    client.post(
        path, {"act": "expense", "expense-text": "Sei mazzi", "expense-amount": "12", "expense-receipt": "s"}
    )
    client.post(path, {"act": "prize", "prize-text": "Prosciutto", "prize-amount": "8"})
    counted = client.post(path, {"act": "count", "pieces_2000": "1", "pieces_50": "3"})
    page = counted.content.decode()
    assert counted.status_code == 200
    assert "21,50" in page
    assert "8,50" in page
    assert not CashClose.objects.exists()
    wrong = client.post(path, {"act": "close", "pieces_2000": "1", "counted": "55"})
    assert wrong.status_code == 400
    assert client.post(path, {"act": "close"}).status_code == 400
    response = client.post(path, {"act": "close", "counted": "28,50", "explanation": "Resto sbagliato"})
    assert response.status_code == 302
    row = CashClose.objects.get()
    assert (row.expected, row.counted) == (3000, 2850)
    expense = CashLine.objects.get(kind="expense")
    client.post(address(evening, f"righe/{expense.pk}/storna/"), {"back": "desk_cash"})
    page = client.get(path).content.decode()
    assert "Resto sbagliato" in page
    assert "42,00" in page
    answer = client.post(address(evening, f"righe/{expense.pk}/storna/"), {"back": "desk_cash"})
    assert answer.status_code == 302
    assert CashLine.objects.count() == 4


def prize_lines(tournament):
    return [("1", "Prosciutto ai primi", 4800, True), ("2", "Torta ai terzi", None, False)]


def test_prize_is_paid_from_the_cash_drawer_only_once(client, evening, monkeypatch):
    monkeypatch.setattr(
        "tournaments.cash.selectors.parts_of", lambda what: (prize_lines,) if what == "prize_lines" else ()
    )
    from tournaments.cash.page import prizes_of

    rows = prizes_of(cash_now(evening))
    assert [(row.text, row.cents, row.line) for row in rows] == [
        ("Prosciutto ai primi", 4800, None), ("Torta ai terzi", None, None),
    ]  # fmt: skip
    body = {"act": "prize_line", "key": rows[0].key}
    for _twice in range(2):
        assert client.post(address(evening), body).status_code == 302
    (line,) = CashLine.objects.filter(kind="prize")
    assert cash_now(evening).drawer.prizes == 4800
    services.reverse(line, **acting())
    again = prizes_of(cash_now(evening))[0]
    assert (again.line, again.key != rows[0].key) == (None, True)
    client.post(address(evening), {**body, "key": again.key})
    assert cash_now(evening).drawer.prizes == 4800
    assert client.post(address(evening), {**body, "key": rows[1].key}).status_code == 404


def test_carnet_is_sold_and_used_for_a_payment(client, evening):
    first = team(evening)
    person = first.seats.order_by("position")[0].person
    body = {"person": str(person.pk), "evenings": "10", "amount": "90", "method": "cash"}
    path = address(evening, "carnet/")
    assert client.get(path).status_code == 200
    assert client.post(path, {**body, "person": str(uuid4())}).status_code == 400
    assert client.post(path, body).status_code == 302
    carnet = Carnet.objects.get()
    assert f"voucher:{carnet.pk}" in ways_to_pay(client, evening, first)
    sent = {"method": f"voucher:{carnet.pk}", "amount": "10,00", "key": "k"}
    client.post(address(evening, f"{first.pk}/incassa/"), sent)
    assert "buono 1 di 10" in entries(client, evening)
    assert "serate rimaste: 9 su 10" in client.get(path).content.decode()
    client.post(address(evening, f"{team(evening, 2).pk}/incassa/"), {**sent, "method": "voucher:x"})
    assert cash_now(evening).total.paid == 1000


@pytest.mark.parametrize("position", [1, -1])
def test_carnet_is_sold_to_any_person_of_the_list(client, evening, position):
    path = address(evening, "carnet/")
    choices = client.get(path).context["form"].fields["person"].choices[1:]  # without the empty choice
    key, name = choices[position]
    body = {"evenings": "10", "amount": "90", "method": "cash"}
    assert client.post(path, {**body, "person": "x"}).status_code == 400
    answer = client.post(path, {**body, "person": key}, follow=True)
    assert f"Venduto il carnet 1 a {name}." in answer.content.decode()
    assert str(Carnet.objects.get().person_id) == key


def test_cash_page_lists_the_refund_of_a_team_that_left(client, evening):
    services.pay(evening, team(evening).pk, 1000, "cash", **acting())
    name = team(evening).written_name
    withdraw_team(team(evening), **acting())
    page = client.get(address(evening)).content.decode()
    assert name in page
    assert "Da restituire" in page


def test_cash_entries_are_downloaded_as_a_csv_file(client, evening):
    evening.teams.filter(number=1).update(written_name="=CMD|calc")
    services.pay(evening, team(evening).pk, 1000, "cash", **acting())
    services.spend(evening, "@caffè", "+39", 1250, **acting())
    answer = client.get(address(evening, "cassa.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    rows = list(csv.reader(StringIO(text[1:]), delimiter=";"))
    assert [row[2] for row in rows[1:]] == ["Quota", "Pagamento", "Spesa"]
    assert [row[5] for row in rows[1:]] == ["10,00", "10,00", "-12,50"]
    assert rows[2][3] == "'=CMD|calc"
    assert rows[3][6:8] == ["'@caffè", "'+39"]


def test_cash_closing_is_downloaded_as_a_pdf_file(client, evening):
    services.pay(evening, team(evening).pk, 1000, "cash", **acting())
    services.close(evening, 900, "Resto sbagliato", **acting())
    services.spend(evening, "Caffè", "", 100, **acting())
    answer = client.get(address(evening, "chiusura.pdf"))
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("role", ["tables", "speaker"])
def test_cash_page_is_forbidden_to_table_staff_and_speakers(client, evening, role):
    client.force_login(builders.an_account(role, role, evening))
    first = team(evening)
    services.pay(evening, first.pk, 1000, "cash", **acting())
    line = CashLine.objects.get(kind="payment")
    for rest in ("", "carnet/", "cassa.csv", "chiusura.pdf", f"{first.pk}/"):
        assert client.get(address(evening, rest)).status_code == 403
    for rest in ("", f"{first.pk}/", f"{first.pk}/incassa/", "incassa/", f"righe/{line.pk}/storna/"):
        assert client.post(address(evening, rest)).status_code == 403
    evening_page = client.get(f"/regia/{evening.slug}/")
    assert "cassa/" not in evening_page.content.decode()
    assert "10,00" not in evening_page.content.decode()


def test_check_in_helper_opens_the_cash_page_from_the_entries_page(client, evening):
    client.force_login(builders.an_account("efisio", "door", evening))
    assert client.get(address(evening)).status_code == 200
    assert f'href="{address(evening)}"' in entries(client, evening)


def test_cash_entry_of_another_tournament_returns_404(client, evening):
    other = an_evening(name="Altro torneo")
    line = services.pay(other, team(other).pk, 1000, "cash", **acting()).line
    assert client.post(address(evening, f"righe/{line.pk}/storna/")).status_code == 404


def test_journal_of_the_club_contains_the_cash_entries(client, evening):
    services.pay(evening, team(evening).pk, 1000, "cash", **acting())
    services.close(evening, 1000, **acting())
    page = client.get("/regia/giornale/").content.decode()
    assert "Pagamento: 10,00" in page.replace("\xa0", " ")
    assert "La cassa è stata chiusa" in page
    assert parts_of("journal")
    assert Tournament.objects.count() == 1


def test_journal_of_the_club_can_be_filtered_by_each_kind_of_cash_entry(client, evening):
    services.pay(evening, team(evening).pk, 1000, "cash", **acting())
    services.close(evening, 1000, **acting())
    services.close(an_evening(name="Altro torneo"), 0, **acting())
    page = client.get("/regia/giornale/", {"atto": "cash_closed", "torneo": str(evening.pk)})
    assert [line.kind for line, _at in page.context["lines"]] == ["cash_closed"]
    assert 'value="cash_closed" selected' in page.content.decode()
    kinds = {key for key, _words in page.context["kinds"]}
    assert kinds >= {"payment", "waiver", "carnet", "float", "expense", "prize"}
    for kind in kinds & {line.kind for line in journal_lines(JournalFilter())}:
        lines = client.get("/regia/giornale/", {"atto": kind}).context["lines"]
        assert {line.kind for line, _at in lines} == {kind}
    assert "due" not in kinds


def test_check_in_page_shows_the_amount_due_after_a_pair_is_selected(client):
    tournament = an_evening(teams=2)
    page = reverse("door_page", args=[door_secret(open_door(tournament, **acting()))])
    first, second = team(tournament), team(tournament, 2)
    services.pay(tournament, first.pk, 1000, "cash", **acting())
    assert "€10" not in client.get(page, headers=ENGLISH).content.decode()
    texts = [
        client.get(page, {"coppia": str(each.pk)}, headers=ENGLISH).content.decode()
        for each in (first, second)
    ]
    assert ["€10" in text for text in texts] == [False, True]


def test_invitation_lists_cash_handling_among_the_tasks_of_the_role(client, evening):
    task = "The entry fees of the evening and its cash"
    before: set[str] = set()
    for role, count in (("door", 1), ("tables", 0), ("director", 1)):
        page = client.post(
            "/regia/chi-conduce/", {"role": role}, follow=True, headers=ENGLISH
        ).content.decode()
        assert page.count(task) == 2  # once for each role in the form
        links = set(re.findall(r"/invito/[0-9a-f]+/", page))
        (link,) = links - before
        assert Client(headers=ENGLISH).get(link).content.decode().count(task) == count
        before = links
