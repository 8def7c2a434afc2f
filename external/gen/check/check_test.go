package check

import (
	"strings"
	"testing"

	"seedgraph/external"
)

func declared() []external.Declared {
	return []external.Declared{
		{Name: "A", Types: []*external.Type{{Name: "A.T", Kind: external.Class},
			{Name: "A.U", Kind: external.Struct}},
			Members: []external.Member{{Name: "f", Kind: external.Function}}},
		{Name: "B", Exports: []external.Export{{Name: "x", Target: "A.T"}}},
	}
}

func platform(t *testing.T, all []external.Declared) *external.Platform {
	t.Helper()
	data, err := external.Encode(all)
	if err != nil {
		t.Fatal(err)
	}
	return external.New("test", string(data))
}

func TestNoDifferences(t *testing.T) {
	if got := Differences(platform(t, declared()), declared()); got != nil {
		t.Errorf("differences where there are none: %v", got)
	}
}

// TestDifferences changes one property at a time.
func TestDifferences(t *testing.T) {
	for want, change := range map[string]func(all []external.Declared) []external.Declared{
		"A.T differs:": func(all []external.Declared) []external.Declared {
			all[0].Types[0].Flags = external.Static
			return all
		},
		"A.V: missing": func(all []external.Declared) []external.Declared {
			all[0].Types = append(all[0].Types, &external.Type{Name: "A.V"})
			return all
		},
		"A.U: not declared": func(all []external.Declared) []external.Declared {
			all[0].Types = all[0].Types[:1]
			return all
		},
		`namespace "A": member "function f()", declared "static function f()"`: func(all []external.Declared) []external.Declared {
			all[0].Members[0].Flags = external.Static
			return all
		},
		`namespace "B": names differ`: func(all []external.Declared) []external.Declared {
			all[1].Exports[0].Target = "A.U"
			return all
		},
		`namespace "C": missing`: func(all []external.Declared) []external.Declared {
			return append(all, external.Declared{Name: "C"})
		},
		`namespace "B": not declared`: func(all []external.Declared) []external.Declared { return all[:1] },
	} {
		got := Differences(platform(t, declared()), change(declared()))
		if len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
}
