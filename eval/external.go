package eval

import (
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// WithoutDefault removes the name of a JavaScript module's default export from a full
// name: default, and =, which is module.exports. However a file imports axios, it calls
// axios.get.
func WithoutDefault(full string) string {
	if !strings.Contains(full, ".default") && !strings.Contains(full, ".=") {
		return full
	}
	return strings.Join(slices.DeleteFunc(strings.Split(full, "."), func(name string) bool {
		return name == "default" || name == "="
	}), ".")
}

// ExternalName returns the full name of the external symbol that an expression names: from
// resolution, or else the import path that it begins with and the names after it. It is
// empty for symbols that the tree declares, and for unknown ones.
func (t *Tree) ExternalName(x Expr) string {
	if m := x.Referent(); m.External != "" || m.Def >= 0 {
		return m.External
	}
	if x.Recv != nil {
		of := t.ExternalName(x.Sub(x.Recv))
		switch {
		case of == "":
		case x.Expr.Text != "":
			return of + "." + x.Expr.Text
		case x.Kind == parse.ExprCall && (x.Recv.Kind == parse.ExprName || x.Recv.Kind == parse.ExprMember):
			return of // require("express")()
		}
		return ""
	}
	if x.Expr.Text == "" || x.Local() != nil {
		return ""
	}
	var inAll []string // packages imported on demand
	known := inPackage(x, "java.lang")
	for i := range x.In.File.Imports {
		im := &x.In.File.Imports[i]
		name := im.Alias
		if name == "" {
			name = im.Name
		}
		if name == x.Expr.Text && x.In.File.Language == "go" {
			return im.Path
		}
		if im.All && x.In.File.Language == "java" {
			if im.Static == (x.Kind == parse.ExprCall) && // methods or types
				(im.Static || !knowsPackage(x, im.Path)) {
				inAll = append(inAll, im.Path+"."+x.Expr.Text)
			} else if in := inPackage(x, im.Path); in != "" && !im.Static {
				known = in
			}
			continue
		}
		if name == x.Expr.Text {
			return strings.TrimSuffix(im.Path+"."+im.Name, ".")
		}
	}
	if known != "" {
		return known
	}
	if len(inAll) == 1 {
		return inAll[0]
	}
	return ""
}

// ExternalNameOf is ExternalName for a name that may be one of those that isKnown
// recognizes: if imports of whole packages leave it open which of them declares the name
// (Java), it is the one that is known.
//
//	import lombok.*;
//	import org.springframework.web.bind.annotation.*;    // @RestController is of this one
func (t *Tree) ExternalNameOf(x Expr, isKnown func(full string) bool) string {
	name := t.ExternalName(x)
	if name != "" || x.In.File.Language != "java" || x.Recv != nil || x.Referent().Def >= 0 {
		return name
	}
	for _, full := range Imported(x.In.File, x.Expr.Text) {
		if isKnown(full) {
			return full
		}
	}
	return ""
}

// inPackage returns the full name of the type called name in a package of the Java
// platform, or "" if the package has no such type.
func inPackage(x Expr, name string) string {
	k, ok := x.In.File.Rules.(resolve.PackageIndex)
	full := name + "." + x.Expr.Text
	if ok && x.Kind != parse.ExprCall && k.HasType(full) {
		return full
	}
	return ""
}

// knowsPackage reports whether all types of a package are known. If so, an on-demand
// import of the package cannot provide an unknown name.
func knowsPackage(x Expr, name string) bool {
	k, ok := x.In.File.Rules.(resolve.PackageIndex)
	return ok && k.HasPackage(name)
}

// nameLen returns the length of the name at the start of s.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] == '$' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' ||
		s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}
