// Package sourceindex builds indexes of a few sources, for tests of answers.
package sourceindex

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"seedgraph/artifacts"
	frameworks "seedgraph/frameworks/all"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
	"seedgraph/tokens"
)

// Archive builds the index of the files of a txtar archive.
func Archive(archive string) (artifacts.Index, error) {
	files := map[string]string{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[f.Name] = string(f.Data)
	}
	return Of(files)
}

// Of builds the index of files, by path, like indexer. Files below a folder tests
// are tests, and those below a folder generated are generated.
func Of(files map[string]string) (artifacts.Index, error) {
	count, err := tokens.ByName(tokens.O200k)
	if err != nil {
		return artifacts.Index{}, err
	}
	set := all.Set()
	opts := graphbuild.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql"),
		Externals: true, Frameworks: frameworks.Frameworks()}
	sites := opts.Frameworks.Readers()
	var keyFiles []*keyfile.File
	p := parse.NewParser()
	defer p.Close()
	var inputs []graphbuild.Input
	project := &resolve.Project{Files: map[string]string{}}
	var read []artifacts.SourceFile
	for _, path := range slices.Sorted(maps.Keys(files)) {
		read = append(read, artifacts.SourceFile{Path: path, Bytes: int64(len(files[path])),
			SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(files[path])))})
		lang := set.For(parse.Source{Path: path, Text: files[path]})
		if k := keyfile.Read(path, files[path]); k != nil {
			keyFiles = append(keyFiles, k)
		}
		if lang == nil {
			project.Files[path] = files[path]
			continue
		}
		source := parse.Source{Path: path, Text: files[path]}
		source.Sites = sites.Of(lang.Name(), source, interest.AbsentLibraries{}).Scope
		facts, err := lang.Facts(p, source)
		if err != nil {
			return artifacts.Index{}, fmt.Errorf("%s: %w", path, err)
		}
		in := graphbuild.Input{Facts: facts, Texts: graphbuild.Texts(facts, count.Count)}
		if strings.HasPrefix(path, "tests/") {
			in.Flags = graph.Test
		}
		if strings.HasPrefix(path, "generated/") {
			in.Flags |= graph.Generated
		}
		inputs = append(inputs, in)
	}
	opts.Project, opts.KeyFiles = project, keyFiles
	res, err := graphbuild.Build(context.Background(), inputs, opts)
	if err != nil {
		return artifacts.Index{}, err
	}
	ranks, err := artifacts.Rank(res.Graph, 1)
	if err != nil {
		return artifacts.Index{}, err
	}
	for i := range ranks {
		res.Graph.Nodes[i].Rank = ranks[i]
	}
	return artifacts.Index{Graph: res.Graph, Files: read, Tokens: count.Name(), Tool: "test",
		Source: artifacts.Source{Repository: "sources", Branch: "main"}}, nil
}
