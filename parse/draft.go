package parse

import "slices"

// A Draft collects the facts of a file while a front end reads it. The steps of
// all expressions are in one slice, in reading order, and are referred to by a
// Run. A Draft is scratch space: Facts copies the data of a file that is kept, and
// Reset makes room for the next file.
type Draft struct {
	Definitions []Definition
	Values      []DraftValue // initializers of definitions
	References  []DraftReference
	Implicit    []DraftImplicit
	Locals      []DraftLocal
	Steps       []Step
	Args        []Run // the arguments of all references, see DraftReference

	place []int32 // see usedSteps
}

// A Run is a run of steps, or of arguments.
type Run struct{ Off, N int32 }

// A DraftReference is a Reference whose steps are still in the draft.
type DraftReference struct {
	Reference
	Recv  Run
	Given Run // of Draft.Args, one entry per argument; empty if all are unknown
}

// A DraftImplicit is an Implicit whose steps are still in the draft.
type DraftImplicit struct {
	Implicit
	Value Run
}

// A DraftLocal is a Local whose steps are still in the draft.
type DraftLocal struct {
	Local
	Init Run
}

// A DraftValue is an initializer of a definition.
type DraftValue struct {
	Def int32
	At  uint32
	Is  Run
}

// Reset empties the draft and drops its references.
func (d *Draft) Reset() {
	clear(d.Definitions)
	clear(d.References)
	clear(d.Locals)
	clear(d.Steps)
	d.Definitions, d.Values, d.References = d.Definitions[:0], d.Values[:0], d.References[:0]
	d.Locals, d.Steps, d.Args = d.Locals[:0], d.Steps[:0], d.Args[:0]
	d.Implicit = d.Implicit[:0]
}

// Room gives the draft of f the long list that the parser allocated for its
// definitions.
func (d *Draft) Room(f *Facts) {
	if isLong(f.Definitions) {
		d.Definitions, f.Definitions = f.Definitions, nil
	}
}

// Fill moves the draft into the lists of f, which must be empty, in the order that
// Facts promises.
func (d *Draft) Fill(f *Facts) {
	if isLong(d.Definitions) { // avoids a second copy
		f.Definitions, d.Definitions = d.Definitions, nil
	} else {
		f.Definitions = append(f.Definitions, d.Definitions...)
	}
	received, held := d.usedSteps(d.receivers), d.usedSteps(d.values)
	for _, v := range d.Values {
		def := &f.Definitions[v.Def]
		def.Init = append(def.Init, Value{Steps: cut(held, v.Is), At: v.At})
	}
	args := make([][]Step, len(d.Args))
	for i, r := range d.Args {
		args[i] = cut(received, r)
	}
	f.References = slices.Grow(f.References, len(d.References))[:len(d.References)]
	for i := range d.References {
		r := &d.References[i]
		f.References[i] = r.Reference
		f.References[i].Recv = cut(received, r.Recv)
		if r.Given.N > 0 {
			f.References[i].SetArgs(r.ArgTypes(), cut(args, r.Given))
		}
	}
	for i := range d.Implicit {
		x := d.Implicit[i].Implicit
		x.Value = cut(received, d.Implicit[i].Value)
		f.AddImplicit(x)
	}
	f.Locals = slices.Grow(f.Locals, len(d.Locals))[:len(d.Locals)]
	for i := range d.Locals {
		f.Locals[i] = d.Locals[i].Local
		f.Locals[i].Init = cut(held, d.Locals[i].Init)
	}
	f.packed = true
	f.Sort()
}

// usedSteps copies the steps that the runs refer to, and adjusts the runs to the
// copy. Runs overlap, as in a chain of calls: the time is linear in the numbers of
// steps and runs, not in the total length of the runs.
func (d *Draft) usedSteps(runs func(func(*Run))) []Step {
	d.place = slices.Grow(d.place[:0], len(d.Steps)+1)[:len(d.Steps)+1]
	place := d.place // first: runs that begin here minus runs that end here
	clear(place)
	runs(func(r *Run) {
		place[r.Off]++
		place[r.Off+r.N]--
	})
	count, in := int32(0), int32(0)
	for i := range place {
		in += place[i]
		place[i] = count // the index of the step in the copy
		if in > 0 {
			count++
		}
	}
	steps := make([]Step, count)
	for i := range d.Steps {
		if place[i] < place[i+1] {
			steps[place[i]] = d.Steps[i]
		}
	}
	runs(func(r *Run) { r.Off = place[r.Off] })
	return steps
}

// receivers calls f for every run of steps in references, which are released
// before the others.
func (d *Draft) receivers(f func(*Run)) {
	for i := range d.References {
		f(&d.References[i].Recv)
	}
	for i := range d.Args {
		f(&d.Args[i])
	}
	for i := range d.Implicit {
		f(&d.Implicit[i].Value)
	}
}

// values calls f for every run of steps outside references.
func (d *Draft) values(f func(*Run)) {
	for i := range d.Locals {
		f(&d.Locals[i].Init)
	}
	for i := range d.Values {
		f(&d.Values[i].Is)
	}
}

// cut returns a run of all, or nil for an empty one.
func cut[T any](all []T, r Run) []T {
	if r.N == 0 {
		return nil
	}
	return all[r.Off : r.Off+r.N : r.Off+r.N]
}
