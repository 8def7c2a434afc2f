from sqlalchemy import Column, Integer, String
from sqlalchemy.orm import declarative_base

Base = declarative_base()


class Order(Base):
    __tablename__ = "customer_orders"

    id = Column(Integer, primary_key=True)
    state = Column(String(20))
