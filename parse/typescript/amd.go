package typescript

import (
	"strings"

	"seedgraph/parse"
)

// This file reads AMD modules:
// https://github.com/amdjs/amdjs-api/blob/master/AMD.md
//
//	define(['./a', 'b'], function (a, b) { return { go: go }; function go() { a.run(); } });
//	require(['./a'], function (a) { a.run(); });

// amdCalls are the functions of an AMD loader, and whether the return value of the
// factory is the value of the module.
var amdCalls = map[string]bool{"define": true, "require": false, "requirejs": false}

// amdModule reads the call of a loader at the top of a file. ok is false if it is
// another call.
func (e *extractor) amdModule(call parse.Node) (ok bool) {
	fn := call.Field("function")
	exports, known := amdCalls[fn.Text()]
	if !known || !fn.Is("identifier") {
		return false
	}
	var paths []parse.Node
	listed := false
	for arg := range call.Field("arguments").Named {
		switch {
		case arg.Is("comment"), arg.Is("string") && exports && !listed: // the name of the module
		case arg.Is("array") && !listed:
			listed = true
			for c := range arg.Named {
				if !c.Is("comment") {
					paths = append(paths, c)
				}
			}
		case isFunction(arg) && (listed || exports):
			e.factory(arg, paths, listed, exports)
			return true
		default:
			return false
		}
	}
	return false
}

// factory reads the factory function of an AMD module. Its parameters are the
// modules in the list, or without a list require, exports and module.
func (e *extractor) factory(fn parse.Node, paths []parse.Node, listed, exports bool) {
	var params []parse.Node
	for p := range fn.Field("parameters").Named {
		if pattern := p.Field("pattern"); !pattern.IsZero() {
			p = pattern
		}
		if !p.Is("comment") {
			params = append(params, p)
		}
	}
	if p := fn.Field("parameter"); !p.IsZero() {
		params = append(params, p)
	}
	keep := e.scope
	e.fn, e.block, e.flow, e.loop, e.top = fn.Range(), fn.Range(), fn.Range(), parse.Range{}, false
	e.returns, e.lambda, e.yields, e.literal, e.members, e.sink = -1, -1, -1, -1, -1, ""
	for i, p := range paths {
		e.amdImport(p, params, i, fn.Range())
	}
	for i, p := range params {
		if listed && i >= len(paths) {
			e.bind(p, binding{scope: fn.Range(), kind: parse.LocalParam})
		}
	}
	e.amd = exports
	body := fn.Field("body")
	if exports && !body.Is("statement_block") {
		e.exportsValue(unwrapped(body), body, &lead{})
	} else {
		e.body(body, -1)
	}
	e.scope = keep
}

// amdImport reads entry i of the list of a module: the import of the parameter at
// its position.
func (e *extractor) amdImport(path parse.Node, params []parse.Node, i int, scope parse.Range) {
	if !path.Is("string") {
		e.visit(path)
		return
	}
	m := parse.Import{Path: unquote(path.Text()), At: path.Start()}
	switch {
	case m.Path == "require" || m.Path == "exports" || m.Path == "module":
		return
	case strings.Contains(m.Path, "!"): // a loader plugin reads it; it is not a script
		m.Path = ""
	}
	if i >= len(params) {
		if m.Path != "" {
			e.imported(m)
		}
		return
	}
	m.Name, m.Scope = ExportEquals, scope
	if m.Path == "" || !e.bindRequired(params[i], m, "") {
		e.bind(params[i], binding{scope: scope, kind: parse.LocalParam})
	}
}
