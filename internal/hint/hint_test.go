package hint

import (
	"errors"
	"fmt"
	"testing"
)

func TestTheOutermostHintWins(t *testing.T) {
	base := errors.New("no such file")
	inner := With(base, "look again")
	outer := With(fmt.Errorf("open: %w", inner), "give a path")
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""}, {base, ""}, {inner, "look again"}, {fmt.Errorf("open: %w", inner), "look again"},
		{outer, "give a path"},
	} {
		if got := Of(c.err); got != c.want {
			t.Errorf("Of(%v) = %q, want %q", c.err, got, c.want)
		}
	}
	if !errors.Is(outer, base) || outer.Error() != "open: no such file" {
		t.Errorf("%v does not wrap %v, or says more than it", outer, base)
	}
}
