package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Django.
func Mapper() data.Mapper { return mapper{&mapperHead} }

type mapper struct{ *interest.Head }

// mapperHead requests the sites of files that declare models, or use them.
var mapperHead = interest.Head{Languages: []string{family}, Words: []string{"django",
	".objects.", ".objects\n", "_set.", "AppConfig", "AUTH_USER_MODEL", ".save(", ".delete()",
	"models.Model", "    model = "}, Names: []string{"django"}}

// Read adds the models of the tree, their uses, and the migrations.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &dataReader{Tree: t, out: m, models: map[data.Class]*model{}, byLabel: map[string]*model{},
		byField: map[resolve.DefID]*field{}, managed: map[resolve.DefID][]*model{}, sent: savesOf(t)}
	r.values = data.NewValues(t, r)
	if !t.ImportsAny(family, isLibrary) {
		return
	}
	r.readMigrations()
	r.findModels()
	if len(r.order) == 0 {
		return
	}
	r.findFields()
	r.findManagers()
	r.sent.model = r.classIn
	r.enter()
	r.readCalls()
	r.readViews()
	r.namesIn()
}

// isLibrary reports whether a module is part of Django.
func isLibrary(module string) bool {
	return module == "django" || strings.HasPrefix(module, "django.")
}

// A dataReader holds the state of reading one tree.
type dataReader struct {
	*eval.Tree
	out      *data.Model
	sent     *saves
	values   *data.Values
	models   map[data.Class]*model
	order    []*model // of the tree, by (path, position)
	byLabel  map[string]*model
	byField  map[resolve.DefID]*field
	managed  map[resolve.DefID][]*model  // models by their manager or query set class
	userName string                      // value of AUTH_USER_MODEL
	done     map[*parse.Expr]bool        // calls whose use was recorded with an outer call of the chain
	saves    map[resolve.DefID]eval.Expr // by method: a call in it that saves or deletes, or super()
}
