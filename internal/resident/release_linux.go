package resident

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// ReleaseCode takes the pages of the program's own file out of the memory of the process. A
// program that many packages are linked into runs code of all of them as it starts, and the
// system maps 64 KB around each place: ten megabytes, most of which are never used again. What
// is used comes back from the system's cache, which takes a microsecond for each place.
//
// Pages that the program writes to stay, and so do all while a debugger looks on: its
// breakpoints are in them.
func ReleaseCode() {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || !bytes.Contains(status, []byte("\nTracerPid:\t0\n")) {
		return
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range bytes.Lines(maps) {
		if from, to, ok := codeRange(line, program); ok {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED)
		}
	}
}

// codeRange reads a line of /proc/self/maps: the range of a mapping, its permissions, the
// offset in the file, the device, the inode and the file. ok is false if it is no mapping of
// the program that is never written to.
func codeRange(line []byte, program string) (from, to uintptr, ok bool) {
	fields := bytes.SplitN(line, []byte(" "), 6)
	if len(fields) < 6 || string(bytes.TrimSpace(fields[5])) != program ||
		bytes.IndexByte(fields[1], 'w') >= 0 || bytes.IndexByte(fields[1], 'p') < 0 {
		return 0, 0, false
	}
	first, last, _ := bytes.Cut(fields[0], []byte("-"))
	a, err := strconv.ParseUint(string(first), 16, strconv.IntSize)
	if err != nil {
		return 0, 0, false
	}
	b, err := strconv.ParseUint(string(last), 16, strconv.IntSize)
	return uintptr(a), uintptr(b), err == nil && a < b
}
