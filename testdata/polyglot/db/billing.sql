CREATE TABLE billing.customer (
    id INT NOT NULL PRIMARY KEY,
    name NVARCHAR(100) NOT NULL
);
GO

CREATE TABLE billing.invoice (
    number INT NOT NULL PRIMARY KEY,
    customer_id INT NOT NULL REFERENCES billing.customer (id),
    total DECIMAL(10, 2) NOT NULL
);
GO

CREATE VIEW billing.open_invoice AS
SELECT i.number, c.name
FROM billing.invoice AS i
JOIN billing.customer AS c ON c.id = i.customer_id
WHERE i.total > 0;
GO

CREATE PROCEDURE billing.close_invoice @number INT AS
BEGIN
    UPDATE billing.invoice SET total = 0 WHERE number = @number;
    INSERT INTO billing.audit (what) SELECT name FROM billing.open_invoice;
END;
GO

CREATE TRIGGER billing.invoice_changed ON billing.invoice AFTER UPDATE AS
BEGIN
    EXEC billing.close_invoice 1;
END;
GO
