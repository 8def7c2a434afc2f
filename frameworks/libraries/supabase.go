package libraries

import "seedgraph/frameworks/concept/model"

// supabaseQueries lists the calls of the query builder, which are the same in all clients.
func supabaseQueries(clients ...string) []model.Call {
	ends := func(names []string, ops ...string) model.Call {
		return model.Call{On: []string{"Query"}, Method: names, Effect: model.Effect{Table: &model.Table{Op: ops}}}
	}
	return []model.Call{
		{On: clients, Method: []string{"from", "from_", "table"}, Returns: "Query", Effect: model.Effect{Table: &model.Table{Name: "0", Op: []string{"none"}}}},
		{On: clients, Method: []string{"schema"}, Effect: model.Effect{Table: &model.Table{Schema: "0"}}},
		{On: clients, Member: []string{"storage"}, Returns: "Storage"}, // storage.from(bucket)
		ends([]string{"select"}, "read"), ends([]string{"insert"}, "insert"), ends([]string{"update"}, "update"), ends([]string{"delete"}, "delete"),
		ends([]string{"upsert"}, "insert", "update"),
	}
}

// Supabase: the clients of JavaScript, versions 1 and 2, and of Python, version 2.
var _ = add(
	&model.Library{Name: "@supabase", Language: "typescript", Modules: []string{"@supabase"}, Words: []string{"supabase"},
		Calls: append(supabaseQueries("SupabaseClient"), model.Call{Returns: "SupabaseClient", Function: []string{"createClient",
			"createBrowserClient", "createServerClient", "createPagesBrowserClient", "createPagesServerClient", "createClientComponentClient",
			"createServerComponentClient", "createRouteHandlerClient", "createMiddlewareClient", "useSupabaseClient"}})},
	&model.Library{Name: "supabase", Language: "python", Modules: []string{"supabase"}, Words: []string{"supabase"},
		Calls: append(supabaseQueries("Client", "AsyncClient"), model.Call{Function: []string{"create_client"}, Returns: "Client"},
			model.Call{Function: []string{"acreate_client", "create_async_client"}, Returns: "AsyncClient"})},
)
