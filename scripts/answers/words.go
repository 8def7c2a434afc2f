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

// A pipeline is commands, of which each reads what the one before it prints.
type pipeline []*syntax.CallExpr

// searchers are the programs that a set may run.
var searchers = []string{"grep", "rg"}

// readPipeline reads a command of grep, as it is typed into a shell, without running one: names of
// searchers with arguments, with a bar between commands. What else a shell does, such as
// redirection, variables and the output of other commands, is an error.
func readPipeline(text string) (pipeline, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	for _, call := range p {
		if len(call.Args) == 0 || !slices.Contains(searchers, call.Args[0].Lit()) {
			return nil, fmt.Errorf("only %s may be run", strings.Join(searchers, " and "))
		}
		// What is wrong with words does not depend on the tree, but for patterns of files.
		if _, err := fields(call, ""); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// words splits the arguments of a command, as a shell does.
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

// parse reads a text as one command or one pipeline.
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

// callsOf returns the commands of a pipeline in their order.
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

// fields returns the words of a command. Patterns of files mean those in a folder, unless it is
// empty.
func fields(call *syntax.CallExpr, dir string) ([]string, error) {
	c := &expand.Config{NoUnset: true, Env: expand.ListEnviron("PWD=" + dir)}
	if dir != "" {
		c.ReadDir2 = os.ReadDir
	}
	return expand.Fields(c, call.Args...)
}
