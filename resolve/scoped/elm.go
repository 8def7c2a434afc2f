package scoped

// elm: the variants of a type are also names of its module. A call never means a type
// of the same name.
func elm() *dialect {
	return &dialect{called: valuesOf, prepare: func(w *symbolTable) {
		for _, f := range w.ix.Files {
			if f.Family == w.family {
				w.addConstructors(f)
			}
		}
	}}
}
