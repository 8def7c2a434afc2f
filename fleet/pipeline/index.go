package pipeline

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"seedgraph/build"
	"seedgraph/build/fleet"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/internal/progress"
)

// parseSources gives every repository a name: the one before its path, otherwise that of its folder or
// archive. Two of one name are an error.
func parseSources(texts []string) ([]string, error) {
	if len(texts) == 0 {
		return nil, errors.New("no repository is given")
	}
	seen := map[string]string{}
	var out []string
	for _, text := range texts {
		s := fleet.ParseSource(text)
		if s.Name == "" {
			s.Name = nameOf(s.Dir)
		}
		if !graph.IsRepositoryName(s.Name) {
			return nil, fmt.Errorf("%q cannot be the name of a repository: write NAME=%s", s.Name, s.Dir)
		}
		if was, ok := seen[s.Name]; ok {
			return nil, fmt.Errorf("%s and %s are both called %s: write NAME=PATH for one of them", was, s.Dir, s.Name)
		}
		seen[s.Name] = s.Dir
		dir, err := filepath.Abs(s.Dir)
		if err != nil {
			return nil, err
		}
		s.Dir = dir
		out = append(out, s.Name+"="+s.Dir)
	}
	return out, nil
}

// Below makes the path of [NAME=]PATH relative to a folder.
func Below(folder, text string) string {
	s := fleet.ParseSource(text)
	if !filepath.IsAbs(s.Dir) {
		s.Dir = filepath.Join(folder, s.Dir)
	}
	if s.Name == "" {
		return s.Dir
	}
	return s.Name + "=" + s.Dir
}

// nameOf is the name of a folder, or of an archive without its suffix.
func nameOf(path string) string {
	name := filepath.Base(path)
	for _, suffix := range suffixes {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// buildIndex indexes a repository as `indexer build` does without flags, into a folder of its name.
func buildIndex(ctx context, s fleet.Source, work, tool string) (string, error) {
	out := filepath.Join(work, "indexes", strings.ReplaceAll(s.Name, "/", "%"))
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return "", err
	}
	tree := s.Dir
	if isArchive(tree) {
		temp, err := os.MkdirTemp("", "seedgraph-")
		if err != nil {
			return "", err
		}
		defer os.RemoveAll(temp)
		if tree, err = unpack(tree, temp); err != nil {
			return "", err
		}
	}
	if info, err := os.Stat(tree); err != nil || !info.IsDir() {
		return "", errors.New("there is no such folder or archive (.tar, .tar.gz, .tgz, .zip)")
	}
	o := build.Options{}
	for _, row := range build.Table {
		if row.Flag == "" {
			continue // only a configuration has it
		}
		switch v := row.Value(&o).(type) {
		case *int:
			*v, _ = row.Default.(int)
		case *string:
			*v, _ = row.Default.(string)
		}
	}
	o.Src, o.Out, o.Repository, o.NoCache, o.Jobs = tree, out, s.Name, true, runtime.GOMAXPROCS(0)
	given := map[string]bool{"src": true, "out": true, "repository": true, "no-cache": true, "jobs": true}
	if err := o.Complete(func(flag string) bool { return given[flag] }); err != nil {
		return "", err
	}
	program := &cli.Program{}
	report, err := build.Run(ctx, o, &build.Host{Progress: progress.New(program, io.Discard, true), Tool: tool})
	if err != nil {
		return "", err
	}
	if report.Files == 0 {
		return "", errors.New("no file of it can be indexed")
	}
	return out, nil
}
