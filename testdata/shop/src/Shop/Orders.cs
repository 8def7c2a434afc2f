using System.Collections.Generic;
using System.Linq;

namespace Shop;

/// <summary>One line of an order.</summary>
public record OrderLine(string Sku, int Quantity, decimal Price);

/// <summary>What a customer has asked for.</summary>
public class Order
{
    public int Id { get; set; }
    public int CustomerId { get; set; }
    public List<OrderLine> Lines { get; } = new();

    /// <summary>The sum of all lines, before tax.</summary>
    public decimal Total() => Lines.Sum(line => line.Quantity * line.Price);
}

/// <summary>Where orders are kept.</summary>
public interface IOrderRepository
{
    Order? Find(int id);
    int Save(Order order);
}
