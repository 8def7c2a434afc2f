package rails

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bus returns the rules of the jobs of Active Job and Sidekiq.
func Bus() message.Bus { return bus{&busHead} }

type bus struct{ *interest.Head }

// busHead requests the sites of files that enqueue jobs.
var busHead = interest.Head{Languages: []string{family}, Words: append([]string{"perform_"},
	jobLibraries...), Names: jobLibraries}

// jobLibraries are words of files that declare jobs.
var jobLibraries = []string{"ActiveJob", "ApplicationJob", "Sidekiq"}

// enqueues are the methods of a job that run it, now or later.
//
// Source: the documentation of Rails 8 and Sidekiq 7.
var enqueues = resolve.WordSet(`perform_later perform_now perform_async perform_in perform_at
	perform_bulk perform_inline perform_sync`)

// isJob are the bases and modules of jobs, with the base class that Rails generates.
var isJob = map[string]bool{"ActiveJob.Base": true, "ApplicationJob": true, "Sidekiq.Job": true,
	"Sidekiq.Worker": true}

// Handlings lists the jobs that are enqueued, which handle themselves by their method perform.
func (bus) Handlings(t *eval.Tree) []message.Handler {
	var out []message.Handler
	done := map[resolve.DefID]bool{}
	for _, s := range sendings(t) {
		if h := t.Member(s.Message, "perform"); !done[s.Message] && h != s.Message {
			out = append(out, message.Handler{Message: s.Message, Handler: h, Class: s.Message,
				Tier: graph.Exact})
		}
		done[s.Message] = true
	}
	return out
}

// Sendings lists the jobs that calls enqueue.
func (bus) Sendings(t *eval.Tree) []message.Publish { return sendings(t) }

type sendingsKey struct{}

// sendings lists them once for a tree.
//
//	ReceiptJob.perform_later(order)    ReceiptJob.set(wait: 5.minutes).perform_later(order)
func sendings(t *eval.Tree) []message.Publish {
	return t.Memo(sendingsKey{}, func() any {
		var out []message.Publish
		t.EachCall(family, func(x eval.Expr) {
			if x.Recv == nil || !enqueues[x.Expr.Text] {
				return
			}
			of := x.Sub(x.Recv)
			if of.Kind == parse.ExprCall && of.Expr.Text == "set" && of.Recv != nil {
				of = of.Sub(of.Recv)
			}
			d := of.Referent().Def
			if d <= resolve.None || !t.Table.Def(d).Kind.IsType() || !derivesFromJob(t, d) {
				return
			}
			out = append(out, message.Publish{Message: t.Table.Canon[d], By: x.Def, Tier: graph.Typed,
				At: eval.Place{File: x.In.File, At: x.At}})
		})
		return out
	}).([]message.Publish)
}

// derivesFromJob reports whether a class is a job.
func derivesFromJob(t *eval.Tree, class resolve.DefID) bool {
	return slices.ContainsFunc(t.Lineage(class), func(c resolve.DefID) bool {
		return slices.ContainsFunc(t.Table.Def(c).Bases, func(b parse.TypeRef) bool {
			return isJob[strings.Trim(strings.ReplaceAll(b.Name, "::", "."), ".")]
		})
	})
}
