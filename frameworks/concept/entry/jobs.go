package entry

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file finds the jobs that C# code passes to Hangfire.

// Reader returns the reader that requests the sites of files that may pass methods to a
// scheduler.
func Reader() interest.SiteReader {
	return &interest.Head{Languages: []string{"csharp"}, Needs: []string{"Hangfire"},
		Words: []string{"RecurringJob", "BackgroundJob"}}
}

// schedulers are the Hangfire methods that take a lambda which calls the job.
var schedulers = map[string]bool{"AddOrUpdate": true, "Enqueue": true, "Schedule": true,
	"ContinueJobWith": true, "ContinueWith": true}

// jobs adds the methods called by lambdas that are passed to a scheduler:
//
//	RecurringJob.AddOrUpdate<Cleaner>("clean", c => c.Run(), Cron.Daily)
func (r *reader) jobs() {
	for x := range r.Family("csharp") {
		if x.In.File.Test || !usesHangfire(x.In.File) {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall && schedulers[e.Text] && x.Sub(e).Referent().Def == resolve.None {
				for i := range e.Args {
					r.called(x.Sub(e), &e.Args[i].Value)
				}
			}
		})
	}
}

func usesHangfire(f *resolve.File) bool {
	for i := range f.Imports {
		if p := f.Imports[i].Path; p == "Hangfire" || strings.HasPrefix(p, "Hangfire.") {
			return true
		}
	}
	return false
}

// method matches the method that a lambda calls on its parameter.
var method = regexp.MustCompile(`^\w+\s*\.\s*(\w+)\s*[(<]`)

// called adds the method that the body of a lambda calls: one of the class that the
// call names, or the referent of the name.
func (r *reader) called(call eval.Expr, lambda *parse.Expr) {
	if lambda.Kind != parse.ExprLambda {
		return
	}
	for _, b := range call.In.Bindings {
		if b.Kind == graph.Calls && lambda.Body.Contains(b.At) {
			r.enter(b.To, graph.RoleJob, call.Def)
			return
		}
	}
	m := method.FindStringSubmatch(call.In.File.Slice(lambda.Body))
	if m == nil || len(call.TypeArgs) != 1 {
		return
	}
	if of := r.WrittenType(call.Sub(&call.TypeArgs[0])); of.Def > resolve.None {
		r.runs(of.Def, m[1], graph.RoleJob, call.Def)
	}
}
