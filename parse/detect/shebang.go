package detect

import (
	"path"
	"slices"
	"strings"
)

// interpreter returns the program in the first line of a script, without folder
// and version; empty if the text is not a script. For a shell script that replaces
// itself with another interpreter, it is that interpreter:
//
//	#!/usr/bin/env -S uv run --script    uv, which runs Python
//	#!/bin/sh
//	exec ruby -S -x "$0" "$@"
func interpreter(head string) string {
	line, rest, _ := strings.Cut(strings.TrimPrefix(head, "\ufeff"), "\n")
	line, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return ""
	}
	program := programOf(strings.Fields(line))
	if program == "bash" || aliases[program] == "bash" || program == nixShell {
		if other := replacement(rest); other != "" {
			return other
		}
	}
	return program
}

// programOf returns the program of a command line.
func programOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	program, args := path.Base(words[0]), words[1:]
	switch program {
	case "env", "busybox", "nice", "time":
		return programOf(commandOf(args))
	case "uv", "uvx", "pipx", "poetry", "hatch", "pdm", "conda":
		return "python"
	case "bundle":
		return "ruby"
	case "npx", "bunx", "pnpm", "yarn":
		return programOf(commandOf(args))
	case "tsx":
		return "typescript" // the program, as opposed to the language TSX
	case "cargo":
		return "rust"
	}
	return withoutVersion(program)
}

// commandOf skips the options and variables before a command. An option may
// contain the start of the command: env -S, --split-string=deno run.
func commandOf(args []string) []string {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "-u" || arg == "-C" || arg == "--unset" || arg == "--chdir":
			i++
		case strings.HasPrefix(arg, "--split-string="):
			return append([]string{strings.TrimPrefix(arg, "--split-string=")}, args[i+1:]...)
		case strings.HasPrefix(arg, "-S") && len(arg) > 2:
			return append([]string{arg[2:]}, args[i+1:]...)
		case strings.HasPrefix(arg, "-") || strings.Contains(arg, "="):
		case arg == "exec" || arg == "run" || arg == "dlx":
		default:
			return args[i:]
		}
	}
	return nil
}

// withoutVersion strips the version from the name of a program: python3.12,
// ruby2.7, php-8, lua5.4.
func withoutVersion(program string) string {
	program = strings.TrimSuffix(program, ".exe")
	return strings.TrimRight(strings.TrimRight(program, "0123456789."), "-")
}

// replacedWithin is the number of lines after the first that are searched for the
// interpreter that a shell script replaces itself with.
const replacedWithin = 8

// nixShell is an interpreter whose own second line names that of the script.
const nixShell = "nix-shell"

// replacement returns the interpreter that a shell script replaces itself with:
// exec with a program and the script's own name. Quotes around exec hide the line
// from the interpreter itself.
func replacement(rest string) string {
	for n := 0; n < replacedWithin && rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if _, args, ok := strings.Cut(line, nixShell+" -i "); ok && strings.HasPrefix(line, "#!") {
			return programOf(strings.Fields(args))
		}
		words := strings.Fields(strings.NewReplacer("'", " ", `"`, " ").Replace(line))
		words = slices.DeleteFunc(words, func(w string) bool { return w == ":" || strings.HasPrefix(w, "//") })
		if len(words) > 1 && words[0] == "exec" && slices.Contains(words, "$0") {
			return programOf(commandOf(words[1:]))
		}
	}
	return ""
}
