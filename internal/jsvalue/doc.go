// Package jsvalue evaluates configurations written in JavaScript or TypeScript without
// running them. It supports literals, names, path functions, functions of the file
// itself, and modules of the tree that the file requires; everything else is [Unknown].
// The tree is untrusted: depth and steps are limited, and only files that the caller
// provides are read.
//
//	scan.go   from text to tokens
//	parse.go  from tokens to the relevant expressions and statements
//	eval.go   from expressions to values
//	calls.go  calls: of path functions, of functions of the file, of all others
package jsvalue

// A Kind is a kind of value.
type Kind uint8

// The kinds of values.
const (
	Unknown  Kind = iota
	Text          // a string
	Path          // a file or folder of the tree: Text is its path, empty for the root
	Regexp        // Text is the pattern
	List          // Items
	Object        // Members
	Call          // of an unknown function: Text is its last name, Items its arguments
	Choice        // one of Items
	Function      // a function of the file
	builtin       // a module or function of the platform: Text is its name
)

// A Value is the value of an expression, as far as the text determines it.
type Value struct {
	Kind    Kind
	Text    string
	Items   []Value
	Members []Member

	function *closure
}

// A Member is a member of an object.
type Member struct {
	Name  string
	Value Value
	Line  int // in the file that has the member, from 1
}

// A Set is an assignment to a member of an object that the file does not create
// itself.
//
//	config.resolve.alias['@'] = resolve('src')        // resolve, alias, @
//	config.resolve.alias.set('@', resolve('src'))     // the same
type Set struct {
	Names []string
	Value Value
	Line  int
}

// A Module has the exports of a file.
type Module struct {
	Default Value
	Named   []Member
	Sets    []Set
}

// Read reads the file at a path; text returns the text of a file of the tree. Read
// returns nil if there is no such file.
func Read(file string, text func(path string) (string, bool)) *Module {
	r := &reader{text: text, modules: map[string]*module{}, left: maxSteps}
	m := r.module(file)
	if m == nil {
		return nil
	}
	out := &Module{Default: r.exported(m, "default"), Sets: r.sets(m)}
	for _, name := range m.names {
		out.Named = append(out.Named, Member{Name: name, Value: r.exported(m, name)})
	}
	return out
}

// Get returns the member at the end of a path of names, or Unknown.
func (v Value) Get(names ...string) Value {
	for _, name := range names {
		found := Value{}
		for _, m := range v.AsObject().Members {
			if m.Name == name { // the last one wins
				found = m.Value
			}
		}
		v = found
	}
	return v
}

// AsObject returns a value as an object: for a function its return value, for a call of
// an unknown function the merged arguments, since such functions complete or merge
// settings.
//
//	defineConfig({ … }), merge(common, { … }), () => ({ … })
func (v Value) AsObject() Value {
	left := maxObjects
	return v.asObject(0, &left)
}

func (v Value) asObject(depth int, left *int) Value {
	if *left--; depth > maxWraps || *left < 0 {
		return Value{}
	}
	switch v.Kind {
	case Object:
		return v
	case Function:
		return v.function.result(nil).asObject(depth+1, left)
	case Call, Choice:
		out := Value{}
		for _, item := range v.Items {
			if o := item.asObject(depth+1, left); o.Kind == Object {
				out = merged(out, o)
			}
		}
		return out
	}
	return Value{}
}

// maxWraps limits nested functions, maxObjects the objects merged into one, maxMerged
// the levels of objects that are merged, maxList the items of lists that are
// concatenated in the process.
const (
	maxWraps   = 8
	maxObjects = 200
	maxMerged  = 16
	maxList    = 10_000
)

// merged returns an object with the members of both: members of one name are merged if
// they are objects; otherwise the second one wins.
func merged(a, b Value) Value { return mergedTo(a, b, maxMerged) }

func mergedTo(a, b Value, depth int) Value {
	out := Value{Kind: Object, Members: append([]Member(nil), a.Members...)}
	at := map[string]int{}
	for i, m := range out.Members {
		at[m.Name] = i
	}
	for _, m := range b.Members {
		i, ok := at[m.Name]
		switch {
		case !ok:
			at[m.Name] = len(out.Members)
			out.Members = append(out.Members, m)
		case depth > 0 && out.Members[i].Value.Kind == Object && m.Value.Kind == Object:
			m.Value = mergedTo(out.Members[i].Value, m.Value, depth-1)
			out.Members[i] = m
		case depth > 0 && out.Members[i].Value.Kind == List && m.Value.Kind == List:
			before := out.Members[i].Value.Items
			if len(before)+len(m.Value.Items) <= maxList {
				m.Value.Items = append(append([]Value(nil), before...), m.Value.Items...)
			}
			out.Members[i] = m
		default:
			out.Members[i] = m
		}
	}
	return out
}

// Texts returns the texts of a value: its own, or those of the items of a list or
// choice.
func (v Value) Texts() []string {
	var out []string
	switch v.Kind {
	case Text:
		out = append(out, v.Text)
	case List, Choice:
		for _, item := range v.Items {
			if item.Kind == Text {
				out = append(out, item.Text)
			}
		}
	}
	return out
}
