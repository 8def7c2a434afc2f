package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"seedgraph/internal/hint"
	"seedgraph/query/render"
)

// sourceEndings are the endings of the files that take most of the time of a build.
var sourceEndings = func() map[string]bool {
	out := map[string]bool{}
	for _, ending := range strings.Fields(`.c .cc .cpp .cs .cshtml .ex .exs .go .h .hpp .java .js .jsx .kt .lua .md .mts .php
		.proto .py .r .razor .rb .rs .scala .sql .svelte .swift .tf .ts .tsx .vue .xaml`) {
		out[ending] = true
	}
	return out
}()

// Bounds of the look at a tree, and the bytes that a processor indexes in a second (make bench).
const (
	maxEntries  = 200_000
	maxLook     = 300 * time.Millisecond
	bytesASec   = 400_000
	leastOnDisk = 2 * time.Second // to start and to write
)

// offer adds to an error about missing artifacts how they are built and how long that takes.
func offer(err error, here string) error {
	root := projectRoot(here)
	files, bytes, whole := sizeOfTree(root)
	if files == 0 {
		return err
	}
	expected := leastOnDisk + time.Duration(bytes/bytesASec/int64(max(1, min(runtime.GOMAXPROCS(0), 8))))*time.Second
	text := fmt.Sprintf("`indexer build %s` indexes %s in about %s", root, render.Count(files, "source file"), approximate(expected))
	if !whole {
		text = fmt.Sprintf("`indexer build %s` indexes more than %s, which takes minutes", root, render.Count(files, "source file"))
	}
	return hint.With(err, text+"; --artifacts DIR names artifacts elsewhere")
}

// projectRoot returns the folder of the repository around a folder, or that folder.
func projectRoot(here string) string {
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}

// sizeOfTree counts the source files below a folder and their bytes; whole is false if a bound ended the count.
func sizeOfTree(root string) (files int, bytes int64, whole bool) {
	entries, end := 0, time.Now().Add(maxLook)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if entries++; entries > maxEntries || entries%256 == 0 && time.Now().After(end) {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular() || !sourceEndings[strings.ToLower(filepath.Ext(d.Name()))]:
			return nil
		}
		if info, err := d.Info(); err == nil {
			files++
			bytes += min(info.Size(), 1<<20)
		}
		return nil
	})
	return files, bytes, err == nil && entries <= maxEntries && time.Now().Before(end)
}

// approximate rounds a time to what an estimate is worth.
func approximate(d time.Duration) string {
	seconds := int(d.Seconds())
	switch {
	case seconds <= 5:
		return "5 seconds"
	case seconds < 55:
		return fmt.Sprintf("%d seconds", (seconds+9)/10*10)
	}
	return render.Count((seconds+59)/60, "minute")
}
