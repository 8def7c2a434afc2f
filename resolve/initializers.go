package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// initializing are the languages with initializers of fields. The value reports whether
// statements in the body of a class are initializer blocks; in TypeScript, they are static.
var initializing = map[string]bool{"csharp": false, "java": true, "typescript": false, "tsx": false,
	"javascript": false}

// bindInitializers records that the constructors of a class run the initializers of its fields
// and its initializer blocks; of a class without a constructor, the class itself does, which
// is what creating an object of it leads to.
//
//	class Shop {
//	    Tax tax = load();    // Shop.tax calls load
//	    Shop() { }           // and so does each constructor
//	}
//
// A call in a lambda, or between the braces of a value, may run later and is left out.
// Constructors in another file than the field are, too.
func (b *Binder) bindInitializers() {
	blocks, ok := initializing[b.File.Language]
	if !ok {
		return
	}
	delegates := map[DefID]bool{} // constructors that call another one of their class
	for i := range b.File.References {
		r := &b.File.References[i]
		if r.Kind == parse.RefCreate && len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepThis {
			delegates[b.File.ID(r.Def)] = true
		}
	}
	for i := range b.Bindings {
		x := &b.Bindings[i]
		if x.To == None || x.Kind != graph.Calls && x.Kind != graph.Creates {
			continue
		}
		class := b.initializedClass(x, blocks)
		if class == None {
			continue
		}
		for _, from := range b.initializers(class) {
			if from != x.From && !delegates[from] {
				b.Implicit = append(b.Implicit, Binding{From: from, To: x.To, Ext: x.Ext, Kind: x.Kind,
					Tier: x.Tier, Share: x.Share, At: x.At, Via: graph.ViaImplicit})
			}
		}
	}
}

// initializedClass returns the class whose objects a binding initializes, or None.
func (b *Binder) initializedClass(x *Binding, blocks bool) DefID {
	d := b.Table.Def(x.From)
	switch {
	case d.File != b.File || x.From <= None:
	case isInitialized(d):
		if class := b.Table.Def(d.Outer); class.Kind.IsType() && b.runsAtOnce(d, x.At) {
			return class.ID
		}
	case d.Kind.IsType() && d.Body.Contains(x.At):
		if f := b.fieldAt(d, x.At); f == nil && blocks || f != nil && isInitialized(f) && b.runsAtOnce(f, x.At) {
			return d.ID
		}
	}
	return None
}

// isInitialized reports whether a definition is a field, or a property that may have an
// initializer, of an object.
func isInitialized(d *Def) bool {
	return (d.Kind == graph.KindField || d.Kind == graph.KindProperty) && d.Outer > None &&
		!slices.Contains(d.Modifiers, "static")
}

// fieldAt returns the value of a class whose declaration contains a position, or nil.
func (b *Binder) fieldAt(class *Def, at uint32) *Def {
	for i := range b.File.Definitions {
		if d := b.Table.Def(b.File.ID(int32(i))); d.Outer == class.ID && !d.Kind.IsType() && d.Range.Contains(at) {
			return d
		}
	}
	return nil
}

// runsAtOnce reports whether code at a position of a field runs when the field is
// initialized: it is in the initializer, and neither in a lambda nor in braces.
func (b *Binder) runsAtOnce(d *Def, at uint32) bool {
	if at < d.NameAt || int(at) > len(b.File.Text) {
		return false
	}
	text := b.File.Text[d.NameAt:at]
	if open := strings.IndexByte(text, '{'); d.Kind == graph.KindProperty && open >= 0 &&
		!strings.Contains(text[:open], "=") { // the accessors
		end := closingBrace(text, open)
		if end < 0 {
			return false
		}
		text = text[end:]
	}
	begin := strings.IndexByte(text, '=')
	if begin < 0 || strings.HasPrefix(text[begin:], "=>") {
		return false
	}
	for _, lambda := range []string{"=>", "->", "function", "delegate"} {
		if strings.Contains(text[begin+1:], lambda) {
			return false
		}
	}
	return strings.Count(text, "{") <= strings.Count(text, "}")
}

// closingBrace returns the position after the brace that closes the one at a position, or
// -1.
func closingBrace(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// initializers lists the constructors of a class in its file, or the class if it has none at
// all.
func (b *Binder) initializers(class DefID) []DefID {
	all := b.Table.constructors(b.Table.Canon[class], construction{})
	if len(all) == 0 {
		return []DefID{class}
	}
	return b.Table.Filter(all, func(d *Def) bool { return d.File == b.File })
}
