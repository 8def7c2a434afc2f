package ent

import (
	"strings"

	"seedgraph/graph"
)

// libraries are the current and former paths of the library.
var libraries = []string{"entgo.io/ent", "github.com/facebook/ent",
	"github.com/facebookincubator/ent"}

// ofLibrary returns a full name without the path of the library; ok is false for other
// names.
//
//	entgo.io/ent/schema/edge.To    // schema/edge.To
func ofLibrary(name string) (rest string, ok bool) {
	for _, l := range libraries {
		if rest, ok = strings.CutPrefix(name, l); ok {
			return strings.TrimLeft(rest, "/."), true
		}
	}
	return "", false
}

// onClient maps the methods of a schema's client to their operation on its rows.
var onClient = map[string]graph.Ops{
	"Query": 0, "Get": 0, "GetX": 0,
	"Create": graph.Insert, "CreateBulk": graph.Insert, "MapCreateBulk": graph.Insert,
	"Update": graph.Update, "UpdateOne": graph.Update, "UpdateOneID": graph.Update,
	"Delete": graph.Delete, "DeleteOne": graph.Delete, "DeleteOneID": graph.Delete,
}
