package ent

import (
	"strings"

	"seedgraph/graph"
)

// libraries are the paths that the library has had.
var libraries = []string{"entgo.io/ent", "github.com/facebook/ent",
	"github.com/facebookincubator/ent"}

// ofLibrary is a full name without the path of the library; ok is false for other names.
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

// onClient is what the methods of a client of one schema do to its rows.
var onClient = map[string]graph.Ops{
	"Query": 0, "Get": 0, "GetX": 0,
	"Create": graph.Insert, "CreateBulk": graph.Insert, "MapCreateBulk": graph.Insert,
	"Update": graph.Update, "UpdateOne": graph.Update, "UpdateOneID": graph.Update,
	"Delete": graph.Delete, "DeleteOne": graph.Delete, "DeleteOneID": graph.Delete,
}
