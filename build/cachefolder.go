package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"seedgraph/build/cache"
	"seedgraph/internal/hint"
)

// cachesFolder is the name of the folder, in that of the user's caches, with the caches of all trees.
const cachesFolder = "seedgraph"

// userCache returns the folder of the user's cache of a tree; ok is false without such a folder.
func userCache(src string) (folder string, ok bool) {
	parent, err := os.UserCacheDir()
	if err != nil {
		return "", false
	}
	real, err := resolved(src)
	if err != nil {
		return "", false
	}
	sum := sha256.Sum256([]byte(real))
	return filepath.Join(parent, cachesFolder, hex.EncodeToString(sum[:8])), true
}

// checkCache checks that the cache is not in the tree, where it would be indexed, nor in the output folder,
// which is replaced. The user's own folder is not used then. src and out are resolved.
func (o *Options) checkCache(src, out string) error {
	if o.Cache == "" {
		return nil
	}
	real, err := resolved(o.Cache)
	if err != nil {
		return err
	}
	for _, place := range []struct{ folder, name string }{{src, "source tree " + o.Src}, {out, "output folder " + o.Out}} {
		if _, in := below(real, place.folder); !in {
			continue
		}
		if o.ownCache {
			o.Cache = ""
			return nil
		}
		return hint.With(fmt.Errorf("the cache %s is in the %s", o.Cache, place.name),
			"choose a folder outside with --cache, or build with --no-cache")
	}
	return nil
}

// openCache returns the cache of the build, or nil.
func (b *building) openCache() *fileCache {
	if b.Cache == "" && b.host.memory == nil {
		return nil
	}
	program, err := cache.Program()
	if err != nil {
		b.cacheFailed(err)
		return nil
	}
	var layers cache.Layers
	if b.host.memory != nil {
		layers = append(layers, b.host.memory)
	}
	if b.Cache != "" {
		if b.cache, err = cache.Open(b.Cache, program); err == nil {
			layers = append(layers, b.cache)
		} else {
			b.cacheFailed(err)
		}
	}
	if len(layers) == 0 {
		return nil
	}
	return b.newFileCache(layers, program)
}

// cacheFailed reports an error of the cache, unless nobody has asked for one: a user without a writable home
// only builds more slowly.
func (b *building) cacheFailed(err error) {
	if !b.ownCache && b.report.Cache == nil {
		b.report.Cache = err
	}
}

// closeCache writes what is new in the cache.
func (b *building) closeCache() {
	if b.cache == nil {
		return
	}
	if err := b.cache.Close(); err != nil {
		b.cacheFailed(err)
	}
	b.cache = nil
	if b.ownCache {
		cache.RemoveUnused(filepath.Dir(b.Cache))
	}
}
