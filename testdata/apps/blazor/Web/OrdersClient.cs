using System.Net.Http.Json;

namespace Shop.Web;

public record OrderRow(int Id, string Customer);

public class OrdersClient(HttpClient http)
{
    public Task<OrderRow[]?> OpenAsync() => http.GetFromJsonAsync<OrderRow[]>("orders");

    public Task CloseAsync(int id) => http.PostAsync($"orders/{id}/close", null);
}
