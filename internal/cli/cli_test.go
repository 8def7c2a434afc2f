package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"seedgraph/internal/hint"
)

var errBroken = errors.New("store broken")

var testProgram = Program{Name: "tool", Classes: []Class{
	{Err: errBroken, Code: Corrupt, Hint: "build again"},
}}

// childRun, in the environment, turns the test binary into a program that waits
// for its context to end.
const childRun = "CLI_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childRun) == "deaf" {
		os.Exit(testProgram.Main(func(_ context.Context, _ []string, s Streams) error {
			fmt.Fprintln(s.Out, "ready")
			select {} // even when the context is canceled
		}))
	}
	if os.Getenv(childRun) != "" {
		os.Exit(testProgram.Main(func(ctx context.Context, _ []string, s Streams) error {
			fmt.Fprintln(s.Out, "ready")
			<-ctx.Done()
			fmt.Fprintln(s.Out, "cleaned up")
			return fmt.Errorf("work: %w", ctx.Err())
		}))
	}
	os.Exit(m.Run())
}

func TestErrorsBecomeMessagesAndCodes(t *testing.T) {
	for _, test := range []struct {
		err  error
		args string
		code int
		want string
	}{
		{nil, "", 0, ""},
		{errors.New("no luck"), "", 1, "tool: no luck\n"},
		{fmt.Errorf("open x: %w", errBroken), "", 12,
			"tool: open x: store broken\nhint: build again\n"},
		{hint.With(fmt.Errorf("open x: %w", errBroken), "call mum"), "", 12,
			"tool: open x: store broken\nhint: call mum\n"},
		{fmt.Errorf("5 files: %w", ErrSkipped), "", 3, "tool: 5 files: the index is not complete\n"},
		{hint.With(fmt.Errorf("5 files: %w", ErrSkipped), "try again"), "", 3,
			"tool: 5 files: the index is not complete\nhint: try again\n"},
		{fmt.Errorf("write: %w", context.Canceled), "", 130, "tool: interrupted\n"},
		{hint.With(context.Canceled, "no hint"), "", 130, "tool: interrupted\n"},
		{errors.New("a \"b\" <c>"), "--json", 1,
			`{"type":"exit_error","code":1,"message":"a \"b\" <c>"}` + "\n"},
		{fmt.Errorf("x: %w", errBroken), "get --json y", 12,
			`{"type":"exit_error","code":12,"message":"x: store broken","hint":"build again"}` +
				"\n"},
		{errors.New("no luck"), "get -- --json", 1, "tool: no luck\n"},
		{errors.New("no luck"), "get --json=false", 1, "tool: no luck\n"},
	} {
		var out bytes.Buffer
		if code := testProgram.Exit(test.err, strings.Fields(test.args), &out); code != test.code ||
			out.String() != test.want {
			t.Errorf("%v with %q: code %d and %q, want %d and %q", test.err, test.args, code,
				out.String(), test.code, test.want)
		}
	}
}

// TestInterruptCancelsAndTheCodeIs130 sends a process both signals.
func TestInterruptCancelsAndTheCodeIs130(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childRun+"=1")
		var messages bytes.Buffer
		child.Stderr = &messages
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		ready := make([]byte, len("ready\n"))
		if _, err := out.Read(ready); err != nil {
			t.Fatal(err)
		}
		if err := child.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		var rest bytes.Buffer
		_, _ = rest.ReadFrom(out)
		_ = child.Wait()
		if code := child.ProcessState.ExitCode(); code != Interrupted ||
			rest.String() != "cleaned up\n" || messages.String() != "tool: interrupted\n" {
			t.Errorf("%v: code %d, stdout %q, stderr %q", sig, code, rest.String(),
				messages.String())
		}
	}
}

// TestACommandThatDoesNotEndIsEnded checks that such a command is killed by a
// second signal at once, and without one after some time.
func TestACommandThatDoesNotEndIsEnded(t *testing.T) {
	for _, signals := range []int{1, 2} {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childRun+"=deaf")
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		ready := make([]byte, len("ready\n"))
		if _, err := out.Read(ready); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for range signals {
			if err := child.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond) // simultaneous signals are merged into one
		}
		_ = child.Wait()
		took := time.Since(began)
		if code := child.ProcessState.ExitCode(); code != Interrupted {
			t.Errorf("after %d signals: code %d", signals, code)
		}
		if early := took < grace; early != (signals == 2) || took > grace+10*time.Second {
			t.Errorf("after %d signals it took %v", signals, took)
		}
	}
}

func TestABufferIsNoTerminal(t *testing.T) {
	var out bytes.Buffer
	if HasColor(&out) || IsTerminal(&out) {
		t.Error("a buffer is taken for a terminal")
	}
}
