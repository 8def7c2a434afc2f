package detect_test

import (
	"strings"
	"testing"

	"seedgraph/parse/all"
	"seedgraph/parse/detect"
)

// look returns the name of the language detected for a file, or "-".
func look(file, attribute, text string, rules ...detect.Rule) string {
	set := all.Set()
	detect.New(set, rules...).Look(file, attribute, func(limit int) (head, tail string) {
		return text[:min(len(text), limit)], text[max(0, len(text)-limit):]
	})
	if l := set.Of(file); l != nil {
		return l.Name()
	}
	return "-"
}

func TestScripts(t *testing.T) {
	for _, row := range strings.Split(strings.TrimSpace(`
bash       #!/bin/sh
bash       #!/usr/bin/env bash
bash       #! /usr/local/bin/zsh -f
python     #!/usr/bin/python3.12 -u
python     #!/usr/bin/env -S uv run --script
python     #!/usr/bin/env -S -i PYTHONPATH=lib pypy3
python     #!/usr/bin/env --split-string=python3 -O
javascript #!/usr/bin/env node
javascript #!/usr/bin/env -S node --harmony
typescript #!/usr/bin/env -S deno run --allow-net
typescript #!/usr/bin/env -S npx tsx
typescript #!/usr/bin/env tsx
csharp     #!/usr/bin/env -S dotnet run
csharp     #!/usr/share/dotnet/dotnet
java       #!/usr/bin/java --source 21
r          #!/usr/bin/env Rscript
ruby       #!/usr/bin/ruby2.7 -w
ruby       #!/usr/bin/env -S bundle exec ruby
php        #!/usr/bin/php8.3
rust       #!/usr/bin/env -S cargo +nightly -Zscript
scala      #!/usr/bin/env -S scala-cli shebang
sql        #!/usr/bin/env -S psql -f
ruby       #!/bin/sh\nexec ruby -S -x "$0" "$@"
python     #!/bin/sh\n'''exec' python3 "$0" "$@"\n' '''
javascript #!/bin/sh\n":" //; exec node "$0" "$@"
python     #!/usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3
bash       #!/bin/sh\nexec java -jar app.jar "$@"
-          #!/usr/bin/env perl
-          #!/usr/bin/make -f
-          #!
-          plain text
ruby       # -*- mode: ruby; coding: utf-8 -*-
python     # -*- python -*-
ruby       # a\n# b\nx = 1\n# vim: set ft=ruby ts=2 sw=2:
python     # vi:filetype=python
-          # -*- coding: utf-8 -*-
-          use vim: it is an editor
`), "\n") {
		want, text, _ := strings.Cut(row, " ")
		text = strings.ReplaceAll(strings.TrimSpace(text), `\n`, "\n")
		if got := look("bin/tool", "", text); got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
}

func TestWhatDecides(t *testing.T) {
	php := detect.Rule{Match: func(p string) bool { return strings.HasSuffix(p, ".tool") }, Language: "php"}
	for _, c := range []struct {
		file, attribute, text string
		rules                 []detect.Rule
		want                  string
	}{
		{file: "a.py", text: "#!/bin/sh\n", want: "python"},
		{file: "a.txt", text: "#!/bin/sh\n", want: "-"},
		{file: "a.cgi", text: "#!/bin/sh\n", want: "bash"},
		{file: ".envrc", text: "#!/usr/bin/env bash\n", want: "bash"},
		{file: "BUILD", attribute: "Starlark", want: "python"},
		{file: "a.py", attribute: "JavaScript", want: "python"},
		{file: "a.h", attribute: "C++", text: "int f(void);\n", want: "cpp"},
		{file: "a.h", attribute: "Objective-C", want: "c"},
		{file: "a.tool", text: "#!/bin/sh\n", rules: []detect.Rule{php}, want: "php"},
	} {
		if got := look(c.file, c.attribute, c.text, c.rules...); got != c.want {
			t.Errorf("%s, linguist-language=%s, %q: %s, not %s", c.file, c.attribute, c.text, got, c.want)
		}
	}
}

// TestNames checks that each row of the table is about a language of the set.
func TestNames(t *testing.T) {
	set := all.Set()
	for _, name := range detect.Named() {
		if set.Named(name) == nil {
			t.Errorf("%s is no language", name)
		}
	}
}
