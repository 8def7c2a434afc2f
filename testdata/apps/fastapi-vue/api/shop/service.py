from abc import ABC, abstractmethod

from fastapi import Depends
from sqlalchemy import select
from sqlalchemy.orm import Session

from .database import get_session
from .models import Order


class OrderService(ABC):
    @abstractmethod
    def open_orders(self):
        ...

    @abstractmethod
    def close(self, order_id: int):
        ...


class SqlOrderService(OrderService):
    def __init__(self, session: Session = Depends(get_session)):
        self.session = session

    def open_orders(self):
        return self.session.execute(select(Order).where(Order.state == "open")).scalars().all()

    def close(self, order_id: int):
        order = self.session.get(Order, order_id)
        order.state = "closed"
        self.session.commit()


def order_service(session: Session = Depends(get_session)) -> OrderService:
    return SqlOrderService(session)
