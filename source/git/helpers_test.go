package git

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs the git program of this machine in a folder, and returns its output.
func git(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := gitCommand(dir, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// gitCommand returns a command that runs the git program of this machine.
func gitCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_TEMPLATE_DIR=", // no samples of hooks
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@b", "GIT_COMMITTER_DATE=1700000000 +0000",
		"GIT_AUTHOR_DATE=1700000000 +0000")
	return cmd
}

// needsGit skips a test on machines without git.
func needsGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
}

// write makes a file and the folders above it.
func write(t *testing.T, root, path, content string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(path))
	must(t, os.MkdirAll(filepath.Dir(full), 0o777))
	must(t, os.WriteFile(full, []byte(content), 0o666))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
