"""The periodic task of the site itself (CELERY_BEAT_SCHEDULE in the settings)."""

from celery import shared_task

from config import preparation


@shared_task
def forget_copies() -> int:
    """Delete old copies of the database, and what is due in the others. Return the number of deletions."""
    return preparation.forget()
