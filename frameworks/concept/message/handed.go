package message

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A HandedName is the name of a topic that a caller hands to the function that sends to it.
type HandedName struct {
	Name
	Def  resolve.DefID // the caller
	At   eval.Place    // of the argument
	Tier graph.Tier
}

// maxHanded bounds the functions that hand a parameter on.
const maxHanded = 10

// HandedNames lists the names that callers give to the parameter that an expression is, of
// a function that sends or of one that hands its own parameter on:
//
//	publish(name: string, data: unknown) { this.emitter.emit(name, data); }
//	place() { this.bus.publish('order.placed', order); }
func HandedNames(c *eval.Callers, x eval.Expr) []HandedName {
	if x.Kind != parse.ExprName {
		return nil
	}
	var out []HandedName
	for _, f := range c.Frames(x.Def) {
		given, ok := f.Env.Get(x.Expr.Text)
		for n := 0; ok && given.Kind == parse.ExprName && n < maxHanded; n++ {
			next, more := given.Env.Get(given.Expr.Text)
			if !more {
				break
			}
			given = next
		}
		if !ok {
			continue
		}
		names, known := NamesOf(c.Tree, given)
		if !known {
			continue
		}
		for _, name := range names {
			h := HandedName{name, given.Def, eval.Place{File: given.In.File, At: given.At},
				resolve.WeakerTier(f.Tier, graph.Typed)}
			if !slices.Contains(out, h) {
				out = append(out, h)
			}
		}
	}
	return out
}

// Handed lists the ends at the callers that hand the name of a topic to a function, given
// the end at the call that sends to it. name sets the name of a topic.
func Handed(c *eval.Callers, x eval.Expr, e ChannelEnd) []ChannelEnd {
	var out []ChannelEnd
	for _, h := range HandedNames(c, x) {
		of := e
		of.Topic.Name, of.By, of.Def, of.At = h.Text, h.By, h.Def, h.At
		of.Tier = resolve.WeakerTier(e.Tier, h.Tier)
		out = append(out, of)
	}
	return out
}
