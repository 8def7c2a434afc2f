package resolve

import (
	"seedgraph/parse"
)

// maxChain bounds the steps of an expression that are followed to its type. Each
// name in a chain of n calls has all those before it as its receiver, so that
// following them takes quadratic time; what people write is far below.
const maxChain = 250

// opaque is an expression of which nothing is known.
var opaque = []parse.Step{{Kind: parse.StepOpaque}}

// boundChains makes expressions of f with too many steps opaque, wherever facts have steps.
// It is done once, before anything is bound, so that no resolver need count.
//
//	a.b().c().d() …    // 10,000 calls in generated builders
func boundChains(f *parse.Facts) {
	bound := func(steps *[]parse.Step, at uint32) {
		if len(*steps) > maxChain {
			*steps = opaque
			f.Limits = parse.AddLimits(f.Limits, parse.Limit{At: at,
				What: "steps of one expression", Max: maxChain, Count: 1})
		}
	}
	for i := range f.References {
		bound(&f.References[i].Recv, f.References[i].At)
		args := f.References[i].ArgSteps()
		for j := range args {
			bound(&args[j], f.References[i].At)
		}
	}
	for i := range f.Locals {
		bound(&f.Locals[i].Init, f.Locals[i].Scope.Start)
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Values {
			bound(&f.Groups[i].Values[j].Steps, f.Groups[i].Values[j].At)
		}
	}
	for i := range f.Guards {
		bound(&f.Guards[i].Steps, f.Guards[i].At)
	}
	for i := range f.Definitions {
		for j := range f.Definitions[i].Init {
			bound(&f.Definitions[i].Init[j].Steps, f.Definitions[i].Init[j].At)
		}
		applied := f.Definitions[i].Rare().Applied
		for j := range applied {
			bound(&applied[j].Steps, applied[j].At)
		}
	}
}
