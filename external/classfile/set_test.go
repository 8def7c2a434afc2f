package classfile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/testkit/jartest"
)

// setOf returns the set of the classes in a text; those in a package named hidden are
// added with AddInaccessible.
func setOf(t *testing.T, text string) *Set {
	t.Helper()
	files, err := jartest.Classes(text)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSet()
	for _, f := range files {
		c, err := Parse(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(c.Name, "hidden/") {
			s.AddInaccessible(c)
		} else {
			s.Add(c)
		}
	}
	return s
}

// lines prints each type on one line: visibility, name, type parameters, bases.
func lines(all []*external.Type) []string {
	var out []string
	for _, t := range all {
		line := t.Name
		if t.Visible == external.Internal {
			line = "internal " + line
		}
		for _, p := range t.TypeParams {
			line += " <" + p.Name + ">"
		}
		for _, b := range t.Bases {
			line += " : " + b.Name
		}
		out = append(out, line)
	}
	return out
}

// TestTypesOfASet checks which classes of a set are declared, with which type
// parameters and bases.
func TestTypesOfASet(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		want       []string
	}{
		{"a class without a signature has the bases of its file", `
class p/A public extends p/Base implements p/I p/J
class p/Base public extends java/lang/Object
class p/I public interface abstract extends java/lang/Object
class p/J public interface abstract extends java/lang/Object implements p/I
`, []string{"p.A : p.Base : p.I : p.J", "p.Base : java.lang.Object", "p.I", "p.J : p.I"}},
		{"an inner class sees the type parameters around it, a static one its own alone", `
class p/Out public extends java/lang/Object sig <T:Ljava/lang/Object;>Ljava/lang/Object;
inner p/Out$In p/Out In public
inner p/Out$Own p/Out Own public static
class p/Out$In public extends java/lang/Object sig <U:Ljava/lang/Object;>Ljava/lang/Object;
inner p/Out$In p/Out In public
class p/Out$Own public extends java/lang/Object sig <U:Ljava/lang/Object;>Ljava/lang/Object;
inner p/Out$Own p/Out Own public static
`, []string{"p.Out <T> : java.lang.Object", "p.Out.In <T> <U> : java.lang.Object",
			"p.Out.Own <U> : java.lang.Object"}},
		{"a class that no code can name counts as a base alone", `
class p/A public extends hidden/Base
class hidden/Base public extends java/lang/Object
class hidden/Other public extends java/lang/Object
`, []string{"internal hidden.Base : java.lang.Object", "p.A : hidden.Base"}},
		{"of two classes of one name the first counts", `
class p/A public extends java/lang/Object
class p/A public extends p/Second
`, []string{"p.A : java.lang.Object"}},
	} {
		types := setOf(t, c.text).Types(func(class string, err error) {
			t.Errorf("%s: %s: %v", c.rule, class, err)
		})
		if got := lines(types); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.rule, got, c.want)
		}
	}
}

// TestMissingBases checks that bases missing from the set are listed once each.
func TestMissingBases(t *testing.T) {
	s := setOf(t, `
class p/A public extends p/B implements q/I
class p/B public extends java/lang/Object implements q/I a/First
`)
	want := []string{"a/First", "java/lang/Object", "q/I"}
	if got := s.MissingBases(); !slices.Equal(got, want) {
		t.Errorf("missing %q, want %q", got, want)
	}
}

// TestBridges checks that bridge methods are separated from the declared methods,
// which the types have.
func TestBridges(t *testing.T) {
	s := setOf(t, `
class p/A public extends java/lang/Object
public compareTo (Lp/A;)I
public synthetic compareTo (Ljava/lang/Object;)I
class p/B public extends java/lang/Object
public run ()V
`)
	var got []string
	s.Bridges(func(typ string, m external.Member) bool {
		got = append(got, fmt.Sprintf("%s.%s(%s)", typ, m.Name, m.Params[0].Type.Name))
		return true
	})
	if want := []string{"p.A.compareTo(java.lang.Object)"}; !reflect.DeepEqual(got, want) {
		t.Errorf("bridges %q, want %q", got, want)
	}
	for _, typ := range s.Types(func(string, error) {}) {
		if all := typ.Member("compareTo"); typ.Name == "p.A" && len(all) != 1 {
			t.Errorf("%d overloads of compareTo", len(all))
		}
	}
}

// TestModuleExports checks that qualified exports are ignored.
func TestModuleExports(t *testing.T) {
	r := &classReader{
		strings: []string{"", "shop/api", "shop/impl", "friend"},
		refs:    []uint16{0, 1, 2, 3},
		data: []byte{
			0, 3, 0, 0, 0, 0, // name, flags, version
			0, 1, 0, 3, 0, 0, 0, 0, // requires friend
			0, 2, // exports
			0, 1, 0, 0, 0, 0, // shop/api
			0, 2, 0, 0, 0, 1, 0, 3, // shop/impl to friend
		},
	}
	if got := r.moduleExports(); r.err != nil || !slices.Equal(got, []string{"shop/api"}) {
		t.Errorf("exports %q, error %v", got, r.err)
	}
}
