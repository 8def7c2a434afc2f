package golang

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// opRange is the operator of an implicit call: a loop over a function that calls its body.
const opRange = "range"

// takingAny are methods of the standard library that run methods of their arguments.
var takingAny = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`Print Println Printf Fatal Fatalln Fatalf Panic Panicln Panicf Log Logf
		Error Errorf Skip Skipf Debug Info Warn Encode EncodeElement Decode DecodeElement Scan Exec ExecContext
		Query QueryContext QueryRow QueryRowContext Handle Do ReadFrom WriteTo Var Reset`) {
		out[name] = true
	}
	return out
}()

// mayRunMethods reports whether a call may be one of a function of the standard library that
// runs methods of its arguments, as far as names tell: pkg.F, with an import of the standard library,
// or a method with the name of one.
func (w *walk) mayRunMethods(name string, recv parse.Run) bool {
	if recv.N == 0 {
		return false
	}
	if s := w.Steps[recv.Off]; recv.N == 1 && s.Kind == parse.StepName && w.packages[s.Name] && !w.isLocal(s.Name) {
		return w.isStandard(s.Name)
	}
	return takingAny[name]
}

// isStandard reports whether a name denotes an import that may be of the standard library:
// the first element of its path has no dot.
func (w *walk) isStandard(name string) bool {
	for i := range w.f.Imports {
		if m := &w.f.Imports[i]; m.Name == name || m.Alias == name {
			first, _, _ := strings.Cut(m.Path, "/")
			return !strings.Contains(first, ".")
		}
	}
	return false
}

// printed records the arguments of a call that may run methods of them.
type printed struct {
	w     *walk
	at    uint32 // of the callee
	on    bool
	n     int      // arguments so far
	verbs []string // of the operands of a format string
	first int      // the number of its first operand
}

// add records the next argument. The operator has the number of the argument, the sign of an
// address or of a dereference, and the verb of a format string:
//
//	fmt.Printf("%d %v", n, &order)    // 2&v
func (p *printed) add(arg parse.Node, value parse.Run) {
	if !p.on {
		return
	}
	i := p.n
	p.n++
	if p.verbs == nil && arg.Is("interpreted_string_literal", "raw_string_literal") {
		p.verbs, p.first = verbs(arg.Text()), p.n
		return
	}
	if value.N == 0 || p.w.isOpaque(value) {
		return
	}
	if s := p.w.Steps[value.Off]; value.N == 1 && s.Kind == parse.StepType {
		return // a literal, or a function
	}
	op := strconv.Itoa(i)
	if arg.Is("unary_expression") {
		if sign := arg.Field("operator").Text(); sign == "&" || sign == "*" {
			op += sign
		}
	}
	if k := i - p.first; 0 <= k && k < len(p.verbs) {
		op += p.verbs[k]
	}
	p.w.Implicit = append(p.w.Implicit, parse.DraftImplicit{
		Implicit: parse.Implicit{Op: op, At: p.at, Def: p.w.def}, Value: value})
}

// ranged records a loop over a named function.
//
//	for x := range orders.All { … }    // calls All
func (w *walk) ranged(over parse.Node, value parse.Run) {
	if value.N == 0 || w.isOpaque(value) {
		return
	}
	at := over
	if over.Is("selector_expression") {
		at = over.Field("field")
	} else if !over.Is("identifier") {
		return
	}
	w.Implicit = append(w.Implicit, parse.DraftImplicit{
		Implicit: parse.Implicit{Op: opRange, At: at.Start(), Def: w.def}, Value: value})
}

// verbs returns the verbs of a format string for its operands, in order, with # before
// those with that flag; a star takes an operand. It returns nil for an explicit index, which is
// rare.
//
//	"%5.2f of %-*s: %#v"    // f, *, s, #v
func verbs(format string) []string {
	var out []string
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		sharp := ""
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.*[]", format[i]) >= 0; i++ {
			switch format[i] {
			case '#':
				sharp = "#"
			case '*':
				out = append(out, "*")
			case '[':
				return nil
			}
		}
		if i < len(format) && format[i] != '%' {
			out = append(out, sharp+format[i:i+1])
		}
	}
	return out
}
