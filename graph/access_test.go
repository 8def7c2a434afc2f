package graph

import (
	"math/rand/v2"
	"testing"
)

func TestAccessAdmits(t *testing.T) {
	hr := Access{Allow: []string{"hr", "legal"}}
	secret := Access{Labels: []string{"public", "secret"}}
	level := Access{Level: 20}
	owned := Access{Owner: "ann", SourceSystemID: "erp"}
	all := Access{Allow: []string{"hr"}, Labels: []string{"secret"}, Level: 5, Owner: "ann"}
	for _, c := range []struct {
		name    string
		access  Access
		visitor Visitor
		want    bool
	}{
		{"nothing asked", all, Visitor{}, true},
		{"public", Access{}, Visitor{Checked: true}, true},
		{"one of the groups", hr, Visitor{Checked: true, Groups: []string{"it", "legal"}}, true},
		{"another group", hr, Visitor{Checked: true, Groups: []string{"fin"}}, false},
		{"case counts", hr, Visitor{Checked: true, Groups: []string{"HR"}}, false},
		{"no group", hr, Visitor{Checked: true}, false},
		{"all labels", secret, Visitor{Checked: true, Labels: []string{"secret", "public", "x"}},
			true},
		{"one label of two", secret, Visitor{Checked: true, Labels: []string{"public"}}, false},
		{"groups are no labels", secret, Visitor{Checked: true,
			Groups: []string{"public", "secret"}}, false},
		{"the level", level, Visitor{Checked: true, Level: 20}, true},
		{"a lower level", level, Visitor{Checked: true, Level: 19}, false},
		{"no level", level, Visitor{Checked: true}, false},
		{"the owner", owned, Visitor{Owner: "ann"}, true},
		{"another owner", owned, Visitor{Owner: "bob"}, false},
		{"no owner", Access{}, Visitor{Owner: "bob"}, false},
		{"the system of what names none", Access{Owner: "ann"}, Visitor{SourceSystem: "code"},
			true},
		{"the system", owned, Visitor{SourceSystem: "erp"}, true},
		{"another system", owned, Visitor{Owner: "ann", SourceSystem: "crm"}, false},
		{"everything", all, Visitor{Checked: true, Groups: []string{"hr"},
			Labels: []string{"secret"}, Level: 5, Owner: "ann"}, true},
		{"everything but one", all, Visitor{Checked: true, Groups: []string{"hr"},
			Labels: []string{"secret"}, Level: 5, Owner: "bob"}, false},
	} {
		if got := c.access.Admits(c.visitor); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestWithin checks that an access is within another exactly if the other admits
// every reader that it admits.
func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(from ...string) (out []string) {
		for _, s := range from {
			if r.IntN(3) == 0 {
				out = append(out, s)
			}
		}
		return out
	}
	random := func() Access {
		return Access{Allow: pick("a", "b", "c"), Labels: pick("x", "y"), Level: r.IntN(2)}
	}
	var visitors []Visitor
	for groups := range 8 {
		for rest := range 8 {
			v := Visitor{Checked: true, Level: rest >> 2}
			for i, g := range []string{"a", "b", "c"} {
				if groups>>i&1 == 1 {
					v.Groups = append(v.Groups, g)
				}
			}
			for i, l := range []string{"x", "y"} {
				if rest>>i&1 == 1 {
					v.Labels = append(v.Labels, l)
				}
			}
			visitors = append(visitors, v)
		}
	}
	within := 0
	for range 2000 {
		a, b := random(), random()
		want := true
		for _, v := range visitors {
			want = want && (!a.Admits(v) || b.Admits(v))
		}
		if got := a.Within(b); got != want {
			t.Fatalf("%+v within %+v: %v", a, b, got)
		}
		if want {
			within++
		}
	}
	if within < 100 || within > 1900 {
		t.Errorf("%d of 2000 are within the other", within)
	}
}

// TestUnionAdmitsNobodyElse checks that a reader who may see a name may see
// something that refers to it.
func TestUnionAdmitsNobodyElse(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) (out []string) {
		for _, s := range from {
			if r.IntN(3) == 0 {
				out = append(out, s)
			}
		}
		return out
	}
	admitted := 0
	for range 20000 {
		var all []Access
		for range 1 + r.IntN(3) {
			all = append(all, Access{Allow: pick("a", "b", "c"), Labels: pick("x", "y"),
				Level: r.IntN(3)})
		}
		v := Visitor{Checked: true, Groups: pick("a", "b", "c"), Labels: pick("x", "y"),
			Level: r.IntN(3)}
		one, alike := false, true
		for _, a := range all {
			one = one || a.Admits(v)
			alike = alike && len(a.Labels) == 0 && a.Level == 0
		}
		got := Union(all).Admits(v)
		if got && !one {
			t.Fatalf("%v: %+v sees the union", all, v)
		}
		if alike && got != one {
			t.Fatalf("%v: groups alone: %+v sees the union: %v", all, v, got)
		}
		if got {
			admitted++
		}
	}
	if admitted < 1000 {
		t.Errorf("only %d cases were admitted", admitted)
	}
}

// TestOpen checks that an access without restrictions is public, even if it names an
// owner or a source system, and that a visitor without checks and filters sees
// everything.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name         string
		access       Access
		zero, public bool
	}{
		{"nothing", Access{}, true, true},
		{"an owner", Access{Owner: "ann"}, false, true},
		{"a system", Access{SourceSystemID: "erp"}, false, true},
		{"a group", Access{Allow: []string{"hr"}}, false, false},
		{"a label", Access{Labels: []string{"secret"}}, false, false},
		{"a level", Access{Level: 1}, false, false},
	} {
		if c.access.IsZero() != c.zero || c.access.IsPublic() != c.public {
			t.Errorf("%s: zero %v, public %v", c.name, c.access.IsZero(), c.access.IsPublic())
		}
		if same := c.access.Key() == (Access{}).Key(); same != c.zero {
			t.Errorf("%s: the key is that of no access: %v", c.name, same)
		}
	}
	for _, c := range []struct {
		visitor Visitor
		want    bool
	}{{Visitor{}, true}, {Visitor{Checked: true}, false}, {Visitor{Owner: "ann"}, false},
		{Visitor{SourceSystem: "erp"}, false}} {
		if c.visitor.SeesAll() != c.want {
			t.Errorf("%+v sees all: %v", c.visitor, !c.want)
		}
	}
}
