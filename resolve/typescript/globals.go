package typescript

import (
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/resolve"
)

// A name without a declaration in the tree is external only if there is evidence: the
// language, the platform, a package that the project depends on, or the file itself.

// ofLanguage are names that the language or the module loader provides in every file,
// without a declaration.
var ofLanguage = words(`any unknown never void object string number boolean symbol bigint null undefined this super
	arguments infer unique const asserts intrinsic true false require module exports __dirname __filename import NaN Infinity
	globalThis React JSX`)

// ofComponents are names that the compilers of single-file components provide in their
// scripts.
var ofComponents = words(`defineProps defineEmits defineExpose defineOptions defineSlots defineModel withDefaults
	$state $derived $effect $props $bindable $inspect $host $$props $$restProps $$slots $$Props $$Events $$Slots`)

// packageGlobals are the names that packages declare for every file of a project that
// depends on one of them.
var packageGlobals = []struct{ packages, names map[string]bool }{
	{words("jest @types/jest @jest/globals vitest mocha @types/mocha jasmine jasmine-core @types/jasmine ts-jest react-scripts " +
		"@vue/cli-plugin-unit-jest @vue/cli-plugin-unit-mocha karma-jasmine jest-cli cypress @types/cypress chai @types/chai qunit " +
		"@types/qunit tap uvu bun-types @types/bun @wdio/cli"),
		words("describe it test expect beforeEach afterEach beforeAll afterAll before after context specify suite setup teardown " +
			"jest vi fit xit fdescribe xdescribe xtest xcontext ftest spyOn spyOnProperty jasmine fail pending expectAsync should " +
			"assert chai suiteSetup suiteTeardown Mocha Jest QUnit bench")},
	{words("cypress"), words("cy Cypress Chai")},
	{words("protractor"), words("browser element by protractor")},
	{words("@wdio/globals @wdio/cli"), words("browser $ $$ driver multiremotebrowser")},
	{words("jquery @types/jquery"), words("$ jQuery JQuery JQueryStatic")},
	{words("@types/node"), words("NodeJS")},
	{words("@types/chrome chrome-types"), words("chrome")},
	{words("webextension-polyfill @types/firefox-webext-browser @types/webextension-polyfill"), words("browser")},
	{words("@types/google.maps @types/googlemaps"), words("google")},
	{words("@types/express @types/express-serve-static-core"), words("Express")},
	{words("@cloudflare/workers-types wrangler"), words("KVNamespace DurableObjectNamespace DurableObjectState D1Database " +
		"R2Bucket Fetcher ExecutionContext ScheduledEvent Queue MessageBatch caches HTMLRewriter")},
	{words("bun-types @types/bun"), words("Bun")},
	{words("@types/deno"), words("Deno")},
	{words("electron"), words("Electron")},
	{words("angular @types/angular"), words("angular ng")},
	{words("lodash @types/lodash"), words("_")},
	{words("d3 @types/d3"), words("d3")},
	{words("leaflet @types/leaflet"), words("L")},
	{words("three @types/three"), words("THREE")},
	{words("react-native @types/react-native expo"), words("__DEV__ HermesInternal ErrorUtils")},
}

// words returns the set of the words in text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// declaresGlobal reports whether something external is known to declare a name for every
// file, or for files like this one.
func (t *tree) declaresGlobal(f *resolve.File, name string) bool {
	switch {
	case ofLanguage[name], t.ofPlatform(name):
		return true
	case ofComponents[name]:
		return f.Language == "vue" || f.Language == "svelte" || strings.Contains(f.Path, ".svelte.")
	}
	for i := range packageGlobals {
		if !packageGlobals[i].names[name] {
			continue
		}
		for pkg := range packageGlobals[i].packages {
			if t.modules.depends(f.Path, pkg) {
				return true
			}
		}
	}
	return declaredByComment(f.Text, name)
}

// ofPlatform reports whether the platform declares a name for every script.
func (t *tree) ofPlatform(name string) bool {
	if known, ok := t.platformNames.Load(name); ok {
		return known.(bool)
	}
	known := t.platform.Type(name) != nil || len(t.outsideMembers(name)) > 0 ||
		t.platform.Type(name+"Constructor") != nil
	t.platformNames.Store(name, known)
	return known
}

// globalComment matches comments that list names declared elsewhere.
//
//	/* global angular, toastr:writable */
var globalComment = lazyregexp.New(`/\*\s*globals?\s([^*]*)\*/`)

// declaredByComment reports whether a comment in a text lists a name as declared
// elsewhere.
func declaredByComment(text, name string) bool {
	if !strings.Contains(text, "global") {
		return false
	}
	for _, at := range globalComment.FindAllStringSubmatchIndex(text, -1) {
		for _, word := range strings.FieldsFunc(text[at[2]:at[3]], func(r rune) bool { return r == ',' || r <= ' ' }) {
			if found, _, _ := strings.Cut(word, ":"); found == name {
				return true
			}
		}
	}
	return false
}
