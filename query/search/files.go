package search

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"seedgraph/tokens"
)

// A node in a file that fits the query as a whole is a likelier answer. The files of the
// best nodes are examined; the score of a file is added to each of its nodes that has a
// term of the query.
const (
	fileHits     = 50  // number of best nodes whose files are examined
	documentHits = 150 // the same, if files count as a whole
	fileNodes    = 5   // maximum number of nodes scored per file, by rank
)

// A FileScore holds the components of a file's score.
type FileScore struct {
	Nodes    float64 // from its best nodes
	Document float64 // from its text as a whole
	Stem     float64 // from its name, and from mentions of it
	History  float64 // from its commits
}

// Total returns the score added to each node of the file.
func (f *FileScore) Total() float64 { return f.Nodes + f.Document + f.Stem + f.History }

// A candidateFile is a file that is examined.
type candidateFile struct {
	path  string
	nodes []uint32
	score FileScore
}

// addFiles adds the scores of the best files to the base of their nodes.
func (r *ranking) addFiles(found []foundTerm) error {
	past, err := r.pastFiles()
	if err != nil {
		return err
	}
	most := fileHits
	if r.w[weightDocument]+r.w[weightStem] > 0 || past != nil {
		most = documentHits
	}
	files, err := r.candidateFiles(most)
	if err != nil {
		return err
	}
	if files, err = r.mentionedFiles(files); err != nil {
		return err
	}
	r.addPast(files, past)
	for i := range files {
		r.addNodes(&files[i])
	}
	if r.w[weightDocument] > 0 {
		r.addDocuments(files, found)
	}
	if r.w[weightStem] > 0 {
		r.addStems(files, found)
	}
	r.addMentions(files)
	r.files = map[uint32]*FileScore{}
	for i := range files {
		for _, n := range files[i].nodes {
			if r.base[n] > 0 {
				r.files[n] = &files[i].score
			}
		}
	}
	for n, f := range r.files {
		r.base[n] += f.Total()
	}
	return nil
}

// candidateFiles lists the files of the best nodes, in the order of these nodes.
func (r *ranking) candidateFiles(most int) ([]candidateFile, error) {
	queue := r.candidates()
	done := map[string]bool{}
	var files []candidateFile
	for i := 0; i < most && queue.Len() > 0; i++ {
		node, err := r.ix.Node(queue.pop())
		if err != nil {
			return nil, err
		}
		if node.Path == "" || done[node.Path] {
			continue
		}
		done[node.Path] = true
		nodes, err := r.ix.FileNodes(node.Path)
		if err != nil {
			return nil, err
		}
		files = append(files, candidateFile{path: node.Path, nodes: nodes})
	}
	return files, nil
}

// addNodes scores a file by its best nodes.
func (r *ranking) addNodes(f *candidateFile) {
	var scores []float64
	for _, n := range f.nodes {
		if r.base[n] > 0 {
			scores = append(scores, r.base[n])
		}
	}
	slices.SortFunc(scores, func(a, b float64) int { return cmp.Compare(b, a) })
	share := r.w[weightFile]
	for _, s := range scores[:min(len(scores), fileNodes)] {
		f.score.Nodes += share * s
		share *= r.w[weightFileDecay]
	}
}

// addDocuments scores each file as one text: the masses of a term in all its nodes are
// added up before they saturate.
func (r *ranking) addDocuments(files []candidateFile, found []foundTerm) {
	of := make([]int32, len(r.base)) // index of a node's file, from 1, or 0
	average := 0.0
	for i := range files {
		for _, n := range files[i].nodes {
			of[n] = int32(i) + 1
		}
		average += float64(len(files[i].nodes)) / float64(len(files))
	}
	covered := make([]float64, len(files))
	masses := make([]float64, len(files))
	var total float64
	for _, t := range found {
		clear(masses)
		for _, p := range t.postings {
			if i := of[p.node]; i > 0 {
				masses[i-1] += p.mass
			}
		}
		if t.nodes > 0 {
			total += t.weight
		}
		b := r.w[weightDocumentB]
		for i, mass := range masses {
			if mass > 0 {
				mass /= 1 - b + b*float64(len(files[i].nodes))/average
				files[i].score.Document += r.gain(t.weight, mass)
				covered[i] += t.weight
			}
		}
	}
	for i := range files {
		if covered[i] > 0 {
			files[i].score.Document *= r.w[weightDocument] *
				math.Pow(min(covered[i]/total, 1), r.w[weightCoverage])
		}
	}
}

// addStems scores files by the words that their names and folders share with the query:
// by their share of the query's weight, and of the name.
func (r *ranking) addStems(files []candidateFile, found []foundTerm) {
	weights := map[string]float64{}
	var total float64
	for i, t := range r.query.terms {
		if found[i].nodes == 0 {
			continue
		}
		total += found[i].weight
		weights[t.text] = found[i].weight
	}
	for i, t := range r.query.terms {
		for _, v := range t.variants {
			if weights[v.key] == 0 {
				weights[v.key] = found[i].weight
			}
		}
	}
	var top float64
	for _, s := range r.base {
		top = max(top, s)
	}
	for i := range files {
		files[i].score.Stem = r.w[weightStem] * top * r.nameShare(files[i].path, weights, total)
	}
}

// nameShare returns how well the name of a file and the query cover each other, from 0 to
// 1.
func (r *ranking) nameShare(file string, weights map[string]float64, total float64) float64 {
	if total == 0 {
		return 0
	}
	folder, base := path.Split(file)
	stem, _, _ := strings.Cut(strings.TrimLeft(base, "_."), ".")
	inStem, ofStem := matched(stem, weights)
	inFolder, ofFolder := matched(path.Base(folder), weights)
	share := max(inStem*ofStem, r.w[weightFolder]*inFolder*ofFolder,
		(inStem*ofStem+r.w[weightFolder]*inFolder*ofFolder)/(1+r.w[weightFolder]))
	return math.Sqrt(min(share/total, 1))
}

// matched returns the weight of the query words in a name, and their share of the name's
// words.
func matched(name string, weights map[string]float64) (weight, share float64) {
	var words, hits float64
	for _, t := range tokens.Terms(nil, name) {
		if t.Kind&tokens.Part == 0 {
			continue
		}
		words++
		if w := weights[t.Text]; w > 0 {
			hits++
			weight += w
		}
	}
	return weight, hits / max(words, 1)
}
