package literals_test

import (
	"reflect"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/query/answer/literals"
)

func TestOf(t *testing.T) {
	text := func(list ...string) (out []artifacts.Literal) {
		for _, s := range list {
			out = append(out, artifacts.Literal{Text: s})
		}
		return out
	}
	for source, want := range map[string][]artifacts.Literal{
		`func \(.*\) Lock\(`:   text(") Lock("),
		`TODO|FIXME: \d`:       text("TODO", "FIXME: "),
		`(?:ab)+c?`:            text("ab"),
		`(save|load){2}All`:    text("save", "load"),
		`(a|[bc])d`:            text("d"),
		`a*|b`:                 nil,
		`[0-9]{5}`:             nil,
		`\bk(?i:Tasks)`:        {{Text: "ta", Fold: true}},
		`(?i)connectionstring`: {{Text: "connection", Fold: true}},
		`(?i)sk`:               nil,
		`(`:                    nil,
	} {
		if got := literals.Of(source); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", source, got, want)
		}
	}
}
