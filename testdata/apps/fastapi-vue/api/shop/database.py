import os

from sqlalchemy import create_engine
from sqlalchemy.orm import Session, sessionmaker

engine = create_engine(os.environ["SHOP_DATABASE_URL"])
make_session = sessionmaker(bind=engine)


def get_session():
    session: Session = make_session()
    try:
        yield session
    finally:
        session.close()
