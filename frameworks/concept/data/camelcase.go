package data

import (
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/parse"
)

// A CamelCase converts the names of a program to those of the database, as Kysely and Objection do:
// in lower case, with an underscore before a capital. A nil one leaves names as they are.
type CamelCase struct {
	upper   bool // in upper case
	digits  bool // with an underscore before digits
	letters bool // ... and before every capital, also after another one
	twice   bool // ... before digits also after another underscore
}

// CamelCaseOf returns the conversion that programs set up by a call or creation of a name, with its
// options; nil if none does.
//
//	new CamelCasePlugin({ underscoreBeforeDigits: true })
//	knex({ client: 'pg', ...knexSnakeCaseMappers() })
func CamelCaseOf(t *eval.Tree, name string, twice bool) *CamelCase {
	var out *CamelCase
	t.EachExpr(Script, func(k parse.ExprKind) bool { return k == parse.ExprNew || k == parse.ExprCall }, func(x eval.Expr) {
		if x.Expr.Text != name || x.In.File.Test {
			return
		}
		is := func(option string) bool {
			if len(x.Args) == 0 {
				return false
			}
			arg := x.Args[0].Value.Arg(-1, option)
			return arg != nil && arg.Text == "true"
		}
		out = &CamelCase{upper: is("upperCase"), digits: is("underscoreBeforeDigits"),
			letters: is("underscoreBetweenUppercaseLetters"), twice: twice}
	})
	return out
}

// Table returns a table with its names in the database.
func (s *CamelCase) Table(t Table) Table {
	t.Name, t.Schema = s.Name(t.Name), s.Name(t.Schema)
	return t
}

// Name returns a name of the database: aPI is a_pi.
func (s *CamelCase) Name(camel string) string {
	if s == nil {
		return camel
	}
	var b strings.Builder
	before := '_'
	for i, c := range camel {
		switch {
		case i == 0:
		case s.digits && isDigit(c) && !isDigit(before) && (s.twice || !strings.HasSuffix(b.String(), "_")),
			unicode.IsUpper(c) && (s.letters || !unicode.IsUpper(before)):
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
		before = c
	}
	if s.upper {
		return strings.ToUpper(b.String())
	}
	return b.String()
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }
