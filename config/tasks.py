"""The periodic task of the whole site (CELERY_BEAT_SCHEDULE in the settings)."""

from celery import shared_task

from config import preparation


@shared_task
def forget_copies() -> int:
    """Delete old saved copies of the database; return the number of deleted copies and rows.

    In the remaining copies, the rows that are due for deletion are deleted.
    """
    return preparation.forget()
