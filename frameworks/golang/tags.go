package golang

import (
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// taggers are the libraries that fill fields from variables, with their tag key.
var taggers = map[string]string{"github.com/caarlos0/env": "env",
	envconfig:                            "envconfig",
	"github.com/sethvargo/go-envconfig":  "env",
	"github.com/ilyakaznacheev/cleanenv": "env"}

// tag matches a field tag: `env:"PORT,required"`.
var tag = regexp.MustCompile("[` ](env|envconfig):\"([A-Za-z0-9_]+)[,\"]")

// tags records the fields with a tag, if the tree uses a library that reads it.
func (r *configReader) tags() {
	used := map[string]bool{}
	for _, f := range r.Table.Files {
		for i := range f.Imports {
			for lib, name := range taggers {
				if p := f.Imports[i].Path; f.Language == "go" && (p == lib || strings.HasPrefix(p, lib+"/")) {
					used[name] = true
				}
			}
		}
	}
	if len(used) == 0 {
		return
	}
	held := r.prefixes()
	r.eachTagged(func(d *resolve.Def, of resolve.Type, written string) {
		m := tag.FindStringSubmatch(written)
		if m == nil || !used[m[1]] || r.isFilled(of) {
			return
		}
		if m[1] == "envconfig" {
			m[2] = strings.ToUpper(m[2])
		}
		for _, prefix := range before(held, d.Outer, 0) {
			r.Fill(config.Key{Space: keyfile.Variables, Name: prefix + m[2]}, d.ID, graph.Exact)
		}
	})
}

// eachTagged calls f for the struct fields in files that may have tags, with the type
// and the text of each.
func (r *configReader) eachTagged(f func(d *resolve.Def, of resolve.Type, written string)) {
	for _, file := range r.Table.Files {
		if file.Language != "go" || !strings.Contains(file.Text, "env") {
			continue
		}
		for i := range file.Definitions {
			d := r.Table.Def(file.ID(int32(i)))
			if d.Kind == graph.KindField {
				f(d, r.Binder(file).TypeOf(d.Type, d.ID, d.NameAt), file.Slice(d.Range))
			}
		}
	}
}

// prefixTag matches the tag by which a struct field sets the prefix for the variables
// of that struct, in caarlos/env, cleanenv, and go-envconfig.
var prefixTag = regexp.MustCompile("[` ](?:envPrefix:\"|env-prefix:\"|env:\"[^\"]*,\\s*prefix=)([A-Za-z0-9_]+)")

// A holder is the struct of a field that sets a prefix for the struct in the field.
type holder struct {
	of     resolve.DefID
	prefix string
}

// prefixes maps structs to their holders with prefixes, in source order.
func (r *configReader) prefixes() map[resolve.DefID][]holder {
	out := map[resolve.DefID][]holder{}
	r.eachTagged(func(d *resolve.Def, of resolve.Type, written string) {
		if m := prefixTag.FindStringSubmatch(written); m != nil && of.Def > resolve.None {
			out[of.Def] = append(out[of.Def], holder{d.Outer, m[1]})
		}
	})
	return out
}

// before lists the prefixes for the variables of a struct: an empty one unless fields
// set others.
func before(held map[resolve.DefID][]holder, of resolve.DefID, depth int) []string {
	if len(held[of]) == 0 || depth > maxNesting {
		return []string{""}
	}
	var out []string
	for _, h := range held[of] {
		for _, outer := range before(held, h.of, depth+1) {
			out = append(out, outer+h.prefix)
		}
	}
	return out
}
