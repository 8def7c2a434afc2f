CREATE TABLE dbo.Customer (
    Id   int IDENTITY PRIMARY KEY,
    Name nvarchar(100) NOT NULL
);
GO

-- What customers have asked for.
CREATE TABLE dbo.[Order] (
    Id         int IDENTITY PRIMARY KEY,
    CustomerId int NOT NULL REFERENCES dbo.Customer (Id),
    PlacedAt   datetime2 NOT NULL DEFAULT sysutcdatetime()
);
GO

CREATE VIEW dbo.OrdersByCustomer AS
SELECT c.Name, COUNT(*) AS Orders
FROM dbo.Customer AS c
JOIN dbo.[Order] AS o ON o.CustomerId = c.Id
GROUP BY c.Name;
GO

-- Removes a customer with everything that belongs to it.
CREATE PROCEDURE dbo.ForgetCustomer @id int AS
BEGIN
    DELETE o FROM dbo.[Order] AS o WHERE o.CustomerId = @id;
    DELETE FROM dbo.Customer WHERE Id = @id;
END
GO
