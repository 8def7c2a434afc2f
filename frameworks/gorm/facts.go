package gorm

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

// finishers are the methods of a connection that run a statement, with its operation on
// rows.
var finishers = map[string]graph.Ops{
	"Find": 0, "First": 0, "Last": 0, "Take": 0, "Scan": 0, "Pluck": 0, "Count": 0, "Row": 0,
	"Rows": 0, "FirstOrInit": 0, "FindInBatches": 0,
	"Create": graph.Insert, "CreateInBatches": graph.Insert, "FirstOrCreate": graph.Insert,
	"Save":   graph.Insert | graph.Update,
	"Update": graph.Update, "Updates": graph.Update, "UpdateColumn": graph.Update,
	"UpdateColumns": graph.Update, "Delete": graph.Delete,
}

// byModel are the finishers whose argument is not an object of the model.
var byModel = resolve.WordSet("Scan Pluck Count Row Rows Update UpdateColumn")

// inquiries are the operations of association methods on the table that stores the
// association.
var inquiries = map[string]graph.Ops{
	"Find": 0, "Count": 0, "Append": graph.Insert, "Replace": graph.Insert | graph.Delete,
	"Delete": graph.Delete, "Clear": graph.Delete,
}

// migrations are the methods of a connection or migrator that take models.
var migrations = resolve.WordSet("AutoMigrate CreateTable HasTable DropTable")
