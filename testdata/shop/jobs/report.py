"""Writes the daily report of orders."""

from dataclasses import dataclass


@dataclass
class Row:
    """A customer and the number of orders."""

    name: str
    orders: int


def rows(connection) -> list[Row]:
    """Reads the view that the database keeps."""
    cursor = connection.execute("SELECT Name, Orders FROM dbo.OrdersByCustomer")
    return [Row(name, orders) for name, orders in cursor]


def report(connection) -> str:
    return "\n".join(f"{row.name}: {row.orders}" for row in rows(connection))
