package artifacts_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/testkit/longtest"
)

// childDir, if set in the environment, makes the test binary a builder that writes to
// that folder repeatedly until it is killed.
const childDir = "ARTIFACTS_TEST_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		for i := 0; ; i++ {
			in := generation(i)
			fmt.Println("building")
			if err := artifacts.Write(context.Background(), dir, in, graphstore.Create,
				artifacts.Options{}); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
	longtest.CollectRarely()
	os.Exit(m.Run())
}

// generation returns indexes of different sizes, so that a mixture would be noticed.
func generation(i int) artifacts.Index {
	return artifactstest.Synthetic(200+100*(i%3), 500, uint64(i%3))
}

// TestKilledBuildsLeaveWholeArtifacts kills builders at random moments. Afterwards there
// are always complete artifacts, and after the next build, no other files.
func TestKilledBuildsLeaveWholeArtifacts(t *testing.T) {
	longtest.NotRaced(t)
	dir := filepath.Join(t.TempDir(), "out")
	if err := artifacts.Write(context.Background(), dir, generation(0), graphstore.Create,
		artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	left := 0
	for range 50 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childDir+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil { // it has started
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(100_000)) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		mustVerify(t, dir)
		rest, _ := filepath.Glob(dir + ".*")
		left += len(rest)
	}
	if left == 0 {
		t.Error("no kill met a build: the test says nothing")
	}
	if err := artifacts.Write(context.Background(), dir, generation(1), graphstore.Create,
		artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	if rest, _ := filepath.Glob(dir + ".*"); len(rest) > 0 {
		t.Errorf("left over: %v", rest)
	}
	mustVerify(t, dir)
}

// TestBuildsAndReadersAtOnce lets builders replace artifacts while they are read.
func TestBuildsAndReadersAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if err := artifacts.Write(context.Background(), dir, generation(0), graphstore.Create,
		artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var builders, readers sync.WaitGroup
	for b := range 2 {
		builders.Go(func() {
			for i := range 6 {
				if err := artifacts.Write(context.Background(), dir, generation(b+i),
					graphstore.Create, artifacts.Options{Workers: 1}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 2 {
		readers.Go(func() {
			for ctx.Err() == nil {
				if err := readAll(dir); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	builders.Wait()
	stop()
	readers.Wait()
	mustVerify(t, dir)
	if rest, _ := filepath.Glob(dir + ".*"); len(rest) > 0 {
		t.Errorf("left over: %v", rest)
	}
}

// readAll opens the artifacts and reads the text of every node.
func readAll(dir string) error {
	r, err := artifacts.Open(dir)
	if err != nil {
		return err
	}
	for n := range r.NumNodes() {
		_, err1 := r.Text(n)
		_, err2 := r.Out(n)
		if err := errors.Join(err1, err2); err != nil {
			r.Close()
			return err
		}
	}
	return r.Close()
}
