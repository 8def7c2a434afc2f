using Microsoft.EntityFrameworkCore;

namespace Shop.Api;

public interface IOrderService
{
    Task<List<Order>> OpenAsync();
    Task CloseAsync(int id);
}

public class OrderService(ShopContext db, IConfiguration configuration) : IOrderService
{
    public Task<List<Order>> OpenAsync() =>
        db.Orders.Where(o => !o.Closed)
            .Take(configuration.GetValue<int>("Orders:MaxOpen")).ToListAsync();

    public async Task CloseAsync(int id)
    {
        var order = await db.Orders.SingleAsync(o => o.Id == id);
        order.Closed = true;
        db.Orders.Update(order);
        await db.SaveChangesAsync();
    }
}
