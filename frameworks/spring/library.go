package spring

import (
	"regexp"
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/resolve"
)

func itoa(n int) string { return strconv.Itoa(n) }

const (
	springText = "org.springframework.util.StringUtils."
	apacheText = "org.apache.commons.lang3.StringUtils."
)

// functions maps static library methods to functions that compute their return values,
// by full name; nil functions if the values are unknown.
var functions = map[string]func(args []value) value{
	"java.lang.String.format":              formatted,
	"java.lang.String.join":                joined,
	"java.util.Objects.isNull":             tests(isNull, true),
	"java.util.Objects.nonNull":            tests(isNull, false),
	"java.util.Objects.requireNonNull":     first,
	"java.util.Objects.requireNonNullElse": other(isNull),
	springText + "hasText":                 tests(isBlank, false),
	springText + "hasLength":               tests(isEmpty, false),
	apacheText + "isBlank":                 tests(isBlank, true),
	apacheText + "isNotBlank":              tests(isBlank, false),
	apacheText + "isEmpty":                 tests(isEmpty, true),
	apacheText + "isNotEmpty":              tests(isEmpty, false),
	apacheText + "defaultIfBlank":          other(isBlank),
	apacheText + "defaultIfEmpty":          other(isEmpty),
	apacheText + "defaultString":           other(isNull),
}

// A test is a predicate on a value; ok is false if the result is unknown.
type test func(v value) (is, ok bool)

func isNull(v value) (is, ok bool) {
	return v.kind == null, v.kind != unknown && v.kind != library
}

func isEmpty(v value) (is, ok bool) {
	return v.kind == null || v.text == "", v.kind == null || v.kind == text &&
		(v.known() || strings.Trim(v.text, hole) != "")
}

func isBlank(v value) (is, ok bool) {
	v.text = strings.TrimSpace(v.text)
	return isEmpty(v)
}

// tests returns the result of a test of the first argument.
func tests(t test, want bool) func([]value) value {
	return func(args []value) value {
		if len(args) == 0 {
			return value{}
		}
		is, ok := t(args[0])
		if !ok {
			return value{}
		}
		return literalOf(is == want)
	}
}

// other returns the second argument if the first one is missing.
func other(missing test) func([]value) value {
	return func(args []value) value {
		if len(args) == 0 {
			return value{}
		}
		is, ok := missing(args[0])
		switch {
		case ok && !is:
			return args[0]
		case ok && len(args) == 2:
			return args[1]
		}
		return value{}
	}
}

// placeholders matches the verbs of a format that take one argument.
var placeholders = regexp.MustCompile(`%(\d+\$)?s|%d|%%`)

// formatted returns a format with its arguments substituted.
func formatted(args []value) value {
	if len(args) == 0 || args[0].kind != text {
		return value{}
	}
	next := 1
	return textOf(placeholders.ReplaceAllStringFunc(args[0].text, func(p string) string {
		at := next
		if p == "%%" {
			return "%"
		} else if n, _, ok := strings.Cut(p[1:], "$"); ok {
			at, _ = strconv.Atoi(n)
		} else {
			next++
		}
		if at >= 1 && at < len(args) && (args[at].kind == text || args[at].kind == literal) {
			return args[at].text
		}
		return hole
	}))
}

// joined returns the arguments after the first one, separated by it.
func joined(args []value) value {
	var list []string
	for _, a := range args {
		if a.kind != text {
			return value{}
		}
		list = append(list, a.text)
	}
	if len(list) < 2 {
		return value{}
	}
	return textOf(strings.Join(list[1:], list[0]))
}

// stringMethods computes the return values of string methods, whose receiver and
// arguments are all known.
var stringMethods = map[string]func(of string, args []string) value{
	"toString": func(of string, _ []string) value { return textOf(of) },
	"strip":    func(of string, _ []string) value { return textOf(strings.TrimSpace(of)) },
	"trim":     func(of string, _ []string) value { return textOf(strings.TrimSpace(of)) },
	"isEmpty":  func(of string, _ []string) value { return literalOf(of == "") },
	"isBlank": func(of string, _ []string) value {
		return literalOf(strings.TrimSpace(of) == "")
	},
	"length":      func(of string, _ []string) value { return value{kind: literal, text: itoa(len(of))} },
	"toLowerCase": func(of string, _ []string) value { return textOf(strings.ToLower(of)) },
	"toUpperCase": func(of string, _ []string) value { return textOf(strings.ToUpper(of)) },
	"concat":      func(of string, args []string) value { return textOf(of + args[0]) },
	"equals":      func(of string, args []string) value { return literalOf(of == args[0]) },
	"equalsIgnoreCase": func(of string, args []string) value {
		return literalOf(strings.EqualFold(of, args[0]))
	},
	"startsWith": func(of string, args []string) value {
		return literalOf(strings.HasPrefix(of, args[0]))
	},
	"endsWith": func(of string, args []string) value {
		return literalOf(strings.HasSuffix(of, args[0]))
	},
	"contains": func(of string, args []string) value {
		return literalOf(strings.Contains(of, args[0]))
	},
	"replace": func(of string, args []string) value {
		return textOf(strings.ReplaceAll(of, args[0], args[1]))
	},
	"split": split,
}

// arity is the number of arguments of the string methods that have any.
var arity = map[string]int{"concat": 1, "equals": 1, "equalsIgnoreCase": 1, "startsWith": 1,
	"endsWith": 1, "contains": 1, "replace": 2, "split": 1}

// split returns the list of the parts of a string; unknown if the separator is not
// plain text.
func split(of string, args []string) value {
	at := args[0]
	if plain := strings.TrimPrefix(at, `\`); regexp.QuoteMeta(plain) == at {
		at = plain
	} else if regexp.QuoteMeta(at) != at {
		return value{}
	}
	parts := strings.Split(of, at)
	for len(parts) > 1 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	v := value{kind: list}
	for _, p := range parts {
		v.items = append(v.items, item{value: textOf(p)})
	}
	return v
}

// libraryCall returns the return value of a call with an external target; ok is false
// if it is unknown.
func (r *flow) libraryCall(x eval.Expr, of value, s *scope, depth int) (value, bool) {
	args := r.args(x, s, depth)
	name := x.Expr.Text
	switch of.kind {
	case text:
		return ofString(of, name, args)
	case class, object:
		return r.reflected(of, name, args)
	case entry:
		if i := map[string]int{"getKey": 1, "getValue": 2}[name]; i > 0 && len(args) == 0 {
			return []value{of.items[0].key, of.items[0].value}[i-1], true
		}
	case function:
		switch name {
		case "get", "apply", "call":
			v := r.apply(of, args, depth)
			return v, v.kind != unknown
		}
	case container:
		return r.asked(name, args)
	}
	if name == "isEmpty" && len(args) == 0 {
		items, ok := r.elements(of, depth)
		return literalOf(len(items) == 0), ok && (len(items) > 0 || of.kind == list)
	}
	if name == "getClass" && x.Recv == nil {
		return r.reflected(s.object(), name, args)
	}
	if f := functions[r.outside(x)]; f != nil {
		v := f(args)
		return v, v.kind != unknown
	}
	if annotationFinders[r.outside(x)] && len(args) == 2 {
		return r.reflected(args[0], "getAnnotation", args[1:])
	}
	return value{}, false
}

// annotationFinders are the functions that look up an annotation of a class.
var annotationFinders = map[string]bool{
	"org.springframework.core.annotation.AnnotationUtils.findAnnotation":             true,
	"org.springframework.core.annotation.AnnotationUtils.getAnnotation":              true,
	"org.springframework.core.annotation.AnnotatedElementUtils.findMergedAnnotation": true,
}

func ofString(of value, name string, args []value) (value, bool) {
	f := stringMethods[name]
	if f == nil || !of.known() || len(args) != arity[name] {
		return value{}, false
	}
	var texts []string
	for _, a := range args {
		if !a.known() {
			return value{}, false
		}
		texts = append(texts, a.text)
	}
	v := f(of.text, texts)
	return v, v.kind != unknown
}

// reflected returns the result of a reflective call on a class.
func (r *flow) reflected(of value, name string, args []value) (value, bool) {
	switch {
	case of.class <= resolve.None:
	case name == "getClass" && of.kind == object:
		return value{kind: class, class: of.class}, true
	case of.kind != class:
	case name == "getSimpleName":
		return textOf(r.Table.Def(of.class).Name), true
	case (name == "getAnnotation" || name == "getDeclaredAnnotation") && len(args) == 1 &&
		args[0].kind == class:
		return r.annotated(of.class, args[0].class), true
	}
	return value{}, false
}

// first returns the first argument.
func first(args []value) value {
	if len(args) == 0 {
		return value{}
	}
	return args[0]
}
