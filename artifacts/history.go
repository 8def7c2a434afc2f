package artifacts

import (
	"math"

	"seedgraph/graph"
)

// This file writes and reads the words of commits; see FORMAT.md, section "History".

// writeHistory stores the number of files that have words, under the bare section, and
// the dictionary from words to files. Without history it stores neither.
func (b *build) writeHistory(put putFunc) error {
	if len(b.g.History) == 0 {
		return nil
	}
	files := map[uint32]bool{}
	for _, row := range b.g.History {
		for _, f := range row.Files {
			files[f.Node] = true
		}
	}
	if err := put([]byte{sectionHistory}, appendUint(nil, uint64(len(files)))); err != nil {
		return err
	}
	w := newDictWriter(sectionHistory, put)
	var value []byte
	for _, row := range b.g.History {
		value = value[:0]
		last := uint32(0)
		for _, f := range row.Files {
			value = append(appendUint(value, uint64(f.Node-last)), f.Gain)
			last = f.Node
		}
		if err := w.add(row.Term, value); err != nil {
			return err
		}
	}
	return w.close()
}

// HistoryFiles returns the number of files that have words of commits, 0 if there is no
// history or the reader has restricted access: the rarity of a word would disclose
// information about hidden files.
func (r *Reader) HistoryFiles() (int, error) {
	if r.partial() {
		return 0, nil
	}
	value, err := r.store.find([]byte{sectionHistory})
	if err != nil || value == nil {
		return 0, err
	}
	d := decoder{b: value}
	n := d.uint()
	if !d.done() || n == 0 || n > r.head.nodes {
		return 0, corruptf("number of files with a history")
	}
	return int(n), nil
}

// History returns the files whose commits have a word, by number.
func (r *Reader) History(term string) ([]graph.FileWeight, error) {
	if n, err := r.HistoryFiles(); err != nil || n == 0 {
		return nil, err
	}
	words, err := r.history.open()
	if err != nil {
		return nil, err
	}
	value, err := words.lookup(term)
	if err != nil {
		return nil, err
	}
	return r.decodeHistory(value)
}

func (r *Reader) decodeHistory(value []byte) ([]graph.FileWeight, error) {
	var out []graph.FileWeight
	last := uint64(0)
	for d := (decoder{b: value}); !d.done(); {
		last += d.uint()
		f := graph.FileWeight{Node: uint32(min(last, math.MaxUint32)), Gain: d.byte()}
		if d.bad || last >= r.head.nodes {
			return nil, corruptf("files of a word of commits")
		}
		f.Node, _ = r.seen(f.Node)
		out = append(out, f)
	}
	return out, nil
}

// history checks that the words of commits refer to files, in order, and that their
// number is correct.
func (v *verifier) history() error {
	want, err := v.r.HistoryFiles()
	if err != nil || want == 0 {
		return err
	}
	words, err := v.r.history.open()
	if err != nil {
		return err
	}
	isFile := map[uint32]bool{}
	err = v.r.records(func(n uint32, rec *record) error {
		isFile[n] = rec.node.Kind == graph.KindFile
		return nil
	})
	if err != nil {
		return err
	}
	seen := map[uint32]bool{}
	err = words.scan("", func(term string, value []byte) bool {
		files, err := v.r.decodeHistory(value)
		if err != nil {
			v.addf("the list of %q is malformed", term)
		}
		for i, f := range files {
			seen[f.Node] = true
			if !isFile[f.Node] || f.Gain == 0 || i > 0 && f.Node <= files[i-1].Node {
				v.addf("the list of %q is not one of files, in order", term)
				break
			}
		}
		return true
	})
	if err == nil && len(seen) != want {
		v.addf("%d files have words of commits, not %d", len(seen), want)
	}
	return err
}
