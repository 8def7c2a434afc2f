package paths_test

import (
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestImplicitCalls checks that using a property runs its accessors, also the ones of an
// overriding one, and that creating an object runs constructors of base classes. Reading
// a property with only an initial value runs nothing.
func TestImplicitCalls(t *testing.T) {
	x := answertest.Sources(t, `-- Shop.cs --
namespace Shop;
abstract class Priced
{
    public abstract int Price { get; }
    public int Once { get; } = Tax.Rate();
    public int Twice() => Price;
}
class Tax { public static int Rate() => 1; public static int Book() => 2; public static void Log() { } }
class Order : Priced { public override int Price => Tax.Rate(); public int Set { set { Tax.Book(); } } }
class Base { public Base() { Tax.Log(); } }
class Derived : Base { public Derived() { } }
class Bare : Derived { }
class Clerk
{
    public int Reads(Order o) => o.Price;
    public void Writes(Order o) { o.Set = 1; }
    public int ReadsOnce(Priced p) => p.Once;
    public object Makes() => new Derived();
    public object MakesBare() => new Bare();
}
-- shop.py --
class Base:
    def __init__(self): log()
class Order(Base):
    @property
    def price(self): return rate()
def rate(): return 1
def log(): pass
def reads(o: Order): return o.price
def makes(): return Order()
-- shop.ts --
export class Order { get price() { return rate(); } once = rate(); }
function rate() { return 1; }
export function readsPrice(o: Order) { return o.price; }
export function readsOnce(o: Order) { return o.once; }
`)
	for _, c := range []struct{ from, to, want string }{
		{"Clerk.Reads", "Tax.Rate", "yes"},
		{"Priced.Twice", "Tax.Rate", "yes"},
		{"Clerk.Writes", "Tax.Book", "yes"},
		{"Clerk.ReadsOnce", "Tax.Rate", "no"},
		{"Clerk.Makes", "Tax.Log", "yes"},
		{"Clerk.MakesBare", "Tax.Log", "yes"},
		{"shop.reads", "python:shop#rate", "yes"},
		{"shop.reads", "python:shop#log", "no"},
		{"shop.makes", "python:shop#log", "yes"},
		{"readsPrice", "typescript:shop#rate", "yes"},
		{"readsOnce", "typescript:shop#rate", "no"},
	} {
		a, err := find(t, x, c.from, c.to, paths.Options{})
		if err != nil || a.Answer != c.want {
			t.Errorf("%s to %s: %v, %v", c.from, c.to, a, err)
		}
	}
}

// TestPathsOfTests checks that paths from a test may pass through test helpers, and other
// paths may not.
func TestPathsOfTests(t *testing.T) {
	x := answertest.Sources(t, `-- shop.py --
def save(): pass
-- tests/helper.py --
from shop import save
def prepare(): save()
-- tests/test_shop.py --
from tests.helper import prepare
def test_save(): prepare()
`)
	a, err := find(t, x, "test_save", "shop.save", paths.Options{})
	if err != nil || a.Answer != "yes" {
		t.Errorf("%v, %v", a, err)
	}
}
