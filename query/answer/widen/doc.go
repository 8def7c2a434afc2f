// Package widen searches until enough is found, with wider parameters at each attempt.
//
// The first search is strict: a hit must have a good share of the words of the query.
// If it finds too little, a long question is split into its parts, whose hits are
// fused; then the share is lowered step by step, synonyms and other forms of words
// count, and nodes that edges connect with the hits are added. Every attempt is in the
// log, with what it changed and how many hits it gained.
package widen
