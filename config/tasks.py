"""The periodic task of the whole site (CELERY_BEAT_SCHEDULE in the settings)."""

from celery import shared_task

from config import preparation


@shared_task
def forget_copies() -> int:
    """Delete old copies of the database, and the data that are due in the copies.

    Return the number of deletions.
    """
    return preparation.forget()
