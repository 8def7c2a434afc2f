package golang

import (
	"go/build/constraint"
	"path"
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// ports are the GOOS/GOARCH pairs, as listed by `go tool dist list`.
var ports = strings.Fields(`aix/ppc64 android/386 android/amd64 android/arm android/arm64 darwin/amd64
	darwin/arm64 dragonfly/amd64 freebsd/386 freebsd/amd64 freebsd/arm freebsd/arm64 freebsd/riscv64
	illumos/amd64 ios/amd64 ios/arm64 js/wasm linux/386 linux/amd64 linux/arm linux/arm64 linux/loong64
	linux/mips linux/mips64 linux/mips64le linux/mipsle linux/ppc64 linux/ppc64le linux/riscv64
	linux/s390x netbsd/386 netbsd/amd64 netbsd/arm netbsd/arm64 openbsd/386 openbsd/amd64 openbsd/arm
	openbsd/arm64 openbsd/ppc64 openbsd/riscv64 plan9/386 plan9/amd64 plan9/arm solaris/amd64
	wasip1/wasm windows/386 windows/amd64 windows/arm64`)

// otherPorts represents all pairs that ports does not list.
const otherPorts = uint64(1) << 63

const everywhere = ^uint64(0)

// A buildConstraint specifies the builds that include a file.
type buildConstraint struct {
	ports      uint64          // a bit for each of ports for which the file may be built
	expr       constraint.Expr // of the //go:build line, or nil
	tags       []string        // in expr that may or may not be set, sorted
	excluded   bool            // from an ordinary build for linux on amd64
	standalone bool            // //go:build ignore: the file is a separate program
}

// maxFreeTags bounds the number of tags that are tried in all combinations.
const maxFreeTags = 6

// constraintOf reads the build constraints of a file: those in its name and in its
// //go:build line.
//
//	file_linux_test.go        // linux, and a test
//	//go:build linux && !cgo
func constraintOf(f *parse.Facts) buildConstraint {
	c := buildConstraint{ports: everywhere, expr: buildLines(f)}
	system, machine := nameSuffix(f.Path)
	if c.expr == nil && system == "" && machine == "" {
		return c
	}
	if c.expr != nil {
		c.tags = freeTags(c.expr)
	}
	c.ports = 0
	for i, port := range ports {
		if fitsName(port, system, machine) && c.mayHold(port) {
			c.ports |= 1 << i
		}
	}
	c.standalone = slices.Contains(c.tags, "ignore") && c.ports == 0
	if c.ports == 0 && !c.standalone {
		// No listed port includes it: it is for one missing from the list.
		c.ports = otherPorts
	}
	usual := func(tag string) bool {
		return portHas("linux/amd64", tag) || tag == "cgo" ||
			tag == "gc"
	}
	c.excluded = !fitsName("linux/amd64", system, machine) || c.expr != nil && !c.expr.Eval(usual)
	return c
}

// buildLines returns the constraint before the package clause, or nil: that of
// //go:build, or otherwise of all // +build lines. A file that imports "C" requires
// cgo.
//
// Lines with // +build are combined with "and", the options of a line with "or" and
// the terms of an option with "and" (go help buildconstraint); they are ignored if
// there is a //go:build line.
func buildLines(f *parse.Facts) constraint.Expr {
	var expr, old constraint.Expr
	for line := range strings.Lines(f.Text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "package ") {
			break
		}
		switch x, err := constraint.Parse(line); {
		case err != nil:
		case constraint.IsGoBuild(line):
			expr = x
		default:
			old = and(old, x)
		}
	}
	if expr == nil {
		expr = old
	}
	if slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return im.Path == "C" }) {
		expr = and(expr, &constraint.TagExpr{Tag: "cgo"})
	}
	return expr
}

// and joins two build constraints; the first may be nil.
func and(a, b constraint.Expr) constraint.Expr {
	if a == nil {
		return b
	}
	return &constraint.AndExpr{X: a, Y: b}
}

// freeTags lists the tags of x that the port does not determine, sorted.
//
// A tag such as integration may be set or not in a build for any port.
func freeTags(x constraint.Expr) []string {
	var out []string
	var collect func(constraint.Expr)
	collect = func(x constraint.Expr) {
		switch x := x.(type) {
		case *constraint.TagExpr:
			if tag := compiler(x.Tag); !isPortTag(tag) {
				out = append(out, tag)
			}
		case *constraint.NotExpr:
			collect(x.X)
		case *constraint.AndExpr:
			collect(x.X)
			collect(x.Y)
		case *constraint.OrExpr:
			collect(x.X)
			collect(x.Y)
		}
	}
	collect(x)
	slices.Sort(out)
	return slices.Compact(out)
}

// compiler maps the tags of the two compilers to one name: one of them is set.
func compiler(tag string) string {
	if tag == "gccgo" {
		return "gc"
	}
	return tag
}

// nameSuffix returns the GOOS and GOARCH suffixes of a file name:
// name_linux_arm64_test.go.
//
//	open_linux.go        // linux
//	open_linux_arm64.go  // linux, arm64
//	linux.go             // no suffix: it must follow another part of the name
func nameSuffix(p string) (system, machine string) {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(p), ".go"), "_test")
	parts := strings.Split(name, "_")
	n := len(parts)
	switch {
	case n > 2 && machines[parts[n-1]] && systems[parts[n-2]]:
		return parts[n-2], parts[n-1]
	case n > 1 && systems[parts[n-1]]:
		return parts[n-1], ""
	case n > 1 && machines[parts[n-1]]:
		return "", parts[n-1]
	}
	return "", ""
}

// fitsName reports whether a file whose name ends in _system, _machine or both, each
// empty if missing, is built for a port (go help buildconstraint).
func fitsName(port, system, machine string) bool {
	return (system == "" || portHas(port, system)) && (machine == "" || portHas(port, machine))
}

// isPortTag reports whether the port determines if a tag is set.
func isPortTag(tag string) bool {
	return systems[tag] || machines[tag] || tag == "unix" || strings.HasPrefix(tag, "go1.")
}

// portHas reports whether a tag is set when building for a port.
//
//	unix      // for linux, darwin, the BSDs and others
//	go1.22    // always
//	amd64     // by the machine
func portHas(port, tag string) bool {
	system, machine, _ := strings.Cut(port, "/")
	switch tag {
	case system, machine:
		return true
	case "linux":
		return system == "android"
	case "darwin":
		return system == "ios"
	case "solaris":
		return system == "illumos"
	case "unix":
		return unix[system]
	}
	return strings.HasPrefix(tag, "go1.")
}

// mayHold reports whether some build for the port includes a file with this
// constraint.
func (c *buildConstraint) mayHold(port string) bool {
	return c.expr == nil || satisfiable(port, c.tags, c.expr)
}

// satisfiable reports whether some choice of the free tags satisfies all constraints
// for a port; by convention, the tag "ignore" is never set. If there are too many
// tags, it reports true without trying.
//
//	//go:build integration && !integration    // no choice of tags includes the file
func satisfiable(port string, tags []string, exprs ...constraint.Expr) bool {
	if len(tags) > maxFreeTags {
		return true
	}
	// At most 2^maxFreeTags choices, each bit one tag.
	for choice := range 1 << len(tags) {
		set := func(tag string) bool {
			if k, ok := slices.BinarySearch(tags, compiler(tag)); ok {
				return (choice>>k&1 == 1) == (tag != "gccgo") && tag != "ignore"
			}
			return portHas(port, tag)
		}
		if !slices.ContainsFunc(exprs, func(x constraint.Expr) bool { return !x.Eval(set) }) {
			return true
		}
	}
	return false
}

// compatible reports whether some build includes files with both constraints.
//
//	open_linux.go and open_windows.go         // never
//	open_linux.go and race.go (//go:build race) // with the tag race, on linux
func (c *buildConstraint) compatible(o *buildConstraint) bool {
	both := c.ports & o.ports
	if both == 0 || c.expr == nil || o.expr == nil {
		return both != 0
	}
	// Without a common tag the two can be satisfied one by one.
	if !slices.ContainsFunc(c.tags, func(tag string) bool { return slices.Contains(o.tags, tag) }) {
		return true
	}
	tags := slices.Concat(c.tags, o.tags)
	slices.Sort(tags)
	tags = slices.Compact(tags)
	for i, port := range ports {
		if both>>i&1 == 1 && satisfiable(port, tags, c.expr, o.expr) {
			return true
		}
	}
	return false
}

// The GOOS and GOARCH values that file names and build tags may use, including former
// ones, and the systems on which the tag unix is set.
var (
	systems = resolve.WordSet(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl
		netbsd openbsd plan9 solaris wasip1 windows zos`)
	machines = resolve.WordSet(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64
		mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)
	unix = resolve.WordSet(`aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd
		solaris`)
)

// declarations chooses among the declarations of one name, as seen from a file: that
// in the same file, or otherwise the one included in builds of that file. If no build
// includes two of them, all are returned, the one for linux on amd64 first. If some
// build would include two, the choice is undecided.
//
//	func open() {}    // in open_linux.go and again in open_windows.go
//
// A call in a file for all ports may run either: both are targets, as twins.
func (g *tree) declarations(from *file,
	ids []resolve.DefID) (first resolve.DefID, twins []resolve.DefID, why resolve.Outcome) {
	seen := g.visible(from, ids)
	switch len(seen) {
	case 0:
		return resolve.None, nil, resolve.NotFound
	case 1:
		return seen[0], nil, resolve.Resolved
	}
	// Every pair: several are valid only as long as no build includes two.
	for i, a := range seen {
		for _, b := range seen[i+1:] {
			if fa, fb := g.fileOf(a), g.fileOf(b); fa == fb || fa.compatible(&fb.buildConstraint) {
				return resolve.None, nil, resolve.Ambiguous
			}
		}
	}
	k := max(0, slices.IndexFunc(seen,
		func(id resolve.DefID) bool { return !g.fileOf(id).excluded }))
	return seen[k], slices.Concat(seen[:k], seen[k+1:]), resolve.Resolved
}

// visible keeps the declarations visible in a file: those of test files only in tests
// of the same folder, and those of files that some build includes together with it.
// Those in the same file win.
//
//	util_test.go in folder a     // visible only in the tests of a
func (g *tree) visible(from *file, ids []resolve.DefID) []resolve.DefID {
	if from == nil || len(ids) == 0 {
		return ids
	}
	if len(ids) == 1 {
		if f := g.fileOf(ids[0]); f == from || !f.Test && !f.standalone && !from.standalone {
			// A single ordinary declaration, the most common case: builds need not be
			// compared.
			return ids
		}
	}
	var own, out []resolve.DefID
	for _, id := range ids {
		f := g.fileOf(id)
		switch {
		case f == from:
			own = append(own, id)
		case f.Test && !(from.Test && path.Dir(f.Path) == path.Dir(from.Path)):
			// Declarations of a test exist only for the tests of its folder.
		case !f.standalone && !from.standalone && f.compatible(&from.buildConstraint):
			out = append(out, id)
		}
	}
	if own != nil {
		return own
	}
	return out
}

// fileOf returns the file that contains a definition.
func (g *tree) fileOf(id resolve.DefID) *file { return g.files[g.table.Def(id).File] }
