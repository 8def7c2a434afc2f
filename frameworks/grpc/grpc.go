// Package grpc finds gRPC services: their descriptions, the methods that implement them
// and client calls, in C#, Go, Java, Python, TypeScript and JavaScript.
//
//	grpc.go   services and calls
//	names.go  names of the types that are generated for a service, by language
//	node.go   services and clients of Node
//
// In code a service is identified by the names of its generated types, without its
// package. A method is a topic: GRPC Greeter/SayHello.
package grpc

import (
	"maps"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Broker returns the rules of gRPC.
func Broker() message.Broker { return broker{} }

type broker struct{}

// words are those of files that use clients or implement services.
var words = map[string]string{"csharp": "Grpc", "java": "Grpc", "go": "google.golang.org/grpc",
	"python": "_pb2_grpc"}

// Sites requests the sites of files that may use a client. In C# and Go such files
// need not name the library.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	word := words[lang]
	if word != "" && strings.Contains(src.Text, word) || lang == "csharp" && hasClient(src.Text) ||
		lang == "go" && makesClient(src.Text) ||
		isNode(lang, src) {
		return parse.AllSites
	}
	return parse.NoSites
}

// makesClient reports whether a Go source has a call such as pb.NewGreeterClient(conn).
func makesClient(text string) bool {
	for at := 0; ; {
		next := strings.Index(text[at:], ".New")
		if next < 0 {
			return false
		}
		at += next + len(".New")
		end := at
		for end < len(text) && isName(text[end]) {
			end++
		}
		if strings.HasSuffix(text[at:end], "Client") && end < len(text) && text[end] == '(' {
			return true
		}
	}
}

// isNode reports whether a Node file may implement a service, or make a client.
func isNode(lang string, src parse.Source) bool {
	return (lang == "typescript" || lang == "javascript") && src.ContainsAny(nodeWords)
}

// Named reports whether a file names the library.
func (broker) Named(lang string, src parse.Source) bool {
	return words[lang] != "" && strings.Contains(src.Text, words[lang]) || isNode(lang, src)
}

// hasClient reports whether a text contains a type such as Greeter.GreeterClient.
func hasClient(text string) bool {
	for at := 0; ; {
		next := strings.Index(text[at:], "Client")
		if next < 0 {
			return false
		}
		end := at + next
		from := end
		for from > 0 && isName(text[from-1]) {
			from--
		}
		name := text[from:end]
		if before := "." + name + "Client"; name != "" && from > len(name) &&
			strings.HasSuffix(text[:end+len("Client")], name+before) {
			return true
		}
		at = end + len("Client")
	}
}

// Ends lists the methods that implement services, and client calls.
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &reader{Tree: t, served: map[string]bool{}, stated: map[string]string{},
		described: map[string]bool{}, clients: map[*resolve.File]bool{}}
	for _, f := range t.Table.Files {
		if f.Language == "protobuf" {
			r.describe(f)
		}
	}
	for _, f := range t.Table.Files {
		r.generated(f)
	}
	for _, f := range t.Table.Files {
		if rules := languages[f.Language]; rules != nil && !f.Test {
			r.services(f, rules)
		}
	}
	r.node()
	for _, e := range r.found {
		_, method, _ := strings.Cut(e.Name, "/")
		r.served[strings.TrimPrefix(key("", method), "/")] = true
	}
	for _, family := range slices.Sorted(maps.Keys(languages)) {
		t.EachCall(family, func(x eval.Expr) { r.call(x, languages[family]) })
	}
	return r.found
}

// A reader collects the methods and calls of one tree.
type reader struct {
	*eval.Tree
	served    map[string]bool        // methods that a service has
	stated    map[string]string      // topics in a description, by normalized name
	described map[string]bool        // services
	clients   map[*resolve.File]bool // whether a file names client types; computed on demand
	found     []message.ChannelEnd
}

// describe adds the methods of the services that a file describes.
func (r *reader) describe(f *resolve.File) {
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Kind != graph.KindMethod {
			continue
		}
		service := r.Table.Def(d.Outer).Name
		r.described[service] = true
		r.stated[key(service, d.Name)] = service + "/" + d.Name
		r.enter(service, d.Name, message.ChannelEnd{Def: d.ID, States: true, Tier: graph.Exact,
			At: eval.Place{File: f, At: d.NameAt}})
	}
}

// generated records the service methods that generated Go or Python code declares, if the
// tree has that code without the description: a client is often in another repository
// than the service.
func (r *reader) generated(f *resolve.File) {
	rules := languages[f.Language]
	if rules == nil || rules.interfaceOf == nil || !rules.isGenerated(f.Path) {
		return
	}
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Kind != graph.KindMethod || d.Outer == resolve.None {
			continue
		}
		service := rules.interfaceOf(r.Table.Def(d.Outer))
		if service == "" || r.described[service] || !rules.answers(d) {
			continue
		}
		if _, known := r.stated[key(service, d.Name)]; !known {
			r.stated[key(service, d.Name)] = service + "/" + d.Name
		}
		r.enter(service, d.Name, message.ChannelEnd{Def: d.ID, States: true, Tier: graph.Exact,
			At: eval.Place{File: f, At: d.NameAt}})
	}
}

// key returns a key that is equal for the spellings of a method in all languages:
// get_order, GetOrder.
func key(service, method string) string {
	return service + "/" + strings.ToLower(strings.ReplaceAll(method, "_", ""))
}

// services adds the methods of the types of a file that implement a service.
func (r *reader) services(f *resolve.File, rules *language) {
	implemented := map[resolve.DefID][]string{}
	byName := map[string][]string{} // Go: methods are declared separately from their type
	for i := range f.Definitions {
		d := &f.Definitions[i]
		for _, b := range d.Bases {
			if service := rules.service(written(f, b.Name)); service != "" && d.Kind.IsType() {
				implemented[f.ID(int32(i))] = append(implemented[f.ID(int32(i))], service)
				byName[d.Name] = append(byName[d.Name], service)
			}
		}
	}
	if len(implemented) == 0 {
		return
	}
	r.derived(f, implemented)
	for _, file := range r.Table.Files {
		if file != f && (f.Language != "go" || file.Language != "go" || file.Module != f.Module) {
			continue // except in Go, where methods may be in other files of the package
		}
		for i := range file.Definitions {
			d := r.Table.Def(file.ID(int32(i)))
			services := implemented[d.Outer]
			if !d.Receiver().IsZero() {
				services = byName[d.Receiver().Name]
			}
			if d.Kind != graph.KindMethod || !rules.serves(d) {
				continue
			}
			for _, service := range services {
				r.enter(service, rules.method(d.Name), message.ChannelEnd{Def: d.ID, Tier: graph.Exact,
					At: eval.Place{File: file, At: d.NameAt}})
			}
		}
	}
}

// derived adds the types of a file that derive from a type in it that implements a
// service, level by level.
func (r *reader) derived(f *resolve.File, implemented map[resolve.DefID][]string) {
	byName := map[string][]string{}
	for d, services := range implemented {
		byName[r.Table.Def(d).Name] = services
	}
	for found := true; found; {
		found = false
		for i := range f.Definitions {
			d := &f.Definitions[i]
			if _, known := implemented[f.ID(int32(i))]; known || !d.Kind.IsType() {
				continue
			}
			for _, b := range d.Bases {
				if services := byName[b.Name]; services != nil {
					implemented[f.ID(int32(i))], byName[d.Name], found = services, services, true
				}
			}
		}
	}
}

// written returns the name of a type with the import path that it begins with.
func written(f *resolve.File, name string) string {
	for _, full := range eval.Imported(f, name) {
		return full
	}
	return name
}

// enter adds an end of a method, under the name in its description.
func (r *reader) enter(service, method string, e message.ChannelEnd) {
	name, ok := r.stated[key(service, method)]
	if !ok {
		name = service + "/" + method
	}
	e.Topic = message.Topic{System: "grpc", Word: "GRPC", Name: name}
	r.found = append(r.found, e)
}

// call adds a client call.
func (r *reader) call(x eval.Expr, rules *language) {
	method := rules.method(x.Expr.Text)
	if x.Recv == nil || !r.served[strings.TrimPrefix(key("", method), "/")] && !r.named(x.In.File, rules) {
		return // before the more expensive lookup of its type
	}
	for _, name := range r.types(x.Sub(x.Recv)) {
		if service := rules.client(name); service != "" {
			if rules.stated && r.stated[key(service, method)] == "" {
				continue
			}
			r.enter(service, method, message.ChannelEnd{Def: x.Def, Sends: true,
				Tier: graph.Typed, At: eval.Place{File: x.In.File, At: x.At}})
			return
		}
	}
}

// named reports whether a file names a type that is a client by its name alone: the
// service, with its description, may be in another repository.
func (r *reader) named(f *resolve.File, rules *language) bool {
	if rules.names == nil {
		return false
	}
	names, known := r.clients[f]
	if !known {
		names = rules.names(f.Text)
		r.clients[f] = names
	}
	return names
}

// types lists the possible type names of a value: as resolved, as declared, or as
// created.
func (r *reader) types(x eval.Expr) []string {
	var out []string
	t := x.In.ValueType(x.At)
	switch {
	case t.Def > resolve.None:
		d := r.Table.Def(t.Def)
		out = append(out, d.Name)
		if d.Outer != resolve.None {
			out = append(out, r.Table.Def(d.Outer).Name+"."+d.Name)
		}
	case t.Def < resolve.None:
		out = append(out, x.In.File.ExternalName(t.Def))
	case t.Name != "":
		out = append(out, t.Name)
	}
	if d := x.Referent().Def; d > resolve.None {
		def := r.Table.Def(d)
		out = append(out, written(def.File, def.Type.Name))
	} else if l := x.Local(); l != nil {
		out = append(out, written(x.In.File, l.Type.Name))
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprNew || v.Kind == parse.ExprCall {
			name := v.Expr.Text
			if v.Recv != nil {
				name = v.Recv.Text + "." + name
			}
			out = append(out, written(v.In.File, name))
		}
	}
	return out
}
