package openends_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/query/answer/openends"
	"seedgraph/testkit/answertest"
)

// TestLookups checks which lookups of members by name may find a method.
func TestLookups(t *testing.T) {
	x := answertest.Sources(t, `-- plugins.py --
class Base:
    def start(self): pass
class Plugin(Base):
    def save(self): pass
class Sub(Plugin):
    def load(self): pass
class Mixed(Sub): pass
class Lamp:
    def light(self): pass
    def light_up(self): pass
def loose(): pass
-- run.py --
from plugins import Plugin, Lamp
def typed(plugin: Plugin, name): return getattr(plugin, name)()
-- any.py --
def untyped(plugin, name): return getattr(plugin, name)()
-- user.py --
from plugins import Plugin
from any import untyped
def use(name): untyped(Plugin(), name)
-- chain.py --
def first(lamp, name): return getattr(lamp, name)()
def second(lamp, name): return first(lamp, name)
def third(lamp, name): return second(lamp, name)
def fourth(lamp, name): return third(lamp, name)
def fifth(lamp, name): return fourth(lamp, name)
-- far.py --
from plugins import Lamp
from chain import fifth
def far(name): return fifth(Lamp(), name)
-- begins.py --
def begun(lamp, kind): return getattr(lamp, "light_" + kind)()
-- door.rb --
class Door
  def open; end
  def any(name)
    send(name)
  end
end
-- gate.php --
<?php
class Gate { public function close() {} }
function any(Gate $g, $name) { return $g->$name(); }
`)
	for name, want := range map[string]string{
		"plugins.Plugin.save":   "{} at any.py:1 Plugin.{} at run.py:2",
		"plugins.Sub.load":      "{} at any.py:1 Plugin.{} at run.py:2",
		"plugins.Base.start":    "{} at any.py:1 Plugin.{} at run.py:2",
		"plugins.Lamp.light":    "{} at chain.py:1",
		"plugins.Lamp.light_up": "light_up at begins.py:1 {} at chain.py:1",
		"door.Door.open":        "Door.{} at door.rb:4",
		"Gate.close":            "Gate.{} at gate.php:3",
		"plugins.loose":         "",
	} {
		ends, err := openends.Users(x, []uint32{answertest.Node(t, x, name)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range ends.List {
			got = append(got, fmt.Sprintf("%s at %s:%d", e.What, e.Path, e.Line))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
}

// TestLookupsFromAnywhere checks that of the lookups on objects that may come from anywhere one is
// listed, after those that are known to be related, and that all are counted.
func TestLookupsFromAnywhere(t *testing.T) {
	var b strings.Builder
	b.WriteString(`-- lamps.py --
class Lamp:
    def light(self): pass
-- typed.py --
from lamps import Lamp
def typed(lamp: Lamp, name): return getattr(lamp, name)()
-- any.py --
def one(o, name): return getattr(o, name)()
def two(o, name): return getattr(o, name)()
-- users.py --
from any import one, two
`)
	for i := range 400 {
		fmt.Fprintf(&b, "def use%d(o): return one(o, 'a' + o.b) or two(o, 'a' + o.b)\n", i)
	}
	x := answertest.Sources(t, b.String())
	ends, err := openends.Users(x, []uint32{answertest.Node(t, x, "lamps.Lamp.light")})
	if err != nil || ends.Total != 3 || len(ends.List) != 2 || ends.List[0].Path != "typed.py" ||
		ends.List[1].Path != "any.py" || ends.Answer() != openends.Unknown {
		t.Errorf("%+v, %v", ends, err)
	}
}
