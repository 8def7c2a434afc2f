using Microsoft.AspNetCore.Mvc;

namespace Shop.Api;

[ApiController]
[Route("api/[controller]")]
public class OrdersController(IOrderService orders) : ControllerBase
{
    [HttpGet]
    public async Task<IEnumerable<Order>> List() => await orders.OpenAsync();

    [HttpPost("{id:int}/close")]
    public async Task<IActionResult> Close(int id)
    {
        await orders.CloseAsync(id);
        return NoContent();
    }
}
