using System;
using System.Collections.Generic;

namespace Billing.Core
{
    /// <summary>What a customer owes.</summary>
    public partial class Invoice : IPriced, IComparable<Invoice>
    {
        private readonly List<Line> _lines = new List<Line>();

        public Invoice(int number)
        {
            Number = number;
        }

        public Invoice(int number, IEnumerable<Line> lines) : this(number)
        {
            _lines.AddRange(lines);
        }

        public int Number { get; }

        public event EventHandler Paid;

        public decimal Total()
        {
            decimal sum = 0;
            foreach (var line in _lines)
            {
                sum += line.Price() * line.Quantity;
            }
            return sum;
        }

        public decimal Total(decimal taxRate)
        {
            if (taxRate < 0)
            {
                throw new ArgumentException("negative rate");
            }
            return Total() * (1 + taxRate);
        }

        public decimal Price()
        {
            return Total();
        }

        public int CompareTo(Invoice other)
        {
            return Number.CompareTo(other.Number);
        }

        public static Invoice operator +(Invoice a, Invoice b)
        {
            return new Invoice(a.Number, b._lines);
        }

        public class Line
        {
            public int Quantity { get; set; }

            public decimal Price()
            {
                return 1m;
            }
        }
    }

    public interface IPriced
    {
        decimal Price();
    }

    public class Result<T>
    {
        public T Value { get; set; }
    }

    public class Result<T, E>
    {
        public E Error { get; set; }
    }

    public class Result
    {
        public bool Ok { get; set; }
    }
}
