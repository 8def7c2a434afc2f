package sourceindex

// Shop is a small shop in C# and SQL: an interface between the code that places
// orders and the table that stores them, two implementations, and tests.
const Shop = `-- src/Store.cs --
namespace Shop;
public interface IStore
{
    void Save(int id);
    int Count();
}
public abstract class Store : IStore
{
    public virtual void Save(int id) { Log.Write(id); }
    public abstract int Count();
}
public class SqlStore : Store
{
    private Db db;
    public override void Save(int id)
    {
        base.Save(id);
        db.Execute("INSERT INTO dbo.Orders (Id) VALUES (1)");
    }
    public override int Count() { return db.Query("SELECT COUNT(*) FROM dbo.Orders"); }
}
public class FileStore : Store
{
    public override void Save(int id) { }
    public override int Count() { return 0; }
}
public static class Log
{
    public static void Write(int id) { }
    public static void Unused() { }
}
-- src/Orders.cs --
namespace Shop;
public class Orders
{
    private readonly IStore store;
    public Orders(IStore store) { this.store = store; }
    public void Place(int id)
    {
        store.Save(id);
        if (store.Count() > 1)
        {
            store.Save(id + 1);
        }
    }
    public void Cancel(int id) { Log.Write(id); }
}
public static class Program
{
    public static void Main()
    {
        var orders = new Orders(new SqlStore());
        orders.Place(1);
    }
}
-- tests/OrdersTests.cs --
using Shop;
public class OrdersTests
{
    private static Orders Make() { return new Orders(new FileStore()); }
    [Fact]
    public void PlaceSaves() { Make().Place(1); }
    [Fact]
    public void CancelLogs() { Make().Cancel(1); }
}
-- db/schema.sql --
CREATE TABLE dbo.Orders (Id int PRIMARY KEY);
GO
CREATE TABLE dbo.Lines (OrderId int REFERENCES dbo.Orders (Id));
GO
CREATE PROCEDURE dbo.Clear AS DELETE FROM dbo.Orders;
`
