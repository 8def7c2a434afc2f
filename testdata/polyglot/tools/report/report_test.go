package report

import "testing"

func TestAdd(t *testing.T) {
	r := New("title")
	r.Add("more")
	if len(r.lines) != 2 {
		t.Error(r.lines)
	}
}
