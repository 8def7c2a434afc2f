package check

import (
	"strings"
	"testing"

	"seedgraph/outside"
)

func declared() []outside.Declared {
	return []outside.Declared{
		{Name: "A", Types: []*outside.Type{{Name: "A.T", Kind: outside.Class},
			{Name: "A.U", Kind: outside.Struct}},
			Members: []outside.Member{{Name: "f", Kind: outside.Function}}},
		{Name: "B", Exports: []outside.Export{{Name: "x", Target: "A.T"}}},
	}
}

func platform(t *testing.T, all []outside.Declared) *outside.Platform {
	t.Helper()
	data, err := outside.Encode(all)
	if err != nil {
		t.Fatal(err)
	}
	return outside.New("test", string(data))
}

func TestNoDifferences(t *testing.T) {
	if got := Differences(platform(t, declared()), declared()); got != nil {
		t.Errorf("differences where there are none: %v", got)
	}
}

// TestDifferences changes one thing at a time.
func TestDifferences(t *testing.T) {
	for want, change := range map[string]func(all []outside.Declared) []outside.Declared{
		"A.T differs:": func(all []outside.Declared) []outside.Declared {
			all[0].Types[0].Flags = outside.Static
			return all
		},
		"A.V: missing": func(all []outside.Declared) []outside.Declared {
			all[0].Types = append(all[0].Types, &outside.Type{Name: "A.V"})
			return all
		},
		"A.U: not declared": func(all []outside.Declared) []outside.Declared {
			all[0].Types = all[0].Types[:1]
			return all
		},
		`namespace "A": member "function f()", declared "static function f()"`: func(all []outside.Declared) []outside.Declared {
			all[0].Members[0].Flags = outside.Static
			return all
		},
		`namespace "B": names differ`: func(all []outside.Declared) []outside.Declared {
			all[1].Exports[0].Target = "A.U"
			return all
		},
		`namespace "C": missing`: func(all []outside.Declared) []outside.Declared {
			return append(all, outside.Declared{Name: "C"})
		},
		`namespace "B": not declared`: func(all []outside.Declared) []outside.Declared { return all[:1] },
	} {
		got := Differences(platform(t, declared()), change(declared()))
		if len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
}
