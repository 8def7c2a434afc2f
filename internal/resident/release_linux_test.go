package resident

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestCodeRange(t *testing.T) {
	const program = "/usr/bin/a program"
	for _, row := range []struct {
		line     string
		from, to uintptr
		ok       bool
	}{
		{"00400000-00c2f000 r-xp 00000000 fe:00 99    /usr/bin/a program\n", 0x400000, 0xc2f000, true},
		{"00c2f000-01865000 r--p 0082f000 fe:00 99    /usr/bin/a program\n", 0xc2f000, 0x1865000, true},
		{"01865000-018d2000 rw-p 01465000 fe:00 99    /usr/bin/a program\n", 0, 0, false}, // is written to
		{"7f7a0a800000-7f7a0ae30000 r--s 00000000 fe:00 7    /usr/bin/a program\n", 0, 0, false},
		{"7f7a0a800000-7f7a0ae30000 r--p 00000000 fe:00 7    /lib/libc.so.6\n", 0, 0, false},
		{"7f7a0a800000-7f7a0ae30000 r--p 00000000 00:00 0 \n", 0, 0, false},
		{"018d2000-01865000 r--p 01465000 fe:00 99    /usr/bin/a program\n", 0, 0, false},
		{"nonsense", 0, 0, false},
	} {
		from, to, ok := codeRange([]byte(row.line), program)
		if ok != row.ok || ok && (from != row.from || to != row.to) {
			t.Errorf("%q is %x to %x, %v", row.line, from, to, ok)
		}
	}
}

// TestReleaseCode: the program goes on as before, with less memory.
func TestReleaseCode(t *testing.T) {
	before := mapped(t)
	ReleaseCode()
	if after := mapped(t); after >= before {
		t.Errorf("%d KB of files are mapped, %d before", after, before)
	}
}

// mapped is how much of files is in the memory of the process, in KB.
func mapped(t *testing.T) (kb int) {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(raw), "RssFile:")
	if _, err := fmt.Sscan(rest, &kb); err != nil {
		t.Skip(err)
	}
	return kb
}
