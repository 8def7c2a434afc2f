package openends_test

import (
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/openends"
	"seedgraph/testkit/answertest"
)

// TestBetween checks that exactly the open ends that may reach the target are listed.
func TestBetween(t *testing.T) {
	for name, c := range map[string]struct{ code, from, to, want string }{
		"a call on a value of unknown type, by the name of what leads there": {`-- m.py --
class Order:
    def save(self): write()
def write(): pass
def run(x): x.save()
`, "m.run", "m.write", "unknown: save at m.py:4, unknown_receiver"},
		"one of another name": {`-- m.py --
class Order:
    def save(self): write()
def write(): pass
def run(x): x.load()
`, "m.run", "m.write", "no"},
		"behind other calls": {`-- m.py --
def write(): pass
def deep(x): x.write()
def run(x): deep(x)
`, "m.run", "m.write", "unknown: write at m.py:2, unknown_receiver"},
		"nothing open": {`-- m.py --
def write(): pass
def deep(): pass
def run(): deep()
`, "m.run", "m.write", "no"},
		"reflection of Java": {`-- Door.java --
class Door {
  void open() {}
  void call(String verb) throws Exception { getClass().getMethod(verb).invoke(this); }
  void plain() { String.valueOf(1); }
}
`, "Door.call", "Door.open", "unknown: Door.{} at Door.java:3, dynamic_name"},
		"reflection of Python with a literal name": {`-- m.py --
def write(): pass
def run(x):
    if getattr(x, "draft", False): pass
def other(x): return getattr(x, "write")()
`, "m.run", "m.write", "no"},
		"with the name of the target": {`-- m.py --
def write(): pass
def run(x): return getattr(x, "write")()
`, "m.run", "m.write", "unknown: write at m.py:2, dynamic_name"},
		"a method that was found elsewhere": {`-- Door.java --
import java.lang.reflect.Method;
class Door {
  void open() {}
  void call(Method m) throws Exception { m.invoke(this); }
}
`, "Door.call", "Door.open", "unknown: java.lang.reflect.Method.invoke at Door.java:4, reflection"},
		"a lookup on objects of another class": {`-- Door.java --
class Door { void open() {} }
class Lamp {
  void light() {}
  void call(String verb) throws Exception { getClass().getMethod(verb).invoke(this); }
}
`, "Lamp.call", "Door.open", "no"},
		"a class found by name, to a method": {`-- Door.java --
class Door {
  Door() {}
  void open() {}
  static void make(String name) throws Exception { Class.forName(name).getConstructor().newInstance(); }
}
`, "Door.make", "Door.open", "no"},
		"a call of a library that calls nothing back": {`-- Door.java --
class Door {
  void open() {}
  void plain() { String.valueOf(1); }
}
`, "Door.plain", "Door.open", "no"},
		"a method of an interface of the platform": {`-- m.go --
package m
import "io"
type sink struct{}
func (s *sink) Write(p []byte) (int, error) { return put(p) }
func put(p []byte) (int, error) { return 0, nil }
func feed(w io.Writer) { w.Write(nil) }
`, "feed", "put", "unknown: io.Writer.Write at m.go:6, library_member"},
		"an error of unknown type": {`-- m.go --
package m
type bad struct{}
func (bad) Error() string { return text() }
func text() string { return "" }
func fails(err error) string { return err.Error() }
`, "fails", "text", "unknown: builtin.error.Error at m.go:5, library_member"},
		"a method of another interface of the platform": {`-- m.go --
package m
import "io"
type sink struct{}
func (s *sink) Close() error { return put() }
func put() error { return nil }
func feed(w io.Writer) { w.Write(nil) }
`, "feed", "put", "no"},
		"a lock of the platform, which is no interface": {`-- m.go --
package m
import "sync"
type gate struct{}
func (g *gate) Lock() { put() }
func put() {}
func feed(mu *sync.Mutex) { mu.Lock() }
`, "feed", "put", "no"},
		"a parameter that callers set to a function without a name": {`-- m.go --
package m
func put() {}
func each(f func()) { f() }
func all() { each(func() { put() }) }
`, "each", "put", "unknown: f at m.go:3, callback_parameter"},
		"a parameter, behind a call that passes another function": {`-- m.go --
package m
func put() {}
func each(f func()) { f() }
func all() { each(func() { put() }) }
func none() { each(func() { }) }
`, "none", "put", "no"},
		"a field that is set to a function without a name": {`-- m.go --
package m
func put() {}
type job struct { run func() }
func (j job) start() { j.run() }
func make1() job { return job{run: func() { put() }} }
`, "job.start", "put", "unknown: run at m.go:4, callback_field"},
		"an element of a parameter": {`-- m.go --
package m
func put() {}
func each(fs []func()) { for _, f := range fs { f() } }
func all() { each([]func(){func() { put() }}) }
`, "each", "put", "unknown: fs at m.go:3, callback_parameter"},
		"an object that is handed to a library": {`-- A.java --
class A {
  static class Job implements Runnable { public void run() { work(); } }
  static void work() {}
  static void start() { new Thread(new Job()).start(); }
}
`, "A.start", "A.work", "unknown: Job.run at A.java:4, library_callback"},
		"an object of a class without a base in a library": {`-- A.java --
class A {
  static class Job { public void run() { work(); } }
  static void work() {}
  static void start() { new Job(); new Thread().start(); }
}
`, "A.start", "A.work", "no"},
		"a parameter that a library compares": {`-- C.cs --
using System; using System.Collections.Generic;
class Order : IComparable<Order> { public int CompareTo(Order o) => W.Compare(); }
static class W {
  public static int Compare() => 0;
  public static void Sorts(List<Order> list) { list.Sort(); }
  public static int Takes(List<Order> list) { return 0; }
}
`, "W.Sorts", "W.Compare", "unknown: Order.CompareTo at C.cs:5, library_callback"},
		"a parameter, and no library": {`-- C.cs --
using System; using System.Collections.Generic;
class Order : IComparable<Order> { public int CompareTo(Order o) => W.Compare(); }
static class W {
  public static int Compare() => 0;
  public static int Takes(List<Order> list) { return 0; }
}
`, "W.Takes", "W.Compare", "no"},
		"a special method of Python": {`-- m.py --
class Order:
    def __lt__(self, other): return less()
def less(): pass
def sorts(orders: list[Order]): orders.sort()
`, "m.sorts", "m.less", "unknown: Order.__lt__ at m.py:4, library_callback"},
	} {
		t.Run(name, func(t *testing.T) {
			x := answertest.Sources(t, c.code)
			found, err := openends.Between(x, []uint32{answertest.Node(t, x, c.from)},
				[]uint32{answertest.Node(t, x, c.to)}, dispatch.Runs)
			if err != nil {
				t.Fatal(err)
			}
			got := found.Answer()
			if len(found.List) > 0 {
				got += ": " + describe(found.List)
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// describe formats open ends.
func describe(list []openends.End) string {
	var out []string
	for _, e := range list {
		line := string(rune('0' + e.Line))
		out = append(out, e.What+" at "+e.Path+":"+line+", "+e.Reason)
	}
	return strings.Join(out, "; ")
}

// TestTopics checks that what sends to a topic without a known name may reach those that listen
// to a topic of such a name.
func TestTopics(t *testing.T) {
	x := answertest.Sources(t, `-- Shop.java --
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
class Shop {
  KafkaTemplate<String, String> kafka;
  void send(String topic) { kafka.send(topic, ""); }
  void pay() { send("paid"); }
  void part(String id) { kafka.send("shop." + id, ""); }
  @KafkaListener(topics = "orders") void listen(String text) { }
  @KafkaListener(topics = "shop.eu") void shop(String text) { }
}
`)
	for _, c := range []struct{ from, to, want string }{
		{"Shop.send", "Shop.listen", "unknown: TOPIC {} at Shop.java:5, topic_parameter"},
		{"Shop.pay", "Shop.listen", "no"}, // it names another one
		{"Shop.part", "Shop.shop", "unknown: TOPIC shop.{} at Shop.java:7, open_topic"},
		{"Shop.part", "Shop.listen", "no"},
	} {
		found, err := openends.Between(x, []uint32{answertest.Node(t, x, c.from)},
			[]uint32{answertest.Node(t, x, c.to)},
			func(e graph.Edge) bool { return e.Kind == graph.Handles || dispatch.Runs(e) })
		if err != nil {
			t.Fatal(err)
		}
		got := found.Answer()
		if len(found.List) > 0 {
			got += ": " + describe(found.List)
		}
		if got != c.want {
			t.Errorf("from %s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// TestUsers checks that calls of a name with unknown targets are possible uses of nodes
// with that name, in compatible languages.
func TestUsers(t *testing.T) {
	x := answertest.Sources(t, `-- m.py --
class Order:
    def save(self): pass
    def load(self): pass
def run(x): x.save()
-- m.ts --
export function run(x: any) { x.save(); }
`)
	for name, want := range map[string]string{
		"m.Order.save": "save at m.py:4, unknown_receiver",
		"m.Order.load": "",
	} {
		found, err := openends.Users(x, []uint32{answertest.Node(t, x, name)})
		if err != nil || describe(found.List) != want {
			t.Errorf("%s: %s, %v, want %s", name, describe(found.List), err, want)
		}
	}
}

// TestText checks that a line lists the first of them.
func TestText(t *testing.T) {
	if got := openends.Text(nil, 0); got != "" {
		t.Errorf("of none: %q", got)
	}
	list := []openends.End{{What: "TryWrite", Path: "src/Pay.cs", Line: 88, Reason: "channel"},
		{What: "save", Path: "m.py", Line: 2, Reason: "unknown_receiver"}}
	want := "; 5 open ends on the way: TryWrite at Pay.cs:88 (channel), save at m.py:2 (unknown receiver) and 3 more"
	if got := openends.Text(list, 5); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
