package external

import (
	"strings"
	"testing"
)

// TestRuns checks that each function with described runs is declared by the platform, and has the
// arguments.
func TestRuns(t *testing.T) {
	p := again("go")
	classes := map[string]*Platform{"java": again("jdk"), "csharp": again("dotnet")}
	for key, r := range allRuns() {
		name := key.name
		if of := classes[key.language]; of != nil {
			checkMethodRun(t, of, name, r)
			continue
		}
		if key.language == "python" {
			if r.First != Receiver { // else it is a method of a library outside the platform
				checkPythonRun(t, name)
			}
			continue
		}
		slash := strings.LastIndexByte(name, '/')
		parts := strings.Split(name[slash+1:], ".")
		n := p.Namespace(name[:slash+1] + parts[0])
		if n == nil {
			t.Errorf("%s: no package", name)
			continue
		}
		var found []Member
		if len(parts) == 3 {
			if of := n.Type(parts[1]); of != nil {
				found = of.Member(parts[2])
			}
		} else {
			found = n.Member(parts[1])
		}
		if len(found) == 0 {
			t.Errorf("%s is not declared", name)
		} else if r.First >= len(found[0].Params) {
			t.Errorf("%s has %d parameters, want more than %d", name, len(found[0].Params), r.First)
		}
	}
	if r := RunsOf("go", "fmt.Fprintf"); r == nil || r.Applies(1) || !r.Applies(2) || !r.Applies(3) || !r.Format {
		t.Errorf("fmt.Fprintf: %+v", r)
	}
	if r := RunsOf("go", "errors.Is"); r == nil || !r.Applies(0) || r.Applies(1) {
		t.Errorf("errors.Is: %+v", r)
	}
}

// checkMethodRun checks that the class of a described method, or a base of it, declares the method with
// the arguments.
func checkMethodRun(t *testing.T, p *Platform, name string, r *Run) {
	t.Helper()
	dot := strings.LastIndexByte(name, '.')
	todo, member := []string{name[:dot]}, name[dot+1:]
	if member == "this[]" {
		member = IndexerName
	}
	for len(todo) > 0 {
		of := p.Type(todo[0])
		todo = todo[1:]
		if of == nil {
			continue
		}
		for _, m := range of.Member(member) {
			if r.First < len(m.Params) {
				return
			}
		}
		for _, b := range of.Bases {
			todo = append(todo, b.Name)
		}
	}
	t.Errorf("%s is not declared", name)
}

// checkPythonRun checks that the module of a described function, or the one from which it exports
// the function, declares it.
func checkPythonRun(t *testing.T, name string) {
	t.Helper()
	dot := strings.LastIndexByte(name, '.')
	module, function := name[:dot], name[dot+1:]
	for _, m := range []string{module, "_" + module, "posixpath", "genericpath"} {
		if n := again("python").Namespace(m); n != nil && len(n.Member(function)) > 0 {
			return
		}
	}
	t.Errorf("%s is not declared", name)
}
