DROP TABLE customer_orders;
