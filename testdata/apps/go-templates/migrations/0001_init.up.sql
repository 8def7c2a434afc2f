CREATE TABLE customer_orders (
    id BIGINT PRIMARY KEY,
    state VARCHAR(20) NOT NULL
);
