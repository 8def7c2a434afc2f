import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade():
    op.create_table(
        "customer_orders",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("state", sa.String(20)),
    )


def downgrade():
    op.drop_table("customer_orders")
