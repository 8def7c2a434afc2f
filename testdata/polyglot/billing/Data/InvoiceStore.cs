using System.Threading.Tasks;
using Billing.Core;
using Dapper;

namespace Billing.Data;

public sealed class InvoiceStore
{
    private readonly IConnection _connection;

    public InvoiceStore(IConnection connection)
    {
        _connection = connection;
    }

    public async Task<Invoice> Find(int number)
    {
        return await _connection.QuerySingleAsync<Invoice>(
            "SELECT number, total FROM billing.invoice WHERE number = @number", new { number });
    }

    public Task Close(int number)
    {
        return _connection.ExecuteAsync("EXEC billing.close_invoice @number", new { number });
    }
}
