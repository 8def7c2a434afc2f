package golang

import (
	"go/build/constraint"
	"path"
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// ports are the systems and machines that a program is built for, as `go tool
// dist list` has them.
var ports = strings.Fields(`aix/ppc64 android/386 android/amd64 android/arm android/arm64 darwin/amd64
	darwin/arm64 dragonfly/amd64 freebsd/386 freebsd/amd64 freebsd/arm freebsd/arm64 freebsd/riscv64
	illumos/amd64 ios/amd64 ios/arm64 js/wasm linux/386 linux/amd64 linux/arm linux/arm64 linux/loong64
	linux/mips linux/mips64 linux/mips64le linux/mipsle linux/ppc64 linux/ppc64le linux/riscv64
	linux/s390x netbsd/386 netbsd/amd64 netbsd/arm netbsd/arm64 openbsd/386 openbsd/amd64 openbsd/arm
	openbsd/arm64 openbsd/ppc64 openbsd/riscv64 plan9/386 plan9/amd64 plan9/arm solaris/amd64
	wasip1/wasm windows/386 windows/amd64 windows/arm64`)

// otherPorts stands for all that ports does not list.
const otherPorts = uint64(1) << 63

const everywhere = ^uint64(0)

// A buildConstraint says in which builds a file takes part.
type buildConstraint struct {
	ports    uint64          // a bit for each of ports in which the file may take part
	expr     constraint.Expr // of the line //go:build, nil without one
	tags     []string        // in expr that a build may or may not set, sorted
	excluded bool            // from an ordinary build for linux on amd64
	alone    bool            // //go:build ignore: the file is a program of its own
}

// maxFreeTags bounds how many tags are tried in all combinations.
const maxFreeTags = 6

// constraintOf reads the build constraints of a file: in its name and in its
// line //go:build.
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
	c.alone = slices.Contains(c.tags, "ignore") && c.ports == 0
	if c.ports == 0 && !c.alone {
		// No listed port takes it: one that this list does not have.
		c.ports = otherPorts
	}
	usual := func(tag string) bool {
		return portHas("linux/amd64", tag) || tag == "cgo" ||
			tag == "gc"
	}
	c.excluded = !fitsName("linux/amd64", system, machine) || c.expr != nil && !c.expr.Eval(usual)
	return c
}

// buildLines returns the constraint before the package clause, nil without one:
// that of //go:build, or else of all lines // +build. A file that imports "C" is
// built with cgo alone.
//
// Lines // +build are joined by "and", their words by "or" and the parts of a word by "and" (go
// help buildconstraint); with a //go:build line they do not count.
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

// and joins two build constraints; there may be no first one.
func and(a, b constraint.Expr) constraint.Expr {
	if a == nil {
		return b
	}
	return &constraint.AndExpr{X: a, Y: b}
}

// freeTags lists the tags of x that do not follow from the port, sorted.
//
// A tag that no port decides, such as integration, may be set or not in a build of any port.
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

// compiler gives the tags of the two compilers one name: one of them is set.
func compiler(tag string) string {
	if tag == "gccgo" {
		return "gc"
	}
	return tag
}

// nameSuffix returns the system and the machine that the name of a file ends
// with: name_linux_arm64_test.go.
//
//	open_linux.go        // linux
//	open_linux_arm64.go  // linux, arm64
//	linux.go             // none: the name must have something before the system
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

// isPortTag reports whether the port alone decides if a tag is set.
func isPortTag(tag string) bool {
	return systems[tag] || machines[tag] || tag == "unix" || strings.HasPrefix(tag, "go1.")
}

// portHas reports whether a tag is set when building for a port.
//
//	unix      // of linux, darwin, the BSDs and others
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

// mayHold reports whether some build for the port takes a file of this
// constraint.
func (c *buildConstraint) mayHold(port string) bool {
	return c.expr == nil || satisfiable(port, c.tags, c.expr)
}

// satisfiable reports whether some choice of the free tags makes all of the
// constraints hold for a port, the tag "ignore" being never set by convention. Of
// too many tags it is not tried.
//
//	//go:build integration && !integration    // no choice of tags takes the file
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

// together reports whether some build takes files of both constraints.
//
//	open_linux.go and open_windows.go         // never
//	open_linux.go and race.go (//go:build race) // with the tag race, on linux
func (c *buildConstraint) together(o *buildConstraint) bool {
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

// The systems and machines that the names of files and build tags may state, those
// of the past included, and the systems on which the tag unix is set.
var (
	systems = resolve.WordSet(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl
		netbsd openbsd plan9 solaris wasip1 windows zos`)
	machines = resolve.WordSet(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64
		mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)
	unix = resolve.WordSet(`aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd
		solaris`)
)

// declarations chooses among the declarations of one name, as seen from a file:
// that in the same file, or else the one that builds take together with the file.
// Declarations of which no build takes two are all meant, the one for linux on
// amd64 comes first. If some build would take two, nothing decides.
//
//	func open() {}    // in open_linux.go and again in open_windows.go
//
// A call in a file for all ports may run either: both are meant, as twins.
func (g *tree) declarations(from *file,
	ids []resolve.DefID) (first resolve.DefID, twins []resolve.DefID, why resolve.Outcome) {
	seen := g.visible(from, ids)
	switch len(seen) {
	case 0:
		return resolve.None, nil, resolve.NotFound
	case 1:
		return seen[0], nil, resolve.Resolved
	}
	// Every pair: two of a name are fine only as long as no build takes both.
	for i, a := range seen {
		for _, b := range seen[i+1:] {
			if fa, fb := g.fileOf(a), g.fileOf(b); fa == fb || fa.together(&fb.buildConstraint) {
				return resolve.None, nil, resolve.Ambiguous
			}
		}
	}
	k := max(0, slices.IndexFunc(seen,
		func(id resolve.DefID) bool { return !g.fileOf(id).excluded }))
	return seen[k], slices.Concat(seen[:k], seen[k+1:]), resolve.Resolved
}

// visible keeps the declarations that a file can see: in a test of its own folder
// only if it is one, and in files that some build takes together with it. Those in
// the same file win.
//
//	util_test.go in folder a     // seen by the tests of a alone
func (g *tree) visible(from *file, ids []resolve.DefID) []resolve.DefID {
	if from == nil || len(ids) == 0 {
		return ids
	}
	if len(ids) == 1 {
		if f := g.fileOf(ids[0]); f == from || !f.Test && !f.alone && !from.alone {
			// A single ordinary declaration, as nearly all are: builds need not be compared.
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
			// What a test declares exists for the tests of its folder alone.
		case !f.alone && !from.alone && f.together(&from.buildConstraint):
			out = append(out, id)
		}
	}
	if own != nil {
		return own
	}
	return out
}

// fileOf returns what is kept of the file that holds a definition.
func (g *tree) fileOf(id resolve.DefID) *file { return g.files[g.table.Def(id).File] }
