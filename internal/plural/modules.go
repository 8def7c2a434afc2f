package plural

import (
	"sync"

	"github.com/go-openapi/inflect"
	"github.com/jinzhu/inflection"
)

// Jinzhu is the plural of a name in snake case by the package that GORM and bun ask.
//
//	order_item, order_items    human, humen
func Jinzhu(name string) string { return inflection.Plural(name) }

var entRules = sync.OnceValue(inflect.NewDefaultRuleset)

// Ent is the plural of the name of a schema by the package that ent asks, with its rules for English.
//
//	Person, Persons    API, APIs
func Ent(name string) string { return entRules().Pluralize(name) }
