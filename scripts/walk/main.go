// Command walk proves that incremental builds equal full ones: it edits a copy of a tree at random, step by
// step, and after each step compares every byte of an incremental build with a full one.
//
//	walk -indexer bin/indexer -work DIR -seed 1 -steps 500 SRC
//
// It can be interrupted: with the same folder it goes on after the last step that was equal. With -damage N
// it changes N random bytes of the cache before each incremental build.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"seedgraph/testkit/editwalk"
)

var (
	indexer = flag.String("indexer", "bin/indexer", "the program")
	folder  = flag.String("work", "", "folder of the walk, which is kept (default a new one, removed at the end)")
	seed    = flag.Uint64("seed", 1, "seed of the edits")
	steps   = flag.Int("steps", 500, "number of edits")
	damage  = flag.Int("damage", 0, "number of bytes of the cache to change before each incremental build")
)

// A state is what a walk needs to go on.
type state struct {
	Source string
	Seed   uint64
	Steps  int // done
	Full   time.Duration
	Update time.Duration
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("walk: ")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("give one tree: walk [flags] SRC")
	}
	if err := run(flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// A walk is a run of the command. Its folder has the trees, the artifacts and the cache.
type walk struct {
	dir string
	state
	edits editwalk.Walk
}

func run(src string) error {
	w, err := begin(src)
	if err != nil {
		return err
	}
	if *folder == "" {
		defer os.RemoveAll(w.dir)
	}
	for w.Steps < *steps {
		what, err := w.edits.Step(w.Steps)
		if err != nil {
			return err
		}
		if err := w.compare(); err != nil {
			return fmt.Errorf("seed %d, step %d: %s: %w", w.Seed, w.Steps, what, err)
		}
		fmt.Printf("%4d  equal  %s\n", w.Steps, what)
		w.Steps++
		if err := w.save(); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d steps with seed %d, 0 differing bytes; CPU of the builds: full %.1f s, incremental %.1f s\n",
		filepath.Base(w.Source), w.Steps, w.Seed, w.Full.Seconds(), w.Update.Seconds())
	return nil
}

// begin continues the walk in the folder, or begins one.
func begin(src string) (*walk, error) {
	src, err := filepath.Abs(src)
	if err != nil {
		return nil, err
	}
	w := &walk{dir: *folder, state: state{Source: src, Seed: *seed}}
	if w.dir == "" {
		if w.dir, err = os.MkdirTemp("", "walk"); err != nil {
			return nil, err
		}
	}
	w.edits = editwalk.Walk{Tree: filepath.Join(w.dir, "tree"), Pristine: src, Seed: *seed}
	data, err := os.ReadFile(w.stateFile())
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.RemoveAll(w.edits.Tree); err != nil { // of a walk that ended before its first step did
			return nil, err
		}
		return w, os.CopyFS(w.edits.Tree, os.DirFS(src))
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &w.state); err != nil {
		return nil, err
	}
	if w.Source != src || w.Seed != *seed {
		return nil, fmt.Errorf("%s has a walk of %s with seed %d", w.dir, w.Source, w.Seed)
	}
	return w, nil
}

func (w *walk) stateFile() string { return filepath.Join(w.dir, "state.json") }

func (w *walk) save() error {
	data, err := json.Marshal(w.state)
	if err != nil {
		return err
	}
	return os.WriteFile(w.stateFile(), data, 0o666)
}

// compare builds both ways and compares the artifacts. The number of jobs of one build changes.
func (w *walk) compare() error {
	update, full := filepath.Join(w.dir, "update"), filepath.Join(w.dir, "full")
	kept := filepath.Join(w.dir, "cache")
	if err := w.spoil(kept); err != nil {
		return err
	}
	took, err := build(w.edits.Tree, update, "--cache", kept, "--jobs", strconv.Itoa(1+w.Steps%3))
	if err != nil {
		return err
	}
	w.Update += took
	if took, err = build(w.edits.Tree, full, "--no-cache", "--force"); err != nil {
		return err
	}
	w.Full += took
	return same(update, full)
}

// build builds and returns the CPU time.
func build(tree, out string, args ...string) (time.Duration, error) {
	c := exec.Command(*indexer, append([]string{"build", tree, "--quiet", "--out", out}, args...)...)
	var text bytes.Buffer
	c.Stdout, c.Stderr = &text, &text
	err := c.Run()
	var exit *exec.ExitError
	const skipped = 3
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == skipped) {
		return 0, fmt.Errorf("%v: %w\n%s", c.Args, err, text.Bytes())
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}

// same compares all files of two folders.
func same(a, b string) error {
	names := map[string]bool{}
	for _, dir := range []string{a, b} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				names[name] = true
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	for name := range names {
		x, errX := os.ReadFile(filepath.Join(a, name))
		y, errY := os.ReadFile(filepath.Join(b, name))
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			return fmt.Errorf("%s differs in %s and %s", name, a, b)
		}
	}
	return nil
}

// spoil changes random bytes of the cache.
func (w *walk) spoil(folder string) error {
	if *damage == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(w.Seed+1, uint64(w.Steps)))
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(paths) == 0 {
		return err
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for range *damage/len(paths) + 1 {
			data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}
