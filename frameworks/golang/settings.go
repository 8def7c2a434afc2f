package golang

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// Reader returns the rules of Go.
func Reader() config.Reader { return rules{&rulesHead} }

type rules struct{ *interest.Head }

// rulesHead requests the sites of files that read settings.
var rulesHead = interest.Head{Languages: []string{"go"}, Words: []string{"spf13/viper", `"flag"`,
	"spf13/pflag", "spf13/cobra", "kelseyhightower/envconfig"}}

// Read records the reads in Go files.
func (rules) Read(t *eval.Tree, m *config.Model) {
	r := &configReader{Recorder: config.Recorder{Tree: t, Model: m, Family: "go"}}
	r.Each(func(x eval.Expr) {
		if x.Kind == parse.ExprCall {
			r.call(x)
		}
	})
	r.viper()
	r.tags()
}

type configReader struct {
	config.Recorder
	vipers  []eval.Expr // the calls of viper, by place
	namings map[object]*naming
	flags   []declaredFlag
}

// call records flags and the fields that envconfig fills, and collects the viper calls.
func (r *configReader) call(x eval.Expr) {
	full := r.ExternalName(x)
	switch {
	case full == envconfig+".Process" || full == envconfig+".MustProcess":
		r.process(x)
	case x.Recv != nil && r.isViper(x, full):
		r.vipers = append(r.vipers, x)
	default:
		r.flag(x, full)
	}
}
