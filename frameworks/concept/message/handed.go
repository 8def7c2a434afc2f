package message

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxHanded bounds the functions that hand a parameter on.
const maxHanded = 10

// Handed lists the ends at the callers that give the name of a topic to the parameter that an
// expression is, of a function that sends or of one that hands its own parameter on; e is the end
// at the call that sends:
//
//	publish(name: string, data: unknown) { this.emitter.emit(name, data); }
//	place() { this.bus.publish('order.placed', order); }
//
// What is not known of a name are holes. The sending call itself is an end with holes, too.
func Handed(c *eval.Callers, x eval.Expr, e ChannelEnd) []ChannelEnd {
	var out []ChannelEnd
	add := func(name Name, at eval.Expr, tier graph.Tier) {
		of := e
		of.Topic.Name, of.By, of.Def = name.Text, name.By, at.Def
		of.At = eval.Place{File: at.In.File, At: at.At}
		of.Tier = resolve.WeakerTier(e.Tier, resolve.WeakerTier(tier, graph.Typed))
		if !slices.Contains(out, of) {
			out = append(out, of)
		}
	}
	var frames []eval.CallFrame
	if x.Kind == parse.ExprName {
		frames = c.Frames(x.Def)
	}
	for _, f := range frames {
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
			names = []Name{{Text: c.TextWithHoles(given)}}
		}
		for _, name := range names {
			add(name, given, f.Tier)
		}
	}
	e.Topic.Name, e.By, e.Given = c.TextWithHoles(x), 0, len(out) > 0
	return append(out, e)
}
