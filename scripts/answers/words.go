package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// A pipeline is a list of commands, each of which reads the output of the previous
// one.
type pipeline []*syntax.CallExpr

// searchers are the programs that a set may run.
var searchers = []string{"grep", "rg"}

// readPipeline parses a grep command as typed into a shell, without running one: names
// of searchers with arguments, separated by a vertical bar. Other shell features, such
// as redirection, variables and command substitution, are an error.
func readPipeline(text string) (pipeline, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	for _, call := range p {
		if len(call.Args) == 0 || !slices.Contains(searchers, call.Args[0].Lit()) {
			return nil, fmt.Errorf("only %s may be run", strings.Join(searchers, " and "))
		}
		// Errors in words do not depend on the tree, except for file patterns.
		if _, err := fields(call, ""); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// words splits the arguments of a command like a shell.
func words(text string) ([]string, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	if len(p) != 1 {
		return nil, errors.New("it is not one command")
	}
	return fields(p[0], "")
}

// parse parses a text as one command or one pipeline.
func parse(text string) (pipeline, error) {
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, err
	}
	if len(file.Stmts) != 1 {
		return nil, errors.New("it is not one command")
	}
	return callsOf(file.Stmts[0])
}

// callsOf returns the commands of a pipeline in order.
func callsOf(s *syntax.Stmt) (pipeline, error) {
	if len(s.Redirs) > 0 || s.Negated || s.Background || s.Coprocess {
		return nil, errors.New("only words and bars are allowed")
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(cmd.Assigns) == 0 {
			return pipeline{cmd}, nil
		}
	case *syntax.BinaryCmd:
		if cmd.Op != syntax.Pipe {
			break
		}
		before, err := callsOf(cmd.X)
		if err != nil {
			return nil, err
		}
		after, err := callsOf(cmd.Y)
		return append(before, after...), err
	}
	return nil, errors.New("only words and bars are allowed")
}

// fields returns the words of a command. File patterns are expanded in a folder, unless
// it is empty.
func fields(call *syntax.CallExpr, dir string) ([]string, error) {
	c := &expand.Config{NoUnset: true, Env: expand.ListEnviron("PWD=" + dir)}
	if dir != "" {
		c.ReadDir2 = os.ReadDir
	}
	return expand.Fields(c, call.Args...)
}
