package search

import (
	"slices"
	"strings"
	"testing"
)

func TestFramesOfLanguages(t *testing.T) {
	for name, c := range map[string]struct {
		trace string
		want  []string // the innermost first
	}{
		"Java": {
			"Exception in thread \"main\" java.lang.IllegalStateException: closed\n" +
				"\tat org.shop.Order$Line.<init>(Order.java:12)\n" +
				"\tat org.shop.Order.lambda$place$0(Order.java:30)\n" +
				"\tat java.lang.Thread.run(Thread.java:748)\n",
			[]string{"org.shop.Order.Line", "org.shop.Order.place", "java.lang.Thread.run"},
		},
		"Java, lines broken by a mail program": {
			"it fails\nat\norg.shop.cluster.Session.execute(Session.java:176)\n" +
				"at org.shop.Listener.receive(Listener.java\n:85)\norg.shop.Io.read(Native Method)\n",
			[]string{"org.shop.cluster.Session.execute", "org.shop.Listener.receive",
				"org.shop.Io.read"},
		},
		"C#": {
			"System.Exception: closed\n" +
				"   at Shop.Order.<PlaceAsync>d__5.MoveNext() in /src/Order.cs:line 12\n" +
				"   at Shop.Cart`1.Add[T](T item, Int32 count)\n" +
				"   at Shop.Order..ctor(String id)\n",
			[]string{"Shop.Order.PlaceAsync", "Shop.Cart.Add", "Shop.Order"},
		},
		"JavaScript": {
			"TypeError: x is not a function\n    at Order.place (/src/order.js:12:7)\n" +
				"    at async checkout (file:///src/cart.js:3:1)\n    at new Cart (/src/cart.js:9:1)\n",
			[]string{"Order.place", "checkout", "Cart"},
		},
		"Python": {
			"Traceback (most recent call last):\n  File \"shop/main.py\", line 3, in main\n" +
				"    place()\n  File \"shop/order.py\", line 12, in place\n    raise Closed\n",
			[]string{"place", "main"},
		},
		"Go": {
			"goroutine 1 [running]:\nexample.com/shop/order.(*Order).Place(0xc000, 0x1)\n" +
				"\t/src/order/order.go:12 +0x1d\nmain.main()\n\t/src/main.go:3 +0x2\n",
			[]string{"order.Order.Place", "main.main"},
		},
		"prose": {"Place(order) fails at the bank (see order.java) in line 3", nil},
	} {
		var got []string
		for _, f := range framesOf(c.trace) {
			got = append(got, f.symbol)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: frames %q, want %q", name, got, c.want)
		}
	}
}

// TestFramesAreNoProse checks that frames are blanked out of the text, line by line, and
// that each function is listed once.
func TestFramesAreNoProse(t *testing.T) {
	var q query
	frame := "at shop.Order.place(Order.java:12)"
	prose := q.takeFrames("orders fail\n" + frame + "\n" + frame + "\nsince Monday")
	if want := []string{"shop.Order.place"}; !slices.Equal(q.frames, want) {
		t.Errorf("frames %q, want %q", q.frames, want)
	}
	blank := strings.Repeat(" ", len(frame))
	if want := "orders fail\n" + blank + "\n" + blank + "\nsince Monday"; prose != want {
		t.Errorf("the text is\n%q, want\n%q", prose, want)
	}
}

// traced is a query with a stack trace of three functions.
const traced = "it fails\nat Shop.Order.place(Order.java:1)\nat Shop.Cart.checkout(Cart.java:2)\n" +
	"at Shop.Server.serve(Server.java:3)\n"

func TestWordsOfFramesCountByTheirPlaces(t *testing.T) {
	q := parseQuery(traced+"at Shop.Server.place(Server.java:4)\n", Defaults(), kindOf)
	weights := map[string]float64{}
	for _, term := range q.terms {
		weights[term.text] = term.weight
	}
	for word, want := range map[string]float64{"fails": 1, "order": 1, "place": 1 + 1.0/4,
		"checkout": 1.0 / 2, "server": 1.0/3 + 1.0/4} {
		if got := weights[word]; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s weighs %g, want %g", word, got, want)
		}
	}
}

// TestFirstFramesOfTheTreeComeFirst checks that library frames, which name no node, are
// not numbered.
func TestFirstFramesOfTheTreeComeFirst(t *testing.T) {
	m := newMemory(method("Server.serve: waits"), method("Cart.checkout: waits"),
		method("Order.place: waits"))
	text := "it fails\nat lib.Socket.read(Socket.java:1)\n" + traced
	got := found(t, m, text, Options{Limit: 10})
	if want := []string{"Order.place", "Cart.checkout", "Server.serve"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	res, err := Search(m, text, Options{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range res.Hits {
		if want := res.Hits[0].Bonus / float64(i+1); h.Bonus < want*0.999 || h.Bonus > want*1.001 {
			t.Errorf("frame %d of the tree: bonus %g, want %g", i+1, h.Bonus, want)
		}
	}
}

// TestATraceAloneFindsItsFunctions checks that a word of the first line that another node
// contains does not outweigh the frames.
func TestATraceAloneFindsItsFunctions(t *testing.T) {
	m := newMemory(method("Pool.start: goroutine running running"), method("order.Place: waits"),
		method("cart.Checkout: waits"))
	trace := "goroutine 1 [running]:\nexample.com/Shop.order.Place(0x1)\n\t/src/order.go:12 +0x1d\n" +
		"example.com/Shop.cart.Checkout(0x1)\n\t/src/cart.go:3 +0x2\n"
	got := found(t, m, trace, Options{Limit: 10})
	if want := []string{"order.Place", "cart.Checkout", "Pool.start"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
