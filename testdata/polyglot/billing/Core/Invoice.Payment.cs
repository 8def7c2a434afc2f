using System;

namespace Billing.Core
{
    public partial class Invoice
    {
        public void Pay(DateTime when)
        {
            Paid?.Invoke(this, EventArgs.Empty);
        }
    }
}
