package rows

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/frameworks/concept/model"
)

// Config returns the reader of settings.
func Config(libs []*model.Library) config.Reader { return settings{newReader(libs, isSetting)} }

func isSetting(e *model.Effect) bool { return e.Setting != nil }

type settings struct{ reader }

// Read implements [config.Reader].
func (s settings) Read(t *eval.Tree, into *config.Model) {
	s.each(t, func(m *model.Matcher) {
		r := config.Recorder{Tree: t, Model: into, Family: m.Language}
		m.EachMatchOrTest(isSetting, func(x model.Match) {
			key, ok := x.Call.Setting.Key.First(t, x.Expr)
			if !ok {
				return
			}
			switch x.Call.Setting.Space {
			case "variable":
				r.ReadKey(x.Expr, keyfile.Variables, key.Expr)
			case "dotted":
				r.ReadKey(x.Expr, keyfile.Dotted, key.Expr)
			default:
				if name, ok := t.Text(key); ok {
					r.Flag(x.Expr, name)
				}
			}
		})
	})
}
