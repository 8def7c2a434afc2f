package component

import (
	"strings"
	"testing"
)

// oneLine is a text without the blanks that only part words.
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

// TestScript: everything but the scripts is blank, and every byte has its place.
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

// TestPlaces: the statements have the places of the markup that they are made of.
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

// FuzzRead: whatever is read, it ends, and the script has the length of the source.
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
