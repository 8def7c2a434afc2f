using Xunit;

namespace Shop.Tests;

public class OrderServiceTests
{
    [Fact]
    public void TotalAddsUpAllLines()
    {
        var order = new Order();
        order.Lines.Add(new OrderLine("apple", 2, 0.5m));
        Assert.Equal(1m, order.Total());
    }
}
