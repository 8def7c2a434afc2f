using System;

namespace Shop;

/// <summary>Places orders and tells customers about them.</summary>
public class OrderService
{
    private readonly IOrderRepository orders;
    private readonly Mailer mailer;

    public OrderService(IOrderRepository orders, Mailer mailer)
    {
        this.orders = orders;
        this.mailer = mailer;
    }

    /// <summary>Saves the order and confirms it by mail.</summary>
    public int Place(Order order)
    {
        if (order.Total() <= 0)
        {
            throw new ArgumentException("an order needs a line with a price");
        }
        var id = orders.Save(order);
        mailer.Confirm(order);
        return id;
    }
}

/// <summary>Writes to customers.</summary>
public class Mailer
{
    public void Confirm(Order order) => Send(order.CustomerId, $"Thank you for order {order.Id}.");

    private void Send(int customer, string text) => Console.WriteLine($"to {customer}: {text}");
}
