package jdk

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/source"
)

// TestTypesAreThoseOfJavap compares every type and member with the output of the
// JDK's own class file reader: for a part of java.base, and with OUTSIDE_CHECK set
// for all of it, which takes a quarter of a minute.
func TestTypesAreThoseOfJavap(t *testing.T) {
	home, types := installed(t)
	printed := map[string][]string{}
	runs := binaryNames(t, home)
	all := os.Getenv("OUTSIDE_CHECK") != ""
	if !all {
		runs = runs[2:4]
	}
	for _, some := range runs {
		args := append([]string{"-protected", "--module", some[0]}, some[1:]...)
		out, err := exec.Command(filepath.Join(home, "bin", "javap"), args...).Output()
		if err != nil {
			t.Fatalf("javap --module %s: %v", some[0], err)
		}
		readJavap(string(out), printed)
	}
	bridges := bridgeLines(t, home)
	if len(types) < 4000 {
		t.Errorf("%d types: too few for a JDK", len(types))
	}
	outer := map[string]int{}
	for i := range types {
		outer[types[i].Name] = len(types[i].TypeParams)
	}
	for i := range types {
		want := printed[types[i].Name]
		if want == nil {
			if all && types[i].Visible != external.Internal {
				t.Errorf("javap does not know %s", types[i].Name)
			}
			continue
		}
		want = slices.DeleteFunc(want,
			func(line string) bool { return bridges[types[i].Name+" "+line] })
		compareLines(t, types[i].Name, javapLines(types[i], outer), want)
	}
}

// installed returns the types of the JDK of this machine.
func installed(t *testing.T) (home string, types []*external.Type) {
	t.Helper()
	home, err := Home()
	if err != nil {
		t.Skip(err)
	}
	types, err = Read(home)
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	return home, types
}

// binaryNames lists the classes to print by module, at most 400 per chunk.
func binaryNames(t *testing.T, home string) [][]string {
	t.Helper()
	modules, err := openModules(home)
	if err != nil {
		t.Fatal(err)
	}
	defer closeModules(modules)
	var out [][]string
	for _, m := range modules {
		var names []string
		for name := range m.files {
			if m.exported(name) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for some := range slices.Chunk(names, 400) {
			out = append(out, append([]string{m.name}, some...))
		}
	}
	return out
}

// bridgeLines returns the output of javap for bridge methods, which it does not
// distinguish from others, each prefixed by the name of its type.
func bridgeLines(t *testing.T, home string) map[string]bool {
	t.Helper()
	modules, err := openModules(home)
	if err != nil {
		t.Fatal(err)
	}
	defer closeModules(modules)
	set, err := load(modules)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for name, m := range set.Bridges {
		typ := external.Type{Name: name}
		out[name+" "+javapMember(&typ, &m)] = true
	}
	return out
}

var (
	throws    = regexp.MustCompile(` throws [^;]*;`)
	ignored   = regexp.MustCompile(`\b(native|synchronized|transient|volatile|strictfp) `)
	comma     = regexp.MustCompile(`,\s*`)
	sealed    = regexp.MustCompile(` permits .*`)
	className = regexp.MustCompile(`(?:class|interface) ([\w.]+)`)
)

// readJavap adds the lines of each class in the output of javap to printed: the first
// is its head, the others are its members by name.
func readJavap(out string, printed map[string][]string) {
	var name string
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(strings.ReplaceAll(line, "$", "."))
		line = comma.ReplaceAllString(line, ", ")
		switch {
		case strings.HasPrefix(line, "Compiled from"):
		case strings.HasSuffix(line, "{"):
			head := strings.TrimSpace(strings.TrimSuffix(line, "{"))
			name = className.FindStringSubmatch(head)[1]
			printed[name] = []string{plainHead(head)}
		case strings.HasSuffix(line, ";") && line != "static {};":
			line = ignored.ReplaceAllString(throws.ReplaceAllString(line, ";"), "")
			printed[name] = append(printed[name], line)
		}
	}
}

// plainHead removes the modifiers from the head of a class, since for nested classes
// javap takes them from flags that differ from those of the source.
func plainHead(head string) string {
	head = sealed.ReplaceAllString(head, "")
	return head[min(index(head, "class "), index(head, "interface ")):]
}

func index(s, word string) int {
	if i := strings.Index(s, word); i >= 0 {
		return i
	}
	return len(s)
}

// compareLines compares heads, and members by name: overloads must be in class file
// order.
func compareLines(t *testing.T, name string, got, want []string) {
	t.Helper()
	byName := func(a, b string) int { return strings.Compare(memberName(a), memberName(b)) }
	slices.SortStableFunc(got[1:], byName)
	slices.SortStableFunc(want[1:], byName)
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("%s: missing %s", name, want[i])
		case i >= len(want):
			t.Errorf("%s: too much: %s", name, got[i])
		case got[i] != want[i]:
			t.Errorf("%s:\n got %s\nwant %s", name, got[i], want[i])
			return // the following lines may be shifted
		}
	}
}

// memberName returns the name of a member in its line.
func memberName(line string) string {
	line, _, isMethod := strings.Cut(line, "(")
	if !isMethod {
		line = strings.TrimSuffix(line, ";") + " field"
		return line[strings.LastIndexByte(strings.TrimSuffix(line, " field"), ' ')+1:]
	}
	return line[strings.LastIndexByte(line, ' ')+1:]
}

// javapLines prints a type as javap does.
func javapLines(t *external.Type, outer map[string]int) []string {
	head := "class "
	isInterface := t.Kind == external.Interface || t.Kind == external.Annotation
	if isInterface {
		head = "interface "
	}
	head += t.Name + params(ownParams(t, outer))
	bases := t.Bases
	if !isInterface && len(bases) > 0 {
		if bases[0].Name != "java.lang.Object" {
			head += " extends " + javaType(bases[0])
		}
		bases = bases[1:]
	}
	for i, b := range bases {
		switch {
		case i > 0:
			head += ", "
		case isInterface:
			head += " extends "
		default:
			head += " implements "
		}
		head += javaType(b)
	}
	lines := []string{head}
	for i := range t.Members {
		lines = append(lines, javapMember(t, &t.Members[i]))
	}
	return lines
}

// ownParams returns the type parameters that t itself declares, without those of
// enclosing types, whose number is in outer.
func ownParams(t *external.Type, outer map[string]int) []external.TypeParam {
	if t.Flags&external.Static != 0 {
		return t.TypeParams
	}
	return t.TypeParams[outer[t.Name[:strings.LastIndexByte(t.Name, '.')]]:]
}

// params prints type parameters: <K extends A & B, V>.
func params(list []external.TypeParam) string {
	if len(list) == 0 {
		return ""
	}
	var out []string
	for _, p := range list {
		s := p.Name
		word := " extends "
		for _, b := range p.Bounds {
			if b.Name != "java.lang.Object" { // javap leaves it out
				s += word + javaType(b)
				word = " & "
			}
		}
		out = append(out, s)
	}
	return "<" + strings.Join(out, ", ") + ">"
}

// javaType prints a type in Java syntax.
func javaType(t external.TypeRef) string {
	switch t.Form {
	case external.Array:
		return javaType(t.Args[0]) + "[]"
	case external.Wildcard:
		if t.Name == "" {
			return "?"
		}
		return "? " + t.Name + " " + javaType(t.Args[0])
	}
	if len(t.Args) == 0 {
		return t.Name
	}
	var args []string
	for _, a := range t.Args {
		args = append(args, javaType(a))
	}
	return t.Name + "<" + strings.Join(args, ", ") + ">"
}

// javapMember prints a member as javap does.
func javapMember(t *external.Type, m *external.Member) string {
	s := "public "
	if m.Visible == external.Protected {
		s = "protected "
	}
	for _, flag := range []struct {
		flag external.Flags
		word string
	}{
		{external.Static, "static "}, {external.Sealed, "final "}, {external.Abstract, "abstract "},
		{external.Virtual, "default "},
	} {
		if m.Flags&flag.flag != 0 {
			s += flag.word
		}
	}
	if p := params(m.TypeParams); p != "" {
		s += p + " "
	}
	switch m.Kind {
	case external.Field, external.Constant:
		return s + javaType(m.Type) + " " + m.Name + ";"
	case external.Constructor:
		s += t.Name
	default:
		s += javaType(m.Type) + " " + m.Name
	}
	var list []string
	for _, p := range m.Params {
		text := javaType(p.Type)
		if p.Variadic {
			text = strings.TrimSuffix(text, "[]") + "..."
		}
		list = append(list, text)
	}
	return s + "(" + strings.Join(list, ", ") + ");"
}
