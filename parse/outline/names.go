package outline

// classify determines the name of an item and the context of its block.
func (r *reader) classify(it *Item, ctx Context) {
	if ctx == Body {
		return
	}
	start := r.skipAttributes(it.from, it.header)
	if ctx >= Constants {
		r.name(it, start)
		r.goType(it)
		return
	}
	if r.word(start) == "import" {
		return
	}
	if it.Open >= 0 && among(r.word(start), r.Blocks) {
		it.Inner = Class
		return
	}
	limit := r.parenthesis(start, it.header)
	for i := start; i < limit; i++ {
		w := r.word(i)
		inner, ok := r.Containers[w]
		if (ok || among(w, r.Leaves)) && r.word(i+1) != "" &&
			(i == start || r.byteAt(i-1) != '.') {
			if among(r.word(i+1), r.Leaves) || r.Containers[r.word(i+1)] != 0 {
				continue // record struct, const enum
			}
			if ok {
				it.Inner = inner
			}
			if inner == Class && i > 0 && r.byteAt(i-1) == '@' {
				it.Inner = Shape // @interface: its members have another syntax
			}
			if inner != Top {
				r.name(it, i+1)
			}
			if w == "type" {
				r.goType(it)
				r.alias(it)
			}
			return
		}
		if w == "func" && ctx == Top && r.byteAt(i+1) == '(' && r.pair[i+1] > 0 { // a method of Go
			it.of = r.receiver(i+1, int(r.pair[i+1]))
			if i = int(r.pair[i+1]) + 1; i < it.header && r.word(i) != "" {
				r.name(it, i)
			}
			return
		}
	}
	switch {
	case r.WordsOnly:
	case it.Open >= 0 && !r.Indented && it.header < it.Open && r.holds(it.Open) == Class:
		it.Inner = Class
	case r.Indented:
		r.firstName(it, start)
	case ctx == Class || ctx == Shape:
		r.memberName(it, start, limit)
		if ctx == Shape && limit == it.header && r.isObjectType(it, ':') {
			it.Inner = Shape
		}
	}
}

// receiver returns the type name of a parenthesized receiver.
func (r *reader) receiver(open, end int) string {
	for i := open + 1; i < end; i++ {
		if r.byteAt(i) == '[' {
			end = i
		}
	}
	return r.word(end - 1)
}

// goType distinguishes struct fields and interface methods from statements.
func (r *reader) goType(it *Item) {
	switch r.word(it.Open - 1) {
	case "struct":
		it.Inner = Class
	case "interface":
		it.Inner = Shape
	}
}

// alias recognizes the members of a TypeScript alias of an object type.
//
//	type A = { b: string };
func (r *reader) alias(it *Item) {
	if it.Open == it.header+1 && r.isObjectType(it, '=') {
		it.Inner = Shape
	}
}

// isObjectType reports whether an item of TypeScript ends with an object type that
// follows a mark.
//
//	b: { c: string };
func (r *reader) isObjectType(it *Item, mark byte) bool {
	if r.Containers["interface"] != Shape || it.Open < 0 || r.byteAt(it.Open-1) != mark {
		return false
	}
	last := it.to - 1
	if c := r.byteAt(last); c == ';' || c == ',' {
		last--
	}
	return int(r.pair[it.Open]) == last
}

// parenthesis returns the first parenthesis among tokens, or to. Those in the
// attributes of type parameters are skipped.
func (r *reader) parenthesis(from, to int) int {
	for i := from; i < to; i++ {
		switch p := int(r.pair[i]); {
		case r.byteAt(i) == '(':
			return i
		case r.byteAt(i) == '[' && r.Attributes == "[" && p > i:
			i = p
		}
	}
	return to
}

// name sets the name of an item, unless the text is not a name.
func (r *reader) name(it *Item, i int) {
	if w := r.word(i); w == "" || w == "_" || among(w, r.NotNames) || r.word(i-1) == "operator" ||
		r.word(it.header+1) == "require" {
		return
	}
	it.Name, it.At = r.word(i), r.tokens[i].Start
	if r.byteAt(i-1) == '#' && r.tokens[i-1].End == it.At {
		it.Name, it.At = "#"+it.Name, it.At-1
	}
}

// memberName finds the name of a method, a field or a property.
func (r *reader) memberName(it *Item, start, limit int) {
	if limit < it.header {
		i := limit - 1
		if r.byteAt(i) == '>' {
			for depth := 0; i > start; i-- {
				switch r.byteAt(i) {
				case '>':
					depth++
				case '<':
					depth--
				}
				if depth == 0 {
					break
				}
			}
			i--
		}
		if i >= start {
			r.name(it, i)
			before := i - 1
			if r.byteAt(before) == '#' {
				before--
			}
			it.called = it.Name != "" && !among(r.word(before), " get set ")
		}
		return
	}
	if r.NameFirst {
		r.firstName(it, start)
		return
	}
	if i := it.header - 1; i > start && it.header < it.to {
		r.name(it, i)
	}
}

// firstName finds the name of a value that precedes its type or its initializer.
func (r *reader) firstName(it *Item, i int) {
	for !r.Indented && i+1 < it.to && among(r.word(i), r.NotNames) && r.word(i+1) != "" {
		i++
	}
	next := r.byteAt(i + 1)
	switch {
	case i+1 < it.to && next != '=' && next != ':' &&
		(r.Indented || next != '?' && next != '!' && next != ';'):
	case next == '=' && (r.byteAt(i+2) == '=' || r.Indented && it.Open >= 0):
	case r.Indented && (i+1 >= it.to || it.Open >= 0):
	default:
		r.name(it, i)
	}
}
