using Microsoft.EntityFrameworkCore;

namespace Shop.Api;

public class Order
{
    public int Id { get; set; }
    public string Customer { get; set; } = "";
    public bool Closed { get; set; }
}

public class ShopContext(DbContextOptions<ShopContext> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();

    protected override void OnModelCreating(ModelBuilder model) =>
        model.Entity<Order>().ToTable("CustomerOrders", "sales");
}
