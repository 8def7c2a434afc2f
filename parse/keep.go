package parse

import "unsafe"

// A Keeper moves the facts of files to where they stay until all files are read.
// Data with the same lifetime is stored together, in chunks for many files:
// thousands of lists of all sizes, every other of which is freed, would leave
// holes that nothing else fits in.
type Keeper struct {
	definitions slab[Definition]
	locals      slab[Local]
	steps       slab[Step]

	// Freed as soon as the file is bound.
	references slab[Reference]
	extras     slab[CallExtra]
	types      slab[TypeRef]
	args       slab[[]Step]
	received   slab[Step]

	longest map[*Step]chain // the chains of one file, by the first step before the move
}

// Keep moves the facts of a file that has been read. Its lists are reused by p for
// the next file.
func (k *Keeper) Keep(p *Parser, f *Facts) {
	room := lists{f.Definitions, f.References, f.Locals, f.Sites}
	for i := range f.Definitions {
		f.Definitions[i].Breaks = nil // the texts are complete
	}
	f.Definitions = k.definitions.keepOrTake(f.Definitions)
	f.Locals = k.locals.keepOrTake(f.Locals)
	f.References = k.references.keepOrTake(f.References)
	f.Sites = exactly(f.Sites) // on their own: they are freed if no framework needs those of the file
	for i := range f.References {
		if r := &f.References[i]; r.Extra != nil {
			r.Extra = &k.extras.keep([]CallExtra{*r.Extra})[0]
			r.Extra.ArgTypes = k.types.keep(r.Extra.ArgTypes)
			r.Extra.ArgSteps = k.args.keep(r.Extra.ArgSteps)
		}
	}
	if !f.packed {
		k.chains(f)
	}
	p.room = room.emptied()
}

// keepOrTake copies a list, or takes it over: one that is too long to be reused
// for the next file, and has little spare capacity, is not copied.
func (s *slab[T]) keepOrTake(list []T) []T {
	if isLong(list) && cap(list)-len(list) <= len(list)/8 {
		return list[:len(list):len(list)]
	}
	return s.keep(list)
}

// lists are the longest lists of facts. They would be reallocated many times while
// a file is read, unless there is room from the start.
type lists struct {
	definitions []Definition
	references  []Reference
	locals      []Local
	sites       []Site
}

// maxRoom bounds the bytes of each list that is reused for the next file.
const maxRoom = 2 << 20

// emptied returns the lists with length 0.
func (l lists) emptied() lists {
	return lists{emptied(l.definitions), emptied(l.references), emptied(l.locals), emptied(l.sites)}
}

// isLong reports whether a list is too long to be reused for the next file.
func isLong[T any](list []T) bool {
	var one T
	return cap(list)*int(unsafe.Sizeof(one)) > maxRoom
}

func emptied[T any](list []T) []T {
	if isLong(list) {
		return nil
	}
	clear(list)
	return list[:0]
}

// Room gives f, the facts of a file about to be read, empty lists with spare
// capacity. The capacity of a long list of definitions is taken from the outline
// of the file: growing it would need twice the memory.
func (p *Parser) Room(f *Facts) {
	f.Definitions, f.References, f.Locals = p.room.definitions, p.room.references, p.room.locals
	f.Sites = p.room.sites
	p.room = lists{} // used for one file only
	if n := p.division.names + p.division.names/32; n > cap(f.Definitions) {
		f.Definitions = make([]Definition, 0, n+1)
	}
}

// chains moves the steps of all expressions.
func (k *Keeper) chains(f *Facts) {
	k.move(f.receivers, &k.received)
	k.move(f.values, &k.steps)
}

// receivers calls visit for the step chains in references.
func (f *Facts) receivers(visit func(*[]Step)) {
	for i := range f.References {
		visit(&f.References[i].Recv)
		args := f.References[i].ArgSteps()
		for j := range args {
			visit(&args[j])
		}
	}
	for i := range f.Implicit {
		visit(&f.Implicit[i].Value)
		visit(&f.Implicit[i].Arg)
	}
}

// values calls visit for the step chains outside references.
func (f *Facts) values(visit func(*[]Step)) {
	for i := range f.Locals {
		visit(&f.Locals[i].Init)
	}
	for i := range f.Definitions {
		for j := range f.Definitions[i].Init {
			visit(&f.Definitions[i].Init[j].Steps)
		}
		applied := f.Definitions[i].RareFields().Applied
		for j := range applied {
			visit(&applied[j].Steps)
		}
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Values {
			visit(&f.Groups[i].Values[j].Steps)
		}
	}
	for i := range f.Guards {
		visit(&f.Guards[i].Steps)
		visit(&f.Guards[i].By)
	}
}

// A chain is the longest chain that begins with a given step.
type chain struct {
	steps []Step
	moved bool
}

// move moves the chains that all visits. Chains with a common prefix still share
// it afterwards. A chain of a list that two groups share is visited twice, but
// moved once.
func (k *Keeper) move(all func(visit func(*[]Step)), to *slab[Step]) {
	if k.longest == nil {
		k.longest = map[*Step]chain{}
	}
	clear(k.longest)
	all(func(s *[]Step) {
		if first := unsafe.SliceData(*s); len(*s) > len(k.longest[first].steps) {
			k.longest[first] = chain{steps: *s}
		}
	})
	all(func(s *[]Step) {
		if len(*s) == 0 {
			return
		}
		first := unsafe.SliceData(*s)
		c, ok := k.longest[first]
		if !ok {
			return // already moved
		}
		if !c.moved {
			c = chain{to.keep(c.steps), true}
			k.longest[first] = c
		}
		*s = c.steps[:len(*s):len(*s)]
	})
}

// A slab stores lists contiguously.
type slab[T any] struct{ room []T }

// Chunks of a slab grow up to maxChunk bytes, which Go's heap returns to the
// system page by page.
const minChunk, maxChunk = 8 << 10, 128 << 10

// keep returns a copy of list, or nil for an empty one.
func (s *slab[T]) keep(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	if len(list) > cap(s.room)-len(s.room) {
		size := int(unsafe.Sizeof(list[0]))
		if len(list)*size > maxChunk/4 {
			return exactly(list)
		}
		chunk := min(max(2*cap(s.room)*size, minChunk), maxChunk)
		s.room = make([]T, 0, max(chunk/size, len(list)))
	}
	n := len(s.room)
	s.room = append(s.room, list...)
	return s.room[n:len(s.room):len(s.room)]
}

// exactly returns a copy of a list without spare capacity.
func exactly[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return append(make([]T, 0, len(list)), list...)
}
