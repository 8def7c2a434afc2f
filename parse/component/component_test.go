package component

import (
	"strings"
	"testing"

	"seedgraph/parse"
)

// oneLine returns a text with single blanks between words.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestVueMarkup(t *testing.T) {
	for _, c := range []struct{ name, markup, want string }{
		{"text", `<p class="a" title="b()">c()</p>`, ``},
		{"interpolation", `<p>{{ a.b }} and {{c}}</p>`, `(a.b); (c);`},
		{"directives", `<p :a="x" v-bind:b="y" v-if="z" v-else v-once v-html="w"/>`,
			`(x); (y); (z); (w);`},
		{"handler by name", `<p @click.prevent="a.save"/>`, `(a.save);`},
		{"handler by function", `<p v-on:click="(e) => save(e)" @x="async () => { a() }"/>`,
			`((e) => save(e)); (async () => { a() });`},
		{"statements of a handler", `<p @click="a = 1; save($event)"/>`,
			`(($event) => {a = 1; save($event) });`},
		{"no handler", `<p @click v-on="all"/>`, `(all);`},
		{"loop", `<p v-for="x of xs" :key="x.id">{{ x }}</p>{{ y }}`,
			`for(const x of (xs)){ (x.id); (x); } (y);`},
		{"loop with an index", `<p v-for="({ id }, i) in xs">{{ i }}</p>`,
			`for(const { id } of (xs)){ let i = 0; (i); }`},
		{"loop of an element without an end", `<br v-for="x in 3">{{ y }}`,
			`for(const x of (3)){ } (y);`},
		{"slot", `<X v-slot="{ a }">{{ a }}</X><X><i #row="r" :b="c"/></X>`,
			`(({ a }) => { (a); }); (c); ((r) => { });`},
		{"end tag missing", `<ul><li v-for="x in xs">{{ x }}</ul>{{ y }}`,
			`for(const x of (xs)){ (x); } (y);`},
		{"comment", `<!-- {{ a }} <b :c="d"/> -->{{ e }}`, `(e);`},
	} {
		if got := oneLine(readVue(c.markup).Markup.String()); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func readVue(markup string) *File { return Read("<template>"+markup+"</template>", Vue) }

func TestVueTags(t *testing.T) {
	f := readVue(`<div><UserCard/><order-line/><slot/><transition-group/><component :is="Other"/>` +
		`<component :is="of()"/></div>`)
	var names []string
	for _, tag := range f.Tags {
		names = append(names, tag.Name)
	}
	if got := strings.Join(names, " "); got != "UserCard order-line Other" {
		t.Errorf("tags: %s", got)
	}
}

func TestSvelteMarkup(t *testing.T) {
	for _, c := range []struct{ name, markup, want string }{
		{"text and expressions", `<h1 class="a {b}">{c} {@html d}</h1>`, `(b); (c); (d);`},
		{"attributes", `<p a={x} {y} {...z} bind:value={v} class:on={o} use:act={w}/>`,
			`(x); (y); (z); (v); (o); (act); (w);`},
		{"handlers", `<p on:click={save} onclick={() => go()} on:x/>`, `(save); (() => go());`},
		{"if", `{#if a}{b}{:else if c}{d}{:else}{e}{/if}{f}`, `(a); { (b); (c); (d); (e); } (f);`},
		{"each", `{#each f(xs) as x, i (x.id)}{i}{:else}{e}{/each}`,
			`for(const x of (f(xs))){ let i = 0; ((x.id)); (i); (e); }`},
		{"each without a name", `{#each xs}{a}{/each}`, `(xs); (a);`},
		{"await", `{#await p then v}{v}{/await}{#await q}{a}{:then w}{w}{:catch e}{e}{/await}`,
			`{const v = await (p); (v); } (q); { (a); let w; (w); let e; (e); }`},
		{"snippet", `{#snippet row(x)}{x}{/snippet}{@render row(1)}`,
			`const row = (x) => { (x); }; (row(1));`},
		{"constant", `{@const a = b}{a}`, `const a = b; (a);`},
		{"slot", `<X let:item let:a={b}>{item}</X>`, `((item) => { ((b) => { (item); }); });`},
		{"braces in strings", "{f('}', `{a}`)}{b}", "(f('}', `{a}`)); (b);"},
		{"script and style", `<script>let a = {b}</script><style>p {c}</style>{d}`, `(d);`},
	} {
		if got := oneLine(Read(c.markup, Svelte).Markup.String()); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestScript checks that everything except the scripts is blanked, and that every
// byte keeps its position.
func TestScript(t *testing.T) {
	text := "<template><template #a>é</template></template>\n<script>const a = 1</script>\n" +
		"<script setup lang=\"ts\">\nconst b = '<p>'\n</script>\n<style>x</style>"
	f := Read(text, Vue)
	if len(f.Script) != len(text) || f.Lang != "ts" {
		t.Errorf("%d bytes of %d, language %q", len(f.Script), len(text), f.Lang)
	}
	if got := oneLine(f.Script); got != "const a = 1 const b = '<p>'" {
		t.Errorf("script: %s", got)
	}
	for _, part := range []string{"const a", "const b"} {
		if strings.Index(f.Script, part) != strings.Index(text, part) {
			t.Errorf("%s has moved", part)
		}
	}
}

// TestPlaces checks that statements have the positions of their markup.
func TestPlaces(t *testing.T) {
	const text = `<template><p v-for="(x, i) in xs" @click="a.save">{{ x.y }}</p></template>`
	f := Read(text, Vue)
	made := f.Markup.String()
	for _, part := range []string{"x, i", "xs", "a.save", "x.y"} {
		first, _, _ := strings.Cut(part, ",")
		at := strings.Index(made, first)
		if part == "x, i" {
			at = strings.Index(made, "const x") + len("const ")
		}
		if got, want := int(f.Markup.Start(uint32(at))), strings.Index(text, part); got != want {
			t.Errorf("%s is at %d, not %d", part, got, want)
		}
	}
	if save := uint32(strings.Index(text, "save")); !f.Handlers[save] || len(f.Handlers) != 1 {
		t.Errorf("handlers: %v, want %d", f.Handlers, save)
	}
}

// FuzzRead checks that reading always terminates, and that the script has the
// length of the source.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"<template><p :a=\"b\">{{ c }}</template>", "{#each a as b}{/if}",
		"<script>a</script>{@const", "<p a={", "<X {...a} {b", "<template><!--", "<p '"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []Dialect{Vue, Svelte} {
			if got := Read(text, d); len(got.Script) != len(text) {
				t.Fatalf("%d bytes of script of %d", len(got.Script), len(text))
			}
			Read("<template>"+text, d)
		}
	})
}

func TestAngularMarkup(t *testing.T) {
	for _, c := range []struct{ name, markup, want string }{
		{"text", `<p class="a" title="b()">c()</p> {d} a@if.com`, ``},
		{"interpolation", `<p title="{{ a }} of {{ b }}">{{ c.d }}</p>`, `(a); (b); (c.d);`},
		{"bindings", `<p [a]="x" [(b)]="y" bind-c="z" [class.d]="w" [e]>`, `(x); (y); (z); (w);`},
		{"statements", `<p (a)="save($event); b = 1" on-c="d()" (e)="" (f)="delete(x)"/>`,
			`(($event) => {save($event); b = 1 }); (($event) => {d() }); ` +
				`(($event) => {this.delete(x) });`},
		{"pipe", `{{ a | p : b ? 1 : 2 : c | q }}`, `(q(p(a, b ? 1 : 2, c)));`},
		{"pipes in brackets", `{{ f(a | p, {k: b | q}, [c || d]) | r }}`,
			`(r(f(p(a), {k:q(b)}, [c || d])));`},
		{"pipe in a string", "{{ `${(a | p)} | ${b}` }} {{ 'x | y' }}",
			"(`${(p(a))} | ${b}`); ('x | y');"},
		{"async", `{{ (a | async)?.b }}`, `(((await (a)))?.b);`},
		{"a name that is missing", `{{ a | }} {{ a | : b }}`, `(a); (b(a));`},
		{"loop", `<li [k]="x" *ngFor="let x of xs | async; let i = index; trackBy: f">{{ x }}</li>`,
			`{ for(const x of ((await (xs)))){ {let i; (f); (x); (x); } } }`},
		{"loop of a property", `<li *ngFor="let x of a.xs, index as i">{{ i }}</li>{{ i }}`,
			`{ for(const x of (a.xs)){ {let i; (i); } } } (i);`},
		{"condition", `<p *ngIf="a | async as b; else c">{{ b }}</p>`,
			`{ {const b = ((await (a))); (c); (b); } }`},
		{"condition alone", `<p *ngIf="a && b">`, `{ (a && b); }`},
		{"directive", `<p *transloco="let t; read: 'x'">{{ t('a') }}</p>`,
			`{ ('x'); {let t; (t('a')); } }`},
		{"template", `<ng-template #row let-item let-n="index">{{ item }}</ng-template>`,
			`{let item; {let n; (item); } }`},
		{"if", `@if (a; as b) {{{ b }}} @else if (c) {x} @else {{{ d }}}`,
			`{const b = (a); (b); } if (c) { } { (d); }`},
		{"if by its name", `@if (a(); as a) {{{ a }}} @if (ab; as a) {{{ a }}}`,
			`(a()); {let a; (a); } {const a = (ab); (a); }`},
		{"for", `@for (x of xs; track x.id; let i = $index, e = $even) {{{ x }}} @empty {{{ y }}}`,
			`for(const x of (xs)){ (x.id); {let i; {let e; (x); } } } { (y); }`},
		{"switch", `@switch (a) { @case (b) {<p>{{ c }}</p>} @default {d} }`,
			`(a); { (b); { (c); } { } }`},
		{"defer", `@defer (on viewport; when a) {b} @placeholder (minimum 5s) {<p [c]="d">} {{ e }}`,
			`(a); { } { (d); } (e);`},
		{"let", `@let a = b | p; {{ a }} @let c`, `const a = (p(b)); (a);`},
		{"plural", `{n, plural, =1 {one} other {{{ n }} of {{ m }}}} {{ k }}`, `(n); (m); (k);`},
		{"script", `<script>{{ a }}</script><!-- {{ b }} -->{{ c }}`, `(c);`},
		{"nothing asked", `@if () {{{ a }}}`, `{ (a); }`},
		{"what is not closed", `@if (a { {{ b }} @for (x) {{{ c }}`, `(b); { (c); }`},
	} {
		f := ReadTemplate(c.markup, parse.Range{End: uint32(len(c.markup))})
		if got := oneLine(f.Markup.String()); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestAngularTags checks that attributes have the names of the properties they
// set, and elements those of their references.
func TestAngularTags(t *testing.T) {
	text := `.<app-x [a]="1" (b)="2" [(c)]="3" *d="4" #e ref-f bind-g="5" on-h="6" i="j" [k]/>.`
	f := ReadTemplate(text, parse.Range{Start: 1, End: uint32(len(text)) - 1})
	var got []string
	for _, tag := range f.Tags {
		got = append(got, tag.Name)
		for _, a := range tag.Attrs {
			if text[a.At:int(a.At)+len(a.Name)] != a.Name {
				t.Errorf("%s is not at %d", a.Name, a.At)
			}
			got = append(got, a.Name+a.Text)
		}
	}
	for _, r := range f.Refs {
		got = append(got, "#"+text[r.Start:r.End])
	}
	if want := "app-x a b c d e f g h ij k #e #f"; strings.Join(got, " ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, " "), want)
	}
}
