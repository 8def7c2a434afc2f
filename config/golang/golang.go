// Package golang finds what reads settings in Go: variables of the environment, fields of
// structs that libraries fill from them, viper, and flags of the command line.
package golang

import (
	"regexp"
	"strings"

	"seedgraph/config"
	"seedgraph/config/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/web"
)

// Reader returns the rules of Go.
func Reader() config.Reader { return rules{} }

type rules struct{}

// fileWords are those of files that read settings.
var fileWords = []string{"Getenv", "LookupEnv", "spf13/viper", `"flag"`, "spf13/pflag",
	"spf13/cobra", "kelseyhightower/envconfig"}

// Sites asks for the sites of the files that may read settings.
func (rules) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != "go" {
		return parse.NoSites
	}
	if src.Mentions(fileWords) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Read enters what the files of Go read.
func (rules) Read(t *web.Tree, m *config.Model) {
	r := &reader{Asker: config.Asker{Tree: t, Model: m, Family: "go"}}
	r.Each(func(x web.Term) {
		if x.Kind == parse.ExprCall {
			r.call(x)
		}
	})
	r.viper()
	r.tags()
}

type reader struct {
	config.Asker
	vipers  []web.Term // the calls of viper, by place
	namings map[object]*naming
	flags   []declaredFlag
}

// call enters os.Getenv("X") and flags, and notes what is called of viper.
func (r *reader) call(x web.Term) {
	full := r.Outside(x)
	switch {
	case full == "os.Getenv" || full == "os.LookupEnv" || full == "syscall.Getenv":
		r.Ask(x, keyfile.Variables, x.Arg(0, ""))
	case full == envconfig+".Process" || full == envconfig+".MustProcess":
		r.process(x)
	case x.Recv != nil && r.isViper(x, full):
		r.vipers = append(r.vipers, x)
	default:
		r.flag(x, full)
	}
}

// taggers are the libraries that fill fields from variables, with the tag that names
// these.
var taggers = map[string]string{"github.com/caarlos0/env": "env",
	envconfig:                            "envconfig",
	"github.com/sethvargo/go-envconfig":  "env",
	"github.com/ilyakaznacheev/cleanenv": "env"}

// tag is one of a field: `env:"PORT,required"`.
var tag = regexp.MustCompile("[` ](env|envconfig):\"([A-Za-z0-9_]+)[,\"]")

// tags enters the fields with a tag, if the tree uses a library that reads it.
func (r *reader) tags() {
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
	for _, f := range r.Table.Files {
		if f.Language != "go" || !strings.Contains(f.Text, "env") {
			continue
		}
		for i := range f.Definitions {
			d := &f.Definitions[i]
			if d.Kind != graph.KindField {
				continue
			}
			m := tag.FindStringSubmatch(f.Slice(d.Range))
			if m == nil || !used[m[1]] || r.isFilled(r.Binder(f).TypeOf(d.Type, f.ID(int32(i)), d.NameAt)) {
				continue
			}
			if m[1] == "envconfig" {
				m[2] = strings.ToUpper(m[2])
			}
			r.Fill(config.Key{Space: keyfile.Variables, Name: m[2]}, f.ID(int32(i)), graph.Exact)
		}
	}
}
