package resolve

import (
	"seedgraph/parse"
)

// maxChain bounds the steps of an expression that are followed to its type. Each
// name in a chain of n calls has all those before it as its receiver, so that
// following them takes quadratic time; what people write is far below.
const maxChain = 250

var opaque = []parse.Step{{Kind: parse.StepOpaque}}

// boundChains makes expressions of f with too many steps opaque.
func boundChains(f *parse.Facts) {
	bound := func(steps *[]parse.Step) {
		if len(*steps) > maxChain {
			*steps = opaque
		}
	}
	for i := range f.References {
		bound(&f.References[i].Recv)
		args := f.References[i].ArgSteps()
		for j := range args {
			bound(&args[j])
		}
	}
	for i := range f.Locals {
		bound(&f.Locals[i].Init)
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Values {
			bound(&f.Groups[i].Values[j].Steps)
		}
	}
	for i := range f.Guards {
		bound(&f.Guards[i].Steps)
	}
	for i := range f.Definitions {
		for j := range f.Definitions[i].Init {
			bound(&f.Definitions[i].Init[j].Steps)
		}
		for j := range f.Definitions[i].Applied {
			bound(&f.Definitions[i].Applied[j].Steps)
		}
	}
}
