package plural

import (
	"sync"

	"github.com/go-openapi/inflect"
	"github.com/jinzhu/inflection"
)

// Jinzhu returns the plural of a name in snake case according to the package that
// GORM and bun use.
//
//	order_item, order_items    human, humen
func Jinzhu(name string) string { return inflection.Plural(name) }

var entRules = sync.OnceValue(inflect.NewDefaultRuleset)

// Ent returns the plural of the name of a schema according to the package that ent
// uses, with its rules for English.
//
//	Person, Persons    API, APIs
func Ent(name string) string { return entRules().Pluralize(name) }
