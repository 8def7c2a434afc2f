package r

import "strings"

// The effects of functions of R and of widely used packages on their argument
// expressions. R has no types that would determine them: these tables are all that
// a front end can know.

// set returns the set of the words in a text.
func set(text string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		out[word] = true
	}
	return out
}

// ownBlocks are the functions that run a block of code in its own scope.
var ownBlocks = set(`local test_that describe it reactive eventReactive observe observeEvent bindEvent
	renderPlot renderText renderTable renderUI renderPrint renderImage renderDataTable renderDT
	renderPlotly renderLeaflet renderCachedPlot downloadHandler with_test_id future
	with_mocked_bindings with_mock bench_mark`)

// quoting functions take an expression unevaluated: no name in it is looked up.
var quoting = set(`quote bquote substitute expression alist expr exprs enquo enquos ensym ensyms
	quo quos sym vars aes aes_ dt_expr ~`)

// masking functions look up names in a data frame first: in all arguments but the
// first, or in all if the data come from a pipe.
var masking = set(`subset transform within with attach
	filter mutate transmute summarise summarize select arrange group_by rename count distinct
	add_count add_tally tally pull relocate slice slice_max slice_min slice_head slice_tail
	slice_sample reframe rowwise across if_any if_all nest_by nest unnest unnest_longer
	unnest_wider pivot_longer pivot_wider gather spread separate separate_rows unite
	complete expand fill drop_na crossing nesting top_n top_frac rename_with case_when
	inner_join left_join right_join full_join semi_join anti_join join_by by
	aggregate data.table ddply dlply adply ldply cols_label facet_wrap facet_grid
	lm glm nls aov t.test tar_map`)

// A taker is a function that calls a function argument.
type taker struct {
	at    int      // position of that argument
	names []string // the names of that argument
}

// takers are functions that call a function argument, which may also be a name in
// a string.
var takers = func() map[string]taker {
	out := map[string]taker{}
	add := func(functions string, at int, names ...string) {
		for name := range strings.FieldsSeq(functions) {
			out[name] = taker{at, names}
		}
	}
	add("lapply sapply vapply eapply future_lapply future_sapply pblapply mclapply bplapply", 1, "FUN")
	add("apply outer tapply sweep ave by aggregate", 2, "FUN")
	add("parLapply parSapply clusterApply", 2, "fun", "FUN")
	add("mapply Map pbmapply future_mapply", 0, "FUN", "f")
	add("Reduce Filter Find Position rapply Vectorize Compose", 0, "f", "FUN")
	add("do.call exec", 0, "what", ".fn")
	add("match.fun", 0, "FUN")
	add(`map map_chr map_dbl map_int map_lgl map_df map_dfr map_dfc map_vec walk imap iwalk
		imap_chr imap_dbl imap_lgl imap_dfr modify keep discard detect detect_index some every none
		head_while tail_while map_if map_at reduce accumulate pmap pmap_chr pmap_dbl pmap_dfr pwalk
		future_map future_map_dfr future_pmap lmap map_depth`, 1, ".f", ".p")
	add(`map2 map2_chr map2_dbl map2_int map2_lgl map2_dfr walk2 future_map2 reduce2`, 2, ".f")
	add("partial compose possibly safely quietly insistently slowly", 0, ".f")
	return out
}()

// getters return the referent of a name in a string.
var getters = set("get get0 match.fun getFunction dynGet as_function getMethod selectMethod")

// transparent functions return their first argument unchanged.
var transparent = set(`invisible suppressWarnings suppressMessages identity force withVisible
	suppressPackageStartupMessages isolate req return print`)
