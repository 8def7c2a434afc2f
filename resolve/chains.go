package resolve

import (
	"seedgraph/parse"
)

// maxChain bounds the steps of an expression that are followed to find its type. Each
// name in a chain of n calls has all earlier ones as its receiver, so the total time is
// quadratic. Hand-written chains are far shorter.
const maxChain = 250

// opaque is an expression of unknown type.
var opaque = []parse.Step{{Kind: parse.StepOpaque}}

// boundChains makes overlong expressions in f opaque. It runs once, before binding, so
// that resolvers need not count.
//
//	a.b().c().d() …    // 10,000 calls in generated builders
func boundChains(f *parse.Facts) {
	bound := func(steps *[]parse.Step, at uint32) {
		if len(*steps) > maxChain {
			*steps = opaque
			f.Limits = parse.AddLimits(f.Limits, parse.Limit{At: at,
				Quantity: "steps of one expression", Max: maxChain, Count: 1})
		}
	}
	for i := range f.References {
		bound(&f.References[i].Recv, f.References[i].At)
		args := f.References[i].ArgSteps()
		for j := range args {
			bound(&args[j], f.References[i].At)
		}
	}
	for i := range f.Implicit {
		bound(&f.Implicit[i].Value, f.Implicit[i].At)
		bound(&f.Implicit[i].Arg, f.Implicit[i].At)
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
		applied := f.Definitions[i].RareFields().Applied
		for j := range applied {
			bound(&applied[j].Steps, applied[j].At)
		}
	}
}
