CREATE TABLE customer_orders (
    id BIGINT PRIMARY KEY,
    state VARCHAR(20) NOT NULL
);

CREATE TABLE order_audit (
    order_id BIGINT NOT NULL REFERENCES customer_orders (id)
);
