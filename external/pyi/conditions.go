package pyi

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// A truth is the three-valued result of a condition.
type truth int

const (
	unknown truth = iota
	yes
	no
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// condition evaluates the conditions used in stubs: on the version of Python, on the
// platform, on TYPE_CHECKING.
func condition(n parse.Node, minor int) truth {
	switch n.Kind() {
	case "parenthesized_expression":
		return condition(firstNamed(n), minor)
	case "not_operator":
		return [...]truth{unknown: unknown, yes: no, no: yes}[condition(n.Field("argument"), minor)]
	case "boolean_operator":
		a, b := condition(n.Field("left"), minor), condition(n.Field("right"), minor)
		stop := no // of and
		if hasToken(n, "or") {
			stop = yes
		}
		switch {
		case a == stop || b == stop:
			return stop
		case a == unknown || b == unknown:
			return unknown
		}
		return a
	case "comparison_operator":
		return comparison(n, minor)
	case "identifier", "attribute":
		if strings.HasSuffix(n.Text(), "TYPE_CHECKING") {
			return yes
		}
	}
	return unknown
}

// comparison evaluates sys.version_info >= (3, 9) and sys.platform == "linux".
func comparison(n parse.Node, minor int) truth {
	left := firstNamed(n)
	right := lastNamed(n)
	var sign string
	for c := range n.Children {
		if !c.IsNamed() {
			sign = c.Kind()
		}
	}
	var order int
	switch {
	case left.Text() == "sys.version_info" && right.Is("tuple"):
		order = compareVersion(minor, right)
	case left.Text() == "sys.platform" && right.Is("string"):
		order = strings.Compare("linux", unquote(right.Text()))
	default:
		return unknown
	}
	switch sign {
	case ">=":
		return truthOf(order >= 0)
	case "<":
		return truthOf(order < 0)
	case "==":
		return truthOf(order == 0)
	case "!=":
		return truthOf(order != 0)
	case ">":
		return truthOf(order > 0)
	case "<=":
		return truthOf(order <= 0)
	}
	return unknown
}

// compareVersion compares Python 3.minor with a tuple of one number or more.
func compareVersion(minor int, tuple parse.Node) int {
	have := []int{3, minor}
	i := 0
	for c := range tuple.Named {
		want, err := strconv.Atoi(c.Text())
		if err != nil || i == len(have) {
			break
		}
		if have[i] != want {
			return have[i] - want
		}
		i++
	}
	return 0
}

func firstNamed(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("comment") {
			return c
		}
	}
	return parse.Node{}
}

func lastNamed(n parse.Node) parse.Node {
	var last parse.Node
	for c := range n.Named {
		if !c.Is("comment") {
			last = c
		}
	}
	return last
}

// hasToken reports whether n has a keyword or punctuation token as a child.
func hasToken(n parse.Node, token string) bool {
	for c := range n.Children {
		if c.Kind() == token {
			return true
		}
	}
	return false
}

func unquote(s string) string { return strings.Trim(s, `"'`) }
