package graph

import "testing"

func TestInlineOrigins(t *testing.T) {
	for o, want := range map[InlineOrigin]string{FromText: "HeuristicRoslyn",
		FromHotMethod: "HotMethod", FromExtraHotMethod: "ExtraHotMethod"} {
		if o.String() != want {
			t.Errorf("origin %d is %s, want %s", o, o, want)
		}
	}
}
