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
		"plugins.Lamp.light":    "",
		"plugins.Lamp.light_up": "light_up at begins.py:1",
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
