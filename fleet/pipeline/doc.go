// Package pipeline indexes repositories and joins their indexes with Apache Beam: on one machine, or
// on as many as its runner has.
//
//	index      a checkout or archive -> its index in the work folder
//	summarize  an index -> its header, and the packages that it requires and provides
//	plan       all of these -> the headers, and the packages that are shared
//	cut        an index, the plan -> fragments by key
//	join       a key, its fragments, the plan -> what is found, by index
//	assemble   all of it -> the linked index
//
// The transforms call the functions that `indexer build` and `indexer link` consist of; the bytes are
// the same. Between machines go texts in JSON; indexes are in the work folder, which all machines must
// see.
//
// Every transform may run again, in another order, at the same time, and after an attempt that has
// written something: an index is named by its repository and replaced as a whole, and what a
// transform emits depends on its input alone.
package pipeline
