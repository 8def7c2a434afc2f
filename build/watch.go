package build

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"seedgraph/build/cache"
	"seedgraph/internal/hint"
	"seedgraph/parse/all"
	"seedgraph/source/walk"
)

// Quiet and Patience are the times that a watcher waits after a change: until nothing has changed for
// Quiet, but at most for Patience, so that a branch switch is one build.
const (
	Quiet    = 200 * time.Millisecond
	Patience = 2 * time.Second
)

// A Watcher rebuilds artifacts whenever their tree changes. It watches the folders that a build reads, and
// no ignored ones.
type Watcher struct {
	Options Options // complete
	Host    *Host

	// Poll is the time between two looks at the tree, if it is polled; 0 waits for the kernel.
	Poll time.Duration

	// Built is called after each build with its time, and with the error of one that failed: the
	// previous artifacts are then intact. A build that finds nothing new is not reported.
	Built func(report *Report, took time.Duration, err error)

	// Warn is called if the kernel cannot watch all folders and the tree is polled.
	Warn func(error)

	memory *cache.Memory // what earlier builds have read from files
}

// maxRemembered bounds the bytes that a watcher keeps between builds for the next one.
const maxRemembered = 512 << 20

// pollAfterLimit is the time between two looks at a tree that the kernel cannot watch.
const pollAfterLimit = 2 * time.Second

// Run builds, waits for changes and builds again until ctx is done, which is no error.
func (w *Watcher) Run(ctx context.Context) error {
	n := w.notify()
	defer func() { n.close() }()
	var last [sha256.Size]byte
	for first := true; ; first = false {
		stamp, folders, err := w.look(ctx)
		if err == nil && n != nil {
			var added bool
			if added, err = n.watch(folders); err != nil {
				n.close()
				n = nil
				w.poll(err)
				err = nil
			} else if added { // files may have changed before their folder was watched
				stamp, _, err = w.look(ctx)
			}
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && first:
			return err
		case err != nil: // the tree is being moved, for example
			w.Built(nil, 0, err)
		case first || stamp != last:
			last = stamp
			if err := w.build(ctx, first); err != nil {
				return err
			}
		}
		w.wait(ctx, n)
		if ctx.Err() != nil {
			return nil
		}
	}
}

// build builds and reports it. The error is that of a first build.
func (w *Watcher) build(ctx context.Context, first bool) error {
	began := time.Now()
	host, options := *w.Host, w.Options
	if !options.NoCache {
		if w.memory == nil {
			w.memory = cache.NewMemory(maxRemembered)
		}
		w.memory.Next()
		host.memory = w.memory
	}
	if !first { // the folder is for the time between two watchers
		options.Cache = ""
	}
	report, err := Run(ctx, options, &host)
	switch {
	case err != nil && ctx.Err() != nil: // interrupted
		return nil
	case first && err != nil:
		return err
	case first || err != nil || !report.Current:
		w.Built(report, time.Since(began), err)
	}
	return nil
}

// A notifier receives the changes in folders from the kernel.
type notifier struct{ *fsnotify.Watcher }

// notify returns a notifier; nil if the tree is polled.
func (w *Watcher) notify() *notifier {
	if w.Poll > 0 {
		return nil
	}
	n, err := fsnotify.NewWatcher()
	if err != nil {
		w.poll(err)
		return nil
	}
	return &notifier{n}
}

// poll makes the watcher poll, since the kernel reports no changes.
func (w *Watcher) poll(err error) {
	w.Poll = pollAfterLimit
	w.Warn(watchError(err))
}

// watch adds folders that are not watched yet, and reports whether there are any.
func (n *notifier) watch(folders []string) (added bool, err error) {
	known := map[string]bool{}
	for _, dir := range n.WatchList() {
		known[dir] = true
	}
	for _, dir := range folders {
		if known[dir] {
			continue
		}
		added = true
		if err := n.Add(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return added, err
		}
	}
	return added, nil
}

func (n *notifier) close() {
	if n != nil {
		n.Close()
	}
}

// look walks the tree: it returns a hash of the names, sizes and times of its files, and the folders that
// were listed.
func (w *Watcher) look(ctx context.Context) (stamp [sha256.Size]byte, folders []string, err error) {
	options, err := w.Options.walkOptions(w.Host.ReadDir)
	if err != nil {
		return stamp, nil, err
	}
	list := options.ReadDir
	options.ReadDir = func(dir string) ([]fs.DirEntry, error) {
		folders = append(folders, dir)
		return list(dir)
	}
	selectFiles(all.Set(), w.Options.Languages, &options)
	tree, err := walk.Walk(ctx, w.Options.Src, options)
	if err != nil {
		return stamp, nil, err
	}
	h := sha256.New()
	digest := tree.Digest()
	h.Write(digest[:])
	for _, f := range tree.Files {
		if info, err := os.Stat(filepath.Join(tree.Root, filepath.FromSlash(f.Path))); err == nil {
			fmt.Fprintln(h, f.Path, info.Size(), info.ModTime().UnixNano())
		}
	}
	w.Options.watchModels(func(dir string) { folders = append(folders, dir) }, func(name string, info fs.FileInfo) {
		fmt.Fprintln(h, name, info.Size(), info.ModTime().UnixNano())
	})
	return [sha256.Size]byte(h.Sum(nil)), folders, nil
}

// wait returns once something may have changed and the tree is quiet, or ctx is done.
func (w *Watcher) wait(ctx context.Context, n *notifier) {
	if n == nil {
		select {
		case <-ctx.Done():
		case <-time.After(w.Poll):
		}
		return
	}
	select {
	case <-ctx.Done():
		return
	case <-n.Events:
	case <-n.Errors: // events were lost
	}
	n.settle(ctx)
}

// settle waits until there are no more events.
func (n *notifier) settle(ctx context.Context) {
	deadline := time.After(Patience)
	for {
		select {
		case <-ctx.Done():
			return
		case <-deadline:
			return
		case <-n.Events:
		case <-n.Errors:
		case <-time.After(Quiet):
			return
		}
	}
}

// watchError names the setting that limits the number of watched folders.
func watchError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return hint.With(fmt.Errorf("the kernel cannot watch more folders (%w): polling every %s", err, pollAfterLimit),
			"raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or exclude folders")
	}
	return fmt.Errorf("watch: %w: polling every %s", err, pollAfterLimit)
}
