package libraries

import "seedgraph/frameworks/concept/model"

// RestSharp, version 112: the request states the address below that of its client.
var _ = add(&model.Library{Name: "RestSharp", Language: "csharp", Modules: []string{"RestSharp"}, Calls: []model.Call{
	{New: []string{"RestRequest"}, Effect: model.Effect{
		Request: &model.Request{Verb: "GET", VerbArg: "1|method", Address: "0|resource"}}}}})
