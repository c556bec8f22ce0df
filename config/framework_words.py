"""Messages of Django, allauth and REST framework that the project translates into Italian.

`collect_words` finds the sentences in this module. A translation in `locale/` takes precedence over that of
the framework. tests/test_framework_words.py fails if a sentence has no translation.
"""

from django.utils.translation import gettext_noop, ngettext_lazy, pgettext_lazy

DJANGO = (
    gettext_noop("Enter a valid domain name."),
    gettext_noop("Enter a valid %(protocol)s address."),
    gettext_noop("IPv4 or IPv6"),
    gettext_noop("%(model)s instance with %(field)s %(value)r is not a valid choice."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
ALLAUTH = (
    gettext_noop("Username"),
    gettext_noop("The username and/or password you specified are not correct."),
    pgettext_lazy("field label", "Login"),
    gettext_noop("Change Password"),
    gettext_noop("Sign Up Closed"),
    gettext_noop("We are sorry, but the sign up is currently closed."),
)
REST_FRAMEWORK = (
    gettext_noop("Request was throttled."),
    gettext_noop('Unsupported media type "{media_type}" in request.'),
    gettext_noop("Invalid input."),
    gettext_noop("Expected available in {wait} second."),
    gettext_noop("Expected available in {wait} seconds."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop(
        'Enter a valid "slug" consisting of Unicode letters, numbers, underscores, or hyphens.',
    ),
    gettext_noop("Must be a valid UUID."),
    gettext_noop("A valid biginteger is required."),
    gettext_noop("Integer value too large to convert to float"),
    gettext_noop('Invalid datetime for the timezone "{timezone}".'),
    gettext_noop("Datetime value out of range."),
    gettext_noop("Ensure this field has at least {min_length} elements."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
    gettext_noop("This dictionary may not be empty."),
    gettext_noop("Surrogate characters are not allowed: U+{code_point:X}."),
    gettext_noop("Select a lookup."),
)
