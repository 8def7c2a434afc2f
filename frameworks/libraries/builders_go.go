package libraries

import (
	"slices"

	"seedgraph/frameworks/concept/model"
)

// goBuilder returns the row of a query builder in Go. Its statements have the types of kinds, such as
// SelectBuilder; calls lists the calls besides joins.
func goBuilder(name, pkg string, modules []string, kind string, calls ...[]model.Call) *model.Library {
	l := &model.Library{Name: name, Language: "go", Modules: modules, Package: pkg, Tier: "exact",
		Words: []string{".From(", ".Into(", "eftJoin(", "InnerJoin(", ".InsertInto(", ".DeleteFrom("}, // .Join( is in most files
		Queries: []model.Query{{Type: []string{"Insert" + kind}, Op: []string{"insert"}},
			{Type: []string{"Update" + kind}, Op: []string{"update"}}, {Type: []string{"Delete" + kind}, Op: []string{"delete"}}},
		Calls: []model.Call{
			begins("Select"+kind, nil, "Select", "SelectDistinct", "NewSelectBuilder"),
			begins("Insert"+kind, nil, "NewInsertBuilder"), begins("Update"+kind, nil, "NewUpdateBuilder"),
			begins("Delete"+kind, nil, "NewDeleteBuilder"),
			{Method: []string{"Into", "Table"}, Effect: model.Effect{Table: &model.Table{Name: "0"}}},
			{Method: []string{"Join", "InnerJoin", "LeftJoin", "RightJoin", "FullJoin", "CrossJoin", "LeftOuterJoin", "FullOuterJoin",
				"RightOuterJoin", "NaturalJoin"}, Effect: model.Effect{Table: &model.Table{Name: "0", Op: []string{"read"}}}},
		}}
	l.Calls = append(l.Calls, slices.Concat(calls...)...)
	return l
}

// begins is the row of functions and methods that begin a statement, with its table if they have an operation.
func begins(kind string, op []string, names ...string) model.Call {
	c := model.Call{Method: names, Returns: kind}
	if op != nil {
		c.Table = &model.Table{Name: "0", Op: op}
	}
	return c
}

// names is the row of methods that name the table of the statement.
func names(methods ...string) model.Call {
	return model.Call{Method: methods, Effect: model.Effect{Table: &model.Table{Name: "0"}}}
}

// subqueries is the row of functions and methods that name a subquery.
func subqueries(methods ...string) model.Call {
	return model.Call{Method: methods, Effect: model.Effect{Subquery: &model.Subquery{Name: "0"}}}
}

// closesGoqu is the row of methods with which a query by its table becomes another statement.
//
//	db.From("orders").Where(closed).Delete()
func closesGoqu(kind, op string, methods ...string) model.Call {
	return model.Call{On: []string{"SelectDataset"}, Method: methods, Returns: kind,
		Effect: model.Effect{Table: &model.Table{Op: []string{op}}}}
}

var (
	insert  = []string{"insert"}
	update  = []string{"update"}
	remove  = []string{"delete"}
	replace = []string{"insert", "delete"}
)

// Query builders of Go: squirrel 1.5, goqu 9, go-sqlbuilder 1.3 and dbr 2.
var _ = add(
	goBuilder("github.com/Masterminds/squirrel", "", []string{"github.com/Masterminds/squirrel", "github.com/lann/squirrel",
		"github.com/elgris/sqrl"}, "Builder", []model.Call{names("From"), begins("InsertBuilder", insert, "Insert"),
		begins("InsertBuilder", replace, "Replace"), begins("UpdateBuilder", update, "Update"), begins("DeleteBuilder", remove, "Delete")}),
	goBuilder("github.com/doug-martin/goqu", "", []string{"github.com/doug-martin/goqu"}, "Dataset", []model.Call{
		{Method: []string{"From"}, Returns: "SelectDataset", Effect: model.Effect{Table: &model.Table{Name: "0"}}},
		begins("InsertDataset", insert, "Insert"), begins("UpdateDataset", update, "Update"), begins("DeleteDataset", remove, "Delete"),
		begins("TruncateDataset", remove, "Truncate"), closesGoqu("InsertDataset", "insert", "Insert"),
		closesGoqu("UpdateDataset", "update", "Update"), closesGoqu("DeleteDataset", "delete", "Delete", "Truncate"),
		{Method: []string{"T", "I"}, Effect: model.Effect{Table: &model.Table{Name: "0", Op: []string{"none"}}}},
		subqueries("With", "WithRecursive")}),
	goBuilder("github.com/huandu/go-sqlbuilder", "sqlbuilder", []string{"github.com/huandu/go-sqlbuilder"}, "Builder", []model.Call{
		names("From"), begins("InsertBuilder", insert, "InsertInto"), begins("InsertBuilder", replace, "ReplaceInto"),
		begins("UpdateBuilder", update, "Update"), begins("DeleteBuilder", remove, "DeleteFrom"),
		subqueries("With", "WithRecursive", "CTEQuery", "CTETable")}),
	goBuilder("github.com/gocraft/dbr", "", []string{"github.com/gocraft/dbr", "github.com/mailru/dbr"}, "Stmt", []model.Call{
		names("From"), begins("InsertStmt", insert, "InsertInto"), begins("UpdateStmt", update, "Update"),
		begins("DeleteStmt", remove, "DeleteFrom"),
		{Method: []string{"With", "WithRecursive"}, Effect: model.Effect{Subquery: &model.Subquery{Name: "0"}}}}),
)
