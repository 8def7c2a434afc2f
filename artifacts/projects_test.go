package artifacts

import (
	"fmt"
	"strings"
	"testing"
)

// TestProjectsOf looks up the projects of files one by one, in a list long enough to be
// read as a whole from some file on, and of files that are not in it.
func TestProjectsOf(t *testing.T) {
	for _, size := range []int{0, 1, 2, 7, mostSearched + 20} {
		var raw strings.Builder
		for i := range size {
			fmt.Fprintf(&raw, `{"path":"f%04d\"","bytes":1,"sha256":"00","project":"p%d","project_file":"go.mod"}`+"\n", i, i%3)
		}
		p := &projects{raw: raw.String(), known: map[string]string{}}
		for i := range size {
			if got, err := p.of(fmt.Sprintf(`f%04d"`, i)); got != fmt.Sprintf("p%d", i%3) || err != nil {
				t.Errorf("%d of %d: %q, %v", i, size, got, err)
			}
			for _, path := range []string{"", "a", fmt.Sprintf("f%04d#", i), "z"} {
				if got, err := p.of(path); got != "" || err != nil {
					t.Errorf("%q of %d: %q, %v", path, size, got, err)
				}
			}
		}
	}
	if got, err := (*projects)(nil).of("a"); got != "" || err != nil {
		t.Errorf("projects that are not loaded: %q, %v", got, err)
	}
	damaged := &projects{raw: "{\n", known: map[string]string{}}
	if _, err := damaged.of("a"); err == nil {
		t.Error("a damaged list gives no error")
	}
}
