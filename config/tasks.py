"""The periodic task of the whole site (CELERY_BEAT_SCHEDULE in the settings)."""

from celery import shared_task

from config import preparation


@shared_task
def forget_copies() -> int:
    """Delete old saved database copies, and rows due for deletion from the remaining copies.

    Return the number of deletions.
    """
    return preparation.forget()
