// Package widen searches until there are enough hits, relaxing the parameters with each
// attempt.
//
// The first search is strict: a hit must have a large share of the words of the query. If
// it finds too little, a long question is split into its parts, whose hits are fused;
// then the share is lowered step by step, synonyms and other forms of words count, and
// nodes connected to the hits by edges are added. Every attempt is logged, with its
// changes and the number of hits it gained.
package widen
