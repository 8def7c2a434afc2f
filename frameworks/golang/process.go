package golang

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// envconfig is the package whose function Process fills structs by field name.
const envconfig = "github.com/kelseyhightower/envconfig"

// Tags of fields that envconfig evaluates.
var (
	alternate = regexp.MustCompile("[` ]envconfig:\"([^\"]+)\"")
	split     = regexp.MustCompile("[` ]split_words:\"(?i:true|t|1)\"")
	ignored   = regexp.MustCompile("[` ]ignored:\"(?i:true|t|1)\"")
)

// process records the fields that a call fills from variables with a prefix.
//
//	envconfig.Process("shop", &c)    SHOP_PORT    Port int
//	                                 SHOP_DB_URL  DB struct{ URL string }
func (r *configReader) process(x eval.Expr) {
	prefix, into := x.Arg(0, ""), x.Arg(1, "")
	if prefix == nil || into == nil {
		return
	}
	if text, ok := r.Text(x.Sub(prefix)); ok {
		r.variables(r.typeOf(x.Sub(into)), text, 0)
	}
}

// variables records the fields of a struct: each has the variable of its tag or name,
// after the prefix. The name of a nested struct is added to the prefix; the fields of
// an embedded struct are treated as promoted.
func (r *configReader) variables(t resolve.Type, prefix string, depth int) {
	if t.Def <= resolve.None || depth > maxNesting {
		return
	}
	owner := r.Table.Def(t.Def)
	f := owner.File
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		written := f.Slice(d.Range)
		if d.Outer != t.Def || d.Kind != graph.KindField || ignored.MatchString(written) ||
			d.Name[0] < 'A' || d.Name[0] > 'Z' {
			continue
		}
		name := variableOf(d.Name, written)
		if prefix != "" {
			name = strings.ToUpper(prefix) + "_" + name
		}
		of := r.Binder(f).TypeOf(d.Type, d.ID, d.NameAt)
		if r.isFilled(of) {
			if isEmbedded(owner, d.Name) {
				name = prefix
			}
			r.variables(of, name, depth+1)
			continue
		}
		r.Fill(config.Key{Space: keyfile.Variables, Name: name}, d.ID, graph.Exact)
	}
}

// variableOf returns the variable of a field without a prefix.
func variableOf(name, written string) string {
	if m := alternate.FindStringSubmatch(written); m != nil {
		return strings.ToUpper(m[1])
	}
	if split.MatchString(written) {
		name = strings.Join(words(name), "_")
	}
	return strings.ToUpper(name)
}

// Parts of names that form words: Multi, HTTP before Server.
var (
	wordPart = regexp.MustCompile(`[^A-Z]+|[A-Z]+[^A-Z]+|[A-Z]+`)
	acronym  = regexp.MustCompile(`^([A-Z]+)([A-Z][^A-Z]+)$`)
)

// words splits a name into words: AutoSplitVar, HTTPServer.
func words(name string) []string {
	var out []string
	for _, part := range wordPart.FindAllString(name, -1) {
		if m := acronym.FindStringSubmatch(part); m != nil {
			out = append(out, m[1:]...)
		} else {
			out = append(out, part)
		}
	}
	return out
}

// isEmbedded reports whether a field of a struct is embedded.
func isEmbedded(owner *resolve.Def, name string) bool {
	return slices.ContainsFunc(owner.Bases, func(b parse.TypeRef) bool {
		return resolve.LastName(strings.TrimLeft(b.Name, "*")) == name
	})
}

// decoders are the methods by which a type decodes its value itself, so that its fields
// are ignored.
var decoders = []string{"Decode", "Set", "UnmarshalText", "UnmarshalBinary"}

// isFilled reports whether the fields of a type are filled individually.
func (r *configReader) isFilled(t resolve.Type) bool {
	if t.Def <= resolve.None || !r.isStruct(t) {
		return false
	}
	of := r.Table.Def(t.Def)
	return !slices.ContainsFunc(decoders, func(name string) bool {
		return slices.ContainsFunc(r.Table.Named("go", name), func(id resolve.DefID) bool {
			m := r.Table.Def(id)
			return m.ModuleName == of.ModuleName && strings.TrimLeft(m.Receiver().Name, "*") == of.Name
		})
	})
}
