import os
from functools import cache

from sqlalchemy import create_engine
from sqlalchemy.orm import Session


@cache
def make_engine():
    return create_engine(os.environ["SHOP_DATABASE_URL"])


def get_session():
    with Session(make_engine()) as session:
        yield session
