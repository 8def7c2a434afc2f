using Microsoft.AspNetCore.Components.WebAssembly.Hosting;
using Shop.Web;

var builder = WebAssemblyHostBuilder.CreateDefault(args);
builder.Services.AddHttpClient<OrdersClient>(
    client => client.BaseAddress = new Uri("http://localhost:5000/api/"));
await builder.Build().RunAsync();
