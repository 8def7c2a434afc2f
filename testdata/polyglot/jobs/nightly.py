"""Closes invoices at night."""
import logging

from . import ledger

log = logging.getLogger(__name__)


class Nightly:
    """One run."""

    def __init__(self, store):
        self.store = store

    def run(self, day):
        for invoice in self.store.open(day):
            self.close(invoice)

    @property
    def count(self):
        return len(self.store)

    def close(self, invoice):
        ledger.book(invoice)
        log.info("closed %s", invoice)


def main():
    Nightly(ledger.Store()).run(1)


if __name__ == "__main__":
    main()
