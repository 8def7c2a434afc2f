using System.Data;
using Dapper;

namespace Shop;

/// <summary>Keeps orders in a database.</summary>
public class SqlOrderRepository : IOrderRepository
{
    private readonly IDbConnection db;

    public SqlOrderRepository(IDbConnection db) => this.db = db;

    public Order? Find(int id) =>
        db.QuerySingleOrDefault<Order>("SELECT Id, CustomerId FROM dbo.[Order] WHERE Id = @id", new { id });

    public int Save(Order order) =>
        db.ExecuteScalar<int>("INSERT INTO dbo.[Order] (CustomerId) VALUES (@CustomerId)", order);
}
