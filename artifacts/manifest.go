package artifacts

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/artifacts/tables"
)

// The files of the artifacts, relative to their folder. The big ones end with ".zst" if
// compressed.
const (
	manifestFile       = "manifest.json"
	ignoreFile         = ".gitignore" // of the folder itself
	repoMetaFile       = "repo_meta.json"
	metadataFile       = "unified_metadata.jsonl"
	diagnosticsFile    = "diagnostics.jsonl"
	codeDir            = "regular_code_bundle"
	chunksFile         = codeDir + "/chunks.json"
	dependenciesFile   = codeDir + "/dependencies.json"
	sqlDir             = "sql_code_bundle"
	sqlManifestFile    = sqlDir + "/manifest.json"
	sqlDocsDir         = sqlDir + "/docs"
	bodiesFile         = sqlDocsDir + "/sql_bodies.jsonl"
	sqlGraphDir        = sqlDir + "/graph"
	sqlNodesFile       = sqlGraphDir + "/nodes.csv"
	sqlEdgesFile       = sqlGraphDir + "/edges.csv"
	sqlGraphFile       = sqlGraphDir + "/graph.json"
	configDir          = "configuration_bundle"
	configsFile        = configDir + "/configs.jsonl"
	configManifestFile = configDir + "/manifest.json"
	storeDir           = "graph"
)

// MembersSetting is the option of a linked index that lists the indexes it was made of.
const MembersSetting = "members"

// Linked reports whether the artifacts are a linked index of several repositories.
func (m *Manifest) Linked() bool { return m.Settings[MembersSetting] != "" }

// Members lists the names of the repositories of a linked index; nil for others.
func (m *Manifest) Members() []string {
	var names []string
	for line := range strings.Lines(m.Settings[MembersSetting]) {
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
	}
	return names
}

// A Manifest is the content of manifest.json: a description of the artifacts and a list
// of their files.
type Manifest struct {
	// "seedgraph-artifacts", or "seedgraph-bundle" in a bundle
	Format     string            `json:"format"`
	Version    int               `json:"format_version"`
	Features   int               `json:"features"`
	Tool       string            `json:"tool_version"`
	Source     Source            `json:"source"`
	Settings   map[string]string `json:"options"`
	Compressed bool              `json:"compressed"`
	Tokens     string            `json:"tokens"` // name of the counter of all token counts
	Counts     Counts            `json:"counts"`
	References []ReferenceCount  `json:"references"` // by language, kind, outcome, tier
	// hash of the program, the options, the state of git and all files read; empty if the artifacts
	// also follow from installed libraries or commits
	Inputs string `json:"inputs,omitempty"`
	Files  []File `json:"files"` // by path; all except the manifest
	Self   string `json:"self"`  // SHA-256 of the lines before this one
}

// Counts holds the sizes of the artifacts.
type Counts struct {
	Nodes        int `json:"nodes"`
	Edges        int `json:"edges"`
	Chunks       int `json:"chunks"`        // of chunks.json
	Bodies       int `json:"bodies"`        // lines of sql_bodies.jsonl
	Files        int `json:"files"`         // files of the source tree that contain nodes
	Tokens       int `json:"tokens"`        // of the texts of all nodes
	Terms        int `json:"terms"`         // search terms
	SkippedFiles int `json:"skipped_files"` // files skipped according to diagnostics.jsonl
	BrokenFiles  int `json:"broken_files"`  // files with parse errors
}

// A File is one file of the artifacts.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`

	// For files of the graph store: the length of the tail that is trusted when the file
	// is opened, and its CRC-32C, which Open checks.
	Tail    int64  `json:"tail,omitempty"`
	TailCRC uint32 `json:"tail_crc32c,omitempty"`
}

// selfMark is the start of the last member of a manifest.
const selfMark = "  \"self\": \""

// encode returns the bytes of the manifest, with Self set.
func (m *Manifest) encode() ([]byte, error) {
	m.Self = ""
	var b bytes.Buffer
	if err := json.Indent(&b, plainJSON(m), "", "  "); err != nil {
		return nil, err
	}
	raw := b.Bytes()
	i := bytes.LastIndex(raw, []byte(selfMark))
	m.Self = hexSum(raw[:i])
	return append(raw[:i:i], selfMark+m.Self+"\"\n}\n"...), nil
}

// decodeManifest reads and checks a manifest.
func decodeManifest(raw []byte) (*Manifest, error) {
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"format_version"`
	}
	if err := json.Unmarshal(raw, &kind); err != nil {
		return nil, corruptf("%s: %w", manifestFile, err)
	}
	if kind.Format == bundleName {
		return nil, fmt.Errorf("%w: this is a bundle for other programs, without a graph store",
			ErrVersion)
	}
	if kind.Format != formatName {
		return nil, fmt.Errorf("%w: %s is from another program", ErrVersion, manifestFile)
	}
	if kind.Version != Format {
		return nil, fmt.Errorf("%w: the artifacts have format %d, this version reads %d",
			ErrVersion, kind.Version, Format)
	}
	m := new(Manifest)
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, corruptf("%s: %w", manifestFile, err)
	}
	i := bytes.LastIndex(raw, []byte(selfMark))
	if i < 0 || m.Self != hexSum(raw[:i]) || string(raw[i:]) != selfMark+m.Self+"\"\n}\n" {
		return nil, corruptf("%s does not match its own hash", manifestFile)
	}
	return m, nil
}

// isOurs reports whether a manifest was written by this program, for artifacts or an
// unpacked bundle, in any version.
func isOurs(raw []byte) bool {
	var kind struct {
		Format string `json:"format"`
	}
	return json.Unmarshal(raw, &kind) == nil &&
		(kind.Format == formatName || kind.Format == bundleName)
}

// file finds the entry of a file, plain or compressed.
func (m *Manifest) file(name string) (File, bool) {
	for _, f := range m.Files {
		if f.Path == name || f.Path == name+compressedSuffix {
			return f, true
		}
	}
	return File{}, false
}

// required lists the files that artifacts must contain.
var required = []string{
	repoMetaFile, metadataFile, diagnosticsFile, chunksFile, dependenciesFile, bodiesFile,
	sqlNodesFile, sqlEdgesFile, sqlGraphFile, sqlManifestFile, storeDir + "/MANIFEST",
}

// checkFiles compares the sizes of all files with the manifest's.
func (m *Manifest) checkFiles(root *os.Root) error {
	for _, name := range required {
		if _, ok := m.file(name); !ok {
			return corruptf("%s does not list %s", manifestFile, name)
		}
	}
	for _, f := range m.Files {
		info, err := root.Stat(filepath.FromSlash(f.Path))
		switch {
		case err != nil && refused(err):
			return corruptf("%w", err)
		case err != nil:
			return corruptf("%s is missing", f.Path)
		case !info.Mode().IsRegular():
			return corruptf("%s is not a regular file", f.Path)
		case info.Size() != f.Size:
			return corruptf("%s has %d bytes, not %d", f.Path, info.Size(), f.Size)
		case f.Tail == 0:
			continue
		}
		if err := f.checkTail(root); err != nil {
			return err
		}
	}
	return nil
}

// checkTail compares the tail of a file of the store with its checksum. Badger reads it
// in its own goroutines, where damage terminates the process.
func (f *File) checkTail(root *os.Root) error {
	file, err := root.Open(filepath.FromSlash(f.Path))
	if err != nil {
		return corruptf("%w", err)
	}
	defer file.Close()
	crc, err := tailCRC(file, f.Size, f.Tail)
	if err != nil {
		return corruptf("read %s: %w", f.Path, err)
	}
	if crc != f.TailCRC {
		return corruptf("%s is damaged at its end", f.Path)
	}
	return nil
}

// tailCRC returns the CRC-32C of the last tail bytes of a file.
func tailCRC(f io.ReaderAt, size, tail int64) (uint32, error) {
	if tail < 0 || tail > size {
		return 0, io.ErrUnexpectedEOF
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	buffer := make([]byte, 8<<10) // io.Copy would allocate four times as much for each file
	n, err := io.CopyBuffer(sum, io.NewSectionReader(f, size-tail, tail), buffer)
	if err != nil || n < tail {
		return 0, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	return sum.Sum32(), nil
}

// listFiles hashes every file below dir, sorted by path, after flushing it and
// its folder to disk.
func listFiles(dir string) ([]File, error) {
	var files []File
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || name == lockFile {
			return err
		}
		if d.IsDir() {
			return syncDir(path)
		}
		f, err := hashFile(path)
		f.Path = filepath.ToSlash(name)
		if err == nil && strings.HasPrefix(f.Path, storeDir+"/") {
			err = f.addTail(path)
		}
		files = append(files, f)
		return err
	})
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return files, err
}

// hashFile flushes a file to disk and returns its size and hash. Windows flushes only files that are
// open for writing.
func hashFile(path string) (File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err == nil {
		err = f.Sync()
	}
	return File{Size: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}

// addTail records the tail of a file of the store.
func (f *File) addTail(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.Tail, err = tables.Tail(file, f.Size); err == nil {
		f.TailCRC, err = tailCRC(file, f.Size, f.Tail)
	}
	return err
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// countReferences merges rows that differ only in the count, and sorts them.
func countReferences(rows []ReferenceCount) []ReferenceCount {
	sums := map[ReferenceCount]int{}
	for _, r := range rows {
		n := r.Count
		r.Count = 0
		sums[r] += n
	}
	out := make([]ReferenceCount, 0, len(sums))
	for r, n := range sums {
		r.Count = n
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b ReferenceCount) int {
		return cmp.Or(strings.Compare(a.Language, b.Language), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Outcome, b.Outcome), strings.Compare(a.Tier, b.Tier))
	})
	return out
}
