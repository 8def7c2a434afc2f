package graph

import "testing"

func TestHashOf(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb924",
		"abc": "ba7816bf8f01cfea414140de5dae2223",
	} {
		if got := HashOf([]byte(text)).String(); got != want {
			t.Errorf("the hash of %q is %s, want %s", text, got, want)
		}
	}
	if HashOf(nil) == (Hash{}) {
		t.Error("the hash of no text is that of an unknown one")
	}
}
