package artifacts

import (
	"archive/zip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"seedgraph/internal/regular"
)

// This file writes the bundle: the part of the artifacts that other runtimes read, in one
// zip file. See FORMAT.md, section "The bundle".

// bundleName distinguishes the manifest of a bundle from that of artifacts.
const bundleName = "seedgraph-bundle"

// bundled lists the files of a bundle other than its manifest, by path. Those of the
// configuration bundle may be missing.
var bundled = []string{
	chunksFile, dependenciesFile, repoMetaFile,
	bodiesFile, sqlEdgesFile, sqlGraphFile, sqlNodesFile, sqlManifestFile,
	configsFile, configManifestFile, metadataFile,
}

// bundleTime is the modification time of every file in the zip: the earliest time of the
// format.
var bundleTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// WriteBundle packs the part of the artifacts in dir that other runtimes read into the
// zip file, replacing an existing one; a killed or failed call leaves the existing file
// unchanged. The packed files are uncompressed versions, whether or not those in dir are
// compressed, and the bytes of the zip depend only on their contents. It returns the same
// classes of read errors as Open.
//
// It uses constant memory.
func WriteBundle(ctx context.Context, dir, file string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("write bundle: %w: %w", ErrNotFound, err)
	}
	defer root.Close()
	m, err := readManifest(root)
	if err != nil {
		return fmt.Errorf("write bundle: %w", err)
	}
	target, err := realTarget(file)
	if err != nil {
		return fmt.Errorf("write bundle: %w", err)
	}
	temp, err := newTempFile(target)
	if err != nil {
		return fmt.Errorf("write bundle: %w", err)
	}
	defer temp.Close()
	z := bundler{ctx: ctx, root: root, from: m, zip: newZip(temp)}
	err = z.run()
	if err == nil {
		err = temp.Sync()
	}
	if err == nil && openFilesStay {
		err = temp.Close()
	}
	if err == nil {
		err = os.Rename(temp.Name(), target)
	}
	if err != nil {
		_ = os.Remove(temp.Name()) // the next bundle tries again
		return fmt.Errorf("write bundle: %w", err)
	}
	return syncDir(filepath.Dir(target))
}

// newZip deflates with a compressor of a fixed version, so that the bytes do not depend
// on the standard library with which the program was built.
func newZip(w io.Writer) *zip.Writer {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, 6)
	})
	return z
}

// A bundler is the state of one WriteBundle.
type bundler struct {
	ctx   context.Context
	root  *os.Root
	from  *Manifest
	zip   *zip.Writer
	files []File // packed so far
}

func (b *bundler) run() error {
	for _, name := range bundled {
		if _, ok := b.from.file(name); !ok && strings.HasPrefix(name, configDir) {
			continue
		}
		if err := b.add(name); err != nil {
			return err
		}
	}
	for _, f := range b.from.Files {
		if strings.HasPrefix(f.Path, sqlDir+"/"+bodyDir+"/") {
			if err := b.add(f.Path); err != nil {
				return err
			}
		}
	}
	m := *b.from
	slices.SortFunc(b.files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	m.Format, m.Compressed, m.Files = bundleName, false, b.files
	raw, err := m.encode()
	if err != nil {
		return err
	}
	w, err := b.create(manifestFile)
	if err == nil {
		_, err = w.Write(raw)
	}
	if err != nil {
		return err
	}
	return b.zip.Close()
}

func (b *bundler) create(name string) (io.Writer, error) {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: bundleTime}
	h.SetMode(0o644)
	return b.zip.CreateHeader(h)
}

// add packs one file. It is an error if the file does not match the manifest, because it
// is damaged or another build has just replaced it.
func (b *bundler) add(name string) error {
	entry, ok := b.from.file(name)
	if !ok {
		return corruptf("%s does not list %s", manifestFile, name)
	}
	f, err := b.root.Open(filepath.FromSlash(entry.Path))
	if err != nil {
		return corruptf("%w", err)
	}
	defer f.Close()
	w, err := b.create(name)
	if err != nil {
		return err
	}
	stored, plain := sha256.New(), sha256.New()
	var in io.Reader = io.TeeReader(cancelable{b.ctx, f}, stored)
	if entry.Path != name {
		dec, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return err
		}
		defer dec.Close()
		in = dec
	}
	n, err := io.Copy(io.MultiWriter(w, plain), in)
	if cerr := b.ctx.Err(); cerr != nil {
		return cerr
	}
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	if hex.EncodeToString(stored.Sum(nil)) != entry.SHA256 {
		return corruptf("%s does not match %s", entry.Path, manifestFile)
	}
	b.files = append(b.files, File{Path: name, Size: n, SHA256: hex.EncodeToString(plain.Sum(nil))})
	return nil
}

// A cancelable is a reader that fails when its context is canceled.
type cancelable struct {
	ctx context.Context
	r   io.Reader
}

func (c cancelable) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// newTempFile creates the temporary file of a bundle next to target, locked while it is
// in use, and removes those left by killed programs.
func newTempFile(target string) (*os.File, error) {
	dir, base := filepath.Dir(target), filepath.Base(target)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !isTempName(e.Name(), base) ||
			!beginsAsZip(filepath.Join(dir, e.Name())) {
			continue
		}
		if dead, ok, err := tryLock(filepath.Join(dir, e.Name())); err == nil && ok {
			_ = os.Remove(dead.Name()) // if it fails, the next bundle tries again
			dead.Close()
		}
	}
	for {
		var name [tempBytes]byte
		if _, err := rand.Read(name[:]); err != nil {
			return nil, err
		}
		path := filepath.Join(dir, base+TempMark+hex.EncodeToString(name[:]))
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		if lockNow(f) && isAt(f, path) {
			return f, nil
		}
		f.Close() // another build mistook it for a dead one
	}
}

// beginsAsZip reports whether a file is empty or the beginning of a zip, as left by a
// killed program.
func beginsAsZip(file string) bool {
	f, err := regular.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 2)
	n, err := io.ReadFull(f, head)
	return n == 0 && err == io.EOF || string(head) == "PK"
}

// CheckBundle reports whether WriteBundle may write to file: it does not exist, is empty,
// or is a bundle of any version. Bundles are recognized by their manifest.
func CheckBundle(file string) error {
	f, err := regular.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if errors.Is(err, regular.ErrNotRegular) {
		return fmt.Errorf("%s is not a zip file", file)
	}
	if err != nil {
		return fmt.Errorf("check bundle: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("check bundle: %w", err)
	}
	if info.Size() == 0 {
		return nil
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return fmt.Errorf("%s is not a zip file", file)
	}
	if !isBundle(z) {
		return fmt.Errorf("%s is a zip file from another program", file)
	}
	return nil
}

// isBundle reports whether a zip has a manifest of this program.
func isBundle(z *zip.Reader) bool {
	m, err := z.Open(manifestFile)
	if err != nil {
		return false
	}
	defer m.Close()
	raw, err := io.ReadAll(io.LimitReader(m, maxManifest))
	return err == nil && isOurs(raw)
}
