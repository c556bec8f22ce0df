"""The Italian site shows no English message of Django, allauth or REST framework."""

import importlib
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest
from allauth.mfa.adapter import get_adapter
from babel.messages.extract import extract
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.translation import gettext, ngettext, override, pgettext
from rest_framework import exceptions, serializers

from config.catalogue import KEYWORDS, of_template
from scoring.sheet.services.log import Author
from tournaments.roles.services import give_role
from tournaments.values.roles import ORGANISER
from tournaments.web.api import problems

pytestmark = pytest.mark.alike

PASSWORD = "a long enough sentence"
# All modules with messages that users can see. The admin site of Django is left out: it is not installed.
MODULES = (
    "django.contrib.auth.password_validation",
    "django.contrib.auth.validators",
    "django.core.files",
    "django.core.validators",
    "django.db.models",
    "django.forms",
    "django.http",
    "django.views.csrf",
    "django.views.defaults",
    "allauth.account",
    "allauth.core",
    "allauth.mfa",
    "allauth.templates.account",
    "allauth.templates.mfa",
    "rest_framework.authentication",
    "rest_framework.exceptions",
    "rest_framework.fields",
    "rest_framework.permissions",
    "rest_framework.relations",
    "rest_framework.serializers",
    "rest_framework.throttling",
    "rest_framework.validators",
    "django_filters",
)
SAME_IN_ITALIAN = {":", ":?.!", "No", "IPv4", "IPv6", "URL", "File", "Password", "Email", "MFA", "WebAuthn"}
EXTRACTORS: dict[str, Any] = {".py": "python", ".html": of_template, ".txt": of_template}
# The name of an application and a lookup of models; the site shows neither.
NEVER_ON_A_PAGE = {"Accounts", "is null"}
ENGLISH = re.compile(
    r"\b(the|this|that|must|should|please|enter|ensure|valid|invalid|required|password is|your|you|not|too"
    r"|username|login|sign in|try again|allowed|found|unsupported|expected|available|request|error"
    r"|and|with)\b",
    re.IGNORECASE,
)


def sources(module: str) -> Iterator[Path]:
    spec = importlib.util.find_spec(module)
    assert spec is not None, module
    if not spec.submodule_search_locations:
        yield Path(spec.origin or "")
    for folder in spec.submodule_search_locations or []:
        for file in sorted(Path(folder).rglob("*.*")):
            if not {"migrations", "management", "tests", "locale"} & set(file.parts):
                yield file


def messages(module: str) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Yield (texts, context) for each message of a module; `texts` is the singular and any plural."""
    for file in sources(module):
        if file.suffix in EXTRACTORS:
            with file.open("rb") as source:
                for _line, text, _comments, context in extract(EXTRACTORS[file.suffix], source, KEYWORDS):
                    yield (text,) if isinstance(text, str) else text, context


def in_italian(texts: tuple[str, ...], context: str | None) -> set[str]:
    with override("it"):
        if len(texts) > 1:
            return {ngettext(texts[0], texts[1], number) for number in (1, 2)}
        return {pgettext(context, texts[0]) if context else gettext(texts[0])}


@pytest.mark.parametrize("module", MODULES)
def test_every_message_of_a_framework_has_an_italian_translation(module: str) -> None:
    exempt = SAME_IN_ITALIAN | NEVER_ON_A_PAGE
    english = {
        texts[0]
        for texts, context in messages(module)
        if texts[0] not in exempt and in_italian(texts, context) & {*texts}
    }
    assert english == set()


def test_messages_of_django_allauth_and_rest_framework_are_collected() -> None:
    count = {module: len(list(messages(module))) for module in MODULES}
    assert count["django.forms"] > 30
    assert count["allauth.mfa"] > 10
    assert count["allauth.templates.mfa"] > 30
    assert count["rest_framework.fields"] > 50


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "it"})


@pytest.fixture
def tore(db: None) -> User:
    user = User.objects.create_user("salvatore", password=PASSWORD)
    give_role(user, ORGANISER, author=Author(), at=timezone.now())
    return user


def errors_of(answer: Any) -> list[str]:
    """Return the form errors and field errors on a page."""
    page = answer.content.decode()
    notes = re.findall(r'<div class="note err"[^>]*>.*?<span>(.*?)</span>', page, re.DOTALL)
    lists = re.findall(r'<ul class="errorlist[^>]*>(.*?)</ul>', page, re.DOTALL)
    beside = [each for errors in lists for each in re.findall(r"<li>(.*?)</li>", errors, re.DOTALL)]
    return [unescape(each) for each in [*notes, *beside]]


def text_of(answer: Any) -> str:
    """Return the visible text of a page, without tags, scripts and styles."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", page))


def test_login_page_labels_the_user_name_as_the_setup_page_does(db: None, client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert ">Nome utente</label>" in page
    assert "Username" not in page
    assert 'placeholder="Nome utente"' in page


def test_login_with_a_wrong_or_missing_password_has_an_italian_error(tore: User, client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "salvatore", "password": "wrong"})
    assert errors_of(answer) == ["Il nome utente o la password non sono corretti."]
    assert errors_of(client.post("/accounts/login/", {"login": "", "password": ""})) == [
        "Campo obbligatorio.",
        "Campo obbligatorio.",
    ]


def test_login_after_too_many_attempts_has_an_italian_error(tore: User, client: Client) -> None:
    for _try in range(5):
        client.post("/accounts/login/", {"login": "salvatore", "password": "wrong"})
    (error,) = errors_of(client.post("/accounts/login/", {"login": "salvatore", "password": "wrong"}))
    assert error == "Troppi tentativi di accesso. Riprova più tardi."


@pytest.mark.parametrize(
    ("password", "expected"),
    [
        ("qx7!vb2", ["Questa password è troppo corta. Deve contenere almeno 12 caratteri."]),
        ("qwertyuiop123", ["Questa password è troppo comune."]),
        ("salvatore2026", ["La password è troppo simile a nome utente."]),
        ("918273645019283", ["Questa password è interamente numerica."]),
    ],
)
def test_refused_new_password_has_an_italian_error(
    tore: User, client: Client, password: str, expected: list[str]
) -> None:
    client.force_login(tore)
    typed = {"oldpassword": PASSWORD, "password1": password, "password2": password}
    assert errors_of(client.post("/accounts/password/change/", typed)) == expected


@pytest.mark.parametrize(
    ("validator", "password", "expected"),
    [
        (0, "x", "Questa password è troppo corta. Deve contenere almeno 12 caratteri."),
        (1, "password", "Questa password è troppo comune."),
        (2, "salvatore1", "La password è troppo simile a nome utente."),
        (3, "918273645019283", "Questa password è interamente numerica."),
    ],
)
def test_each_password_validator_has_italian_messages(validator: int, password: str, expected: str) -> None:
    validators = get_default_password_validators()
    assert len(validators) == 4
    with override("it"):
        assert not ENGLISH.search(str(cast(Any, validators[validator]).get_help_text()))
        with pytest.raises(ValidationError) as refused:
            validators[validator].validate(password, User(username="salvatore"))
        assert refused.value.messages == [expected]


def test_wrong_old_password_and_different_new_passwords_have_italian_errors(
    tore: User, client: Client
) -> None:
    client.force_login(tore)
    typed = {"oldpassword": "wrong", "password1": PASSWORD + "x", "password2": PASSWORD + "y"}
    assert errors_of(client.post("/accounts/password/change/", typed)) == [
        "Inserisci la tua password attuale.",
        "Devi digitare la stessa password.",
    ]


def test_reauthentication_with_a_wrong_password_has_an_italian_error(tore: User, client: Client) -> None:
    client.force_login(tore)
    answer = client.post("/accounts/reauthenticate/", {"password": "wrong"})
    assert errors_of(answer) == ["Password errata."]


@pytest.mark.parametrize("address", ["totp/activate/", "webauthn/add/", "recovery-codes/", ""])
def test_pages_of_the_second_factor_have_no_english_text(tore: User, client: Client, address: str) -> None:
    client.post("/accounts/login/", {"login": "salvatore", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = client.get(f"/accounts/2fa/{address}", follow=True)
    assert answer.status_code in (200, 404)
    english = r"\b(the|your|you|this|enter|please|authenticator app)\b"
    assert not re.search(english, text_of(answer), re.IGNORECASE)


def test_wrong_code_of_the_second_factor_has_an_italian_error(tore: User, client: Client) -> None:
    client.post("/accounts/login/", {"login": "salvatore", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get("/accounts/2fa/totp/activate/")
    assert errors_of(client.post("/accounts/2fa/totp/activate/", {"code": "000000"})) == ["Codice errato."]


def test_every_error_message_of_allauth_has_an_italian_translation() -> None:
    with override("it"):
        errors = [str(each) for each in get_adapter().error_messages.values()]
    assert errors
    assert not [each for each in errors if ENGLISH.search(each)]


def fails(client: Client, address: str, **more: Any) -> HttpResponse:
    client.raise_request_exception = False
    return cast(HttpResponse, client.generic(more.pop("method", "GET"), address, **more))


def test_error_pages_have_no_english_text(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(
        headers={"accept-language": "it"}, enforce_csrf_checks=True, raise_request_exception=False
    )
    missing, forged = client.get("/nowhere/at/all/"), client.post("/accounts/login/", {"login": "x"})
    late = client.post("/accounts/login/", {"login": "x"}, headers={"origin": "http://testserver"})
    with override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=1):
        too_much = client.post("/i18n/setlang/", {"a": "1", "b": "2"})
    assert (missing.status_code, forged.status_code, too_much.status_code) == (404, 403, 400)
    assert "Questo modulo non viene da qui" in text_of(forged)
    assert "La pagina era aperta da troppo tempo" in text_of(late)

    def fail(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("allauth.account.views.LoginView.get", fail)
    broken = client.get("/accounts/login/")
    assert broken.status_code == 500
    for answer in (missing, forged, late, too_much, broken):
        assert not ENGLISH.search(text_of(answer)), text_of(answer)


def test_get_request_to_the_language_form_returns_an_empty_response(db: None, client: Client) -> None:
    answer = client.get("/i18n/setlang/")
    assert answer.status_code in (302, 405)
    assert answer.content == b""


def details(answer: Any) -> list[str]:
    body = answer.json()
    return [body["detail"], *(each["message"] for each in body["problems"])]


def sent(body: bytes, kind: str = "application/json") -> dict[str, Any]:
    return {"method": "POST", "data": body, "content_type": kind}


GAMES, TOURNAMENTS = "/api/v1/card-games/", "/api/v1/tournaments/"


@pytest.mark.parametrize(
    ("address", "more", "status"),
    [
        pytest.param("/api/v1/nowhere/", {}, 404, id="no such address"),
        pytest.param(f"{GAMES}bridge/", {}, 404, id="no such thing"),
        pytest.param(GAMES, {"method": "DELETE"}, 405, id="no such method"),
        pytest.param(GAMES, {"headers": {"accept": "text/html"}}, 406, id="no such form"),
        pytest.param(TOURNAMENTS, sent(b"{"), 400, id="no JSON"),
        pytest.param(TOURNAMENTS, sent(b"a", "text/plain"), 415, id="another type"),
        pytest.param(TOURNAMENTS, sent(b"{}"), 400, id="fields missing"),
        pytest.param(
            TOURNAMENTS,
            sent(b'{"name": [], "card_game": 1, "format": {}}'),
            400,
            id="fields of other types",
        ),
    ],
)
def test_refusals_of_the_api_have_no_english_text(
    tore: User, client: Client, address: str, more: dict[str, Any], status: int
) -> None:
    client.force_login(tore)
    answer = fails(client, address, **more)
    assert answer.status_code == status
    assert not [each for each in details(answer) if ENGLISH.search(each)], details(answer)


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (lambda: exceptions.Throttled(wait=7.2), "Troppe richieste. Riprova fra 8 secondi."),
        (lambda: exceptions.ParseError(), "Richiesta malformata."),
        (lambda: exceptions.NotFound(), "Non trovato."),
        (lambda: exceptions.MethodNotAllowed("PUT"), 'Metodo "PUT" non consentito'),
        (lambda: exceptions.UnsupportedMediaType("text/plain"), "Il tipo «text/plain» qui non si accetta."),
        (lambda: exceptions.NotAuthenticated(), "Non sono state immesse le credenziali di autenticazione."),
        (lambda: exceptions.AuthenticationFailed(), "Credenziali di autenticazione incorrette."),
        (lambda: exceptions.PermissionDenied(), "Non hai l'autorizzazione per eseguire questa azione."),
    ],
)
def test_error_of_rest_framework_has_an_italian_detail(
    error: Callable[[], exceptions.APIException], detail: str
) -> None:
    with override("it"):
        body = problems.of_framework_error(error())
    assert body["detail"] == detail


class Fields(serializers.Serializer[Any]):
    """A serializer with one field of each type, to which tests send a value that the field refuses."""

    flag = serializers.BooleanField()
    text = serializers.CharField(max_length=3)
    number = serializers.IntegerField(max_value=3)
    slug = serializers.SlugField()
    uuid = serializers.UUIDField()
    at = serializers.DateTimeField()
    choice = serializers.ChoiceField(["a"])
    several = serializers.ListField(child=serializers.IntegerField(), min_length=2)
    mapping = serializers.DictField(allow_empty=False)
    absent = serializers.CharField()
    nothing = serializers.CharField(allow_null=False)


def test_each_field_of_rest_framework_has_an_italian_error_message() -> None:
    wrong: dict[str, Any] = {
        "flag": "perhaps", "text": [], "number": "x", "slug": "è !", "uuid": "x", "at": "x", "choice": "b",
        "several": [1], "mapping": {}, "nothing": None,
    }  # fmt: skip
    with override("it"):
        serializer = Fields(data=wrong)
        assert not serializer.is_valid()
        errors = {name: str(details_of_field[0]) for name, details_of_field in serializer.errors.items()}
    assert errors.keys() == Fields().fields.keys()
    assert errors["flag"] == "Scrivi vero o falso (true o false)."
    assert errors["text"] == "Qui serve un testo."
    assert errors["uuid"] == "Qui serve un UUID valido."
    assert not [each for each in errors.values() if ENGLISH.search(each)], errors


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/accounts/signup/", "Le registrazioni sono chiuse"),
        ("/accounts/password/change/", "Cambia password"),
    ],
)
def test_account_page_has_the_italian_heading_of_the_project(
    tore: User, client: Client, address: str, heading: str
) -> None:
    if "password" in address:
        client.force_login(tore)
    page = client.get(address)
    assert page.status_code == 200
    assert re.findall(r"<h1[^>]*>\s*([^<]*?)\s*</h1>", page.text) == [heading]
