package main

import (
	"log"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

// A model holds the vectors of words and what Adagrad accumulates (Duchi, Hazan and Singer,
// Adaptive Subgradient Methods, 2011).
type model struct {
	c      *config
	v      *vocabulary
	rows   [][]float32 // by word
	square [][]float32 // sums of squared gradients, by word
	rng    *rand.Rand
}

func newModel(c *config, v *vocabulary) *model {
	m := &model{c: c, v: v, rng: rand.New(rand.NewPCG(c.seed, 0))}
	log.Printf("%d words, %d pairs", len(v.words), len(v.pairs))
	total := float64(len(v.pairs))
	for _, n := range v.count {
		// Rare words weigh more from the start.
		weight := math.Log(1+total/float64(n)) / math.Sqrt(float64(c.dim)) / 4
		row := make([]float32, c.dim)
		for i := range row {
			row[i] = float32(m.rng.NormFloat64() * weight)
		}
		m.rows = append(m.rows, row)
		m.square = append(m.square, make([]float32, c.dim))
	}
	return m
}

// pass trains on all pairs once, in batches of one tree, and returns the mean loss.
func (m *model) pass(epoch int) float64 {
	type batch []int
	var batches []batch
	first := 0
	for _, end := range m.v.ends {
		order := m.rng.Perm(end - first)
		for len(order) >= m.c.batch/4 {
			n := min(m.c.batch, len(order))
			b := make(batch, n)
			for i, k := range order[:n] {
				b[i] = first + k
			}
			batches, order = append(batches, b), order[n:]
		}
		first = end
	}
	m.rng.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })
	var loss float64
	done := 0
	rate := m.c.rate * (1 - float64(epoch)/float64(m.c.epochs))
	for _, b := range batches {
		loss += m.train(b, float32(rate))
		done += len(b)
	}
	return loss / float64(max(done, 1))
}

// A side is the vector of a text, and how it was computed.
type side struct {
	sets  [][]uint32
	parts [][]float32 // the sums of the vectors of sets
	norms []float32   // of parts
	unit  []float32   // the sum of the normalized parts, normalized
	norm  float32     // before that
	grad  []float32   // of unit
}

func (m *model) side(sets ...[]uint32) *side {
	s := &side{unit: make([]float32, m.c.dim), grad: make([]float32, m.c.dim)}
	for _, set := range sets {
		part := make([]float32, m.c.dim)
		for _, w := range set {
			add(part, m.rows[w], 1)
		}
		norm := length(part)
		if norm == 0 {
			continue
		}
		s.sets, s.parts, s.norms = append(s.sets, set), append(s.parts, part), append(s.norms, norm)
		add(s.unit, part, 1/norm)
	}
	if s.norm = length(s.unit); s.norm > 0 {
		scale(s.unit, 1/s.norm)
	}
	return s
}

// train does one step on a batch, and returns the sum of its losses.
func (m *model) train(batch []int, rate float32) float64 {
	n := len(batch)
	texts, codes := make([]*side, n), make([]*side, n)
	hidden := m.hide(batch)
	each(n, func(i int) {
		p := &m.v.pairs[batch[i]]
		texts[i], codes[i] = m.side(p.text), m.side(hidden[i][0], hidden[i][1])
	})
	logits := make([][]float32, n)
	each(n, func(i int) {
		logits[i] = make([]float32, n)
		for j := range n {
			logits[i][j] = dot(texts[i].unit, codes[j].unit) / float32(m.c.temperature)
		}
	})
	byRow, byColumn := make([]float64, n), make([]float64, n) // logarithms of sums
	each(n, func(i int) {
		byRow[i] = logSum(n, func(j int) float64 { return float64(logits[i][j]) })
		byColumn[i] = logSum(n, func(j int) float64 { return float64(logits[j][i]) })
	})
	slope := func(i, j int) float32 {
		x := float64(logits[i][j])
		g := math.Exp(x-byRow[i]) + math.Exp(x-byColumn[j])
		if i == j {
			g -= 2
		}
		return float32(g / 2 / m.c.temperature / float64(n))
	}
	slopes := make([][]float32, n)
	each(n, func(i int) {
		slopes[i] = make([]float32, n)
		for j := range n {
			slopes[i][j] = slope(i, j)
			add(texts[i].grad, codes[j].unit, slopes[i][j])
		}
	})
	each(n, func(j int) {
		for i := range n {
			add(codes[j].grad, texts[i].unit, slopes[i][j])
		}
	})
	m.update(append(texts, codes...), rate)
	var loss float64
	for i := range n {
		loss += (byRow[i]+byColumn[i])/2 - float64(logits[i][i])
	}
	return loss
}

// hide returns the code of pairs without most of the words that the description has, too: search
// finds those by themselves, and the vectors are to relate other words.
func (m *model) hide(batch []int) [][2][]uint32 {
	out := make([][2][]uint32, len(batch))
	for i, k := range batch {
		p := &m.v.pairs[k]
		for side, set := range p.code {
			for _, w := range set {
				if !slices.Contains(p.text, w) || m.rng.Float64() >= m.c.hide {
					out[i][side] = append(out[i][side], w)
				}
			}
		}
	}
	return out
}

// update changes the vectors of the words of all sides.
func (m *model) update(sides []*side, rate float32) {
	grads := map[uint32][]float32{}
	var order []uint32
	for _, s := range sides {
		if s.norm == 0 {
			continue
		}
		whole := project(s.grad, s.unit, s.norm)
		for k, part := range s.parts {
			unit := append([]float32(nil), part...)
			scale(unit, 1/s.norms[k])
			g := project(whole, unit, s.norms[k])
			for _, w := range s.sets[k] {
				if grads[w] == nil {
					grads[w] = make([]float32, m.c.dim)
					order = append(order, w)
				}
				add(grads[w], g, 1)
			}
		}
	}
	for _, w := range order {
		row, square := m.rows[w], m.square[w]
		for i, g := range grads[w] {
			square[i] += g * g
			row[i] -= rate * g / (float32(math.Sqrt(float64(square[i]))) + 1e-8)
		}
	}
}

// project returns the gradient of a vector from that of its normalized form.
func project(grad, unit []float32, norm float32) []float32 {
	out := make([]float32, len(grad))
	along := dot(grad, unit)
	for i, g := range grad {
		out[i] = (g - along*unit[i]) / norm
	}
	return out
}

// each calls f for all numbers below n, on two processors. Calls must not depend on each other.
func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	for half := range 2 {
		wg.Go(func() {
			for i := half; i < n; i += 2 {
				f(i)
			}
		})
	}
	wg.Wait()
}

func logSum(n int, x func(i int) float64) float64 {
	most := math.Inf(-1)
	for i := range n {
		most = max(most, x(i))
	}
	var sum float64
	for i := range n {
		sum += math.Exp(x(i) - most)
	}
	return most + math.Log(sum)
}

func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

func add(to, x []float32, factor float32) {
	x = x[:len(to)]
	for i := range to {
		to[i] += factor * x[i]
	}
}

func scale(x []float32, factor float32) {
	for i := range x {
		x[i] *= factor
	}
}

func length(x []float32) float32 { return float32(math.Sqrt(float64(dot(x, x)))) }
