package resolvetest

import (
	"context"
	"testing"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// Model returns the model that a mapper reads from a tree of one file.
func Model(t *testing.T, mapper data.Mapper, path, code string) *data.Model {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	facts, err := set.Of(path).Facts(p, parse.Source{Path: path, Text: code, Sites: parse.AllSites})
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql"), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return data.Set{mapper}.Read(eval.NewTree(r))
}
