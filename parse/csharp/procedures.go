package csharp

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// A command is a fact about a database command from one place: its text, or that
// this text names a procedure.
type command struct {
	object string     // the command as written, without white space
	text   parse.Node // zero if the place makes the text the name of a procedure
	at     uint32
	def    int32
	made   bool // by a call with the text as an argument, which may not create a command
}

// isProcedureType reports whether an expression is, or may be,
// CommandType.StoredProcedure.
//
//	CommandType.StoredProcedure
//	isProcedure ? CommandType.StoredProcedure : CommandType.Text
//	var type = CommandType.StoredProcedure; … type
func (r *reader) isProcedureType(n parse.Node) bool {
	switch n.Kind() {
	case "member_access_expression":
		return r.str(n.Field("name")) == procedureType &&
			strings.HasSuffix(r.str(n.Field("expression")), commandType)
	case "parenthesized_expression":
		return r.isProcedureType(argumentValue(n))
	case "conditional_expression":
		return r.isProcedureType(n.Field("consequence")) ||
			r.isProcedureType(n.Field("alternative"))
	case "identifier":
		l := r.local(r.str(n))
		if l == nil {
			return r.str(n) == procedureType && r.usesCommandType()
		}
		last := len(l.Init) - 1
		return last > 0 && !l.Set && l.Init[last].Name == procedureType &&
			l.Init[last-1].Name == commandType
	}
	return false
}

const commandType, procedureType = "CommandType", "StoredProcedure"

// usesCommandType reports whether the file uses the values of CommandType
// unqualified.
//
//	using static System.Data.CommandType;
func (r *reader) usesCommandType() bool {
	for i := range r.f.Imports {
		if im := &r.f.Imports[i]; im.Static && strings.HasSuffix(im.Path, "."+commandType) {
			return true
		}
	}
	return false
}

// procedure records that the value of an expression is run as the name of a
// procedure: each branch, if there are several.
func (r *reader) procedure(n parse.Node) {
	switch n.Kind() {
	case "parenthesized_expression":
		r.procedure(argumentValue(n))
	case "conditional_expression":
		r.procedure(n.Field("consequence"))
		r.procedure(n.Field("alternative"))
	case "switch_expression":
		for c := range n.Named {
			if c.Kind() == "switch_expression_arm" {
				r.procedure(argumentValue(c))
			}
		}
	default:
		if isName(n) || r.isText(n) {
			r.keep(n, parse.UseProcedure)
		}
	}
}

// procedureArgument records which argument of a call is run as a procedure if the
// argument kind is CommandType.StoredProcedure.
func (r *reader) procedureArgument(list parse.Node, kind int16) {
	var names []string
	var values []parse.Node
	for c := range list.Named {
		if c.Kind() == "argument" {
			names, values = append(names, r.str(c.Field("name"))), append(values, argumentValue(c))
		}
	}
	if i := r.procedureAmong(names, values, int(kind)); i >= 0 {
		r.procedure(values[i])
	}
}

// procedureAmong chooses the argument that names the procedure if the argument at
// kind is CommandType.StoredProcedure: by the parameter's name, else the first
// string that reads as a name, else the one after a leading CommandType, else the
// first.
func (r *reader) procedureAmong(names []string, values []parse.Node, kind int) int {
	for i, name := range names {
		switch strings.ToLower(name) {
		case "sql", "commandtext", "cmdtext", "storedprocedure", "procedure", "procedurename",
			"storedprocedurename", "spname", "procname":
			return i
		}
	}
	may := func(i int) bool {
		return i >= 0 && i < len(values) && names[i] == "" &&
			r.mayBeText(values[i])
	}
	for i, v := range values {
		if may(i) && r.isText(v) && sqltext.IsName(r.parts(nil, v, 0).Text()) {
			return i
		}
	}
	if kind <= 1 && names[kind] == "" && may(kind+1) {
		return kind + 1
	}
	for i := range values {
		if i != kind && may(i) {
			return i
		}
	}
	return -1
}

// mayBeText reports whether an expression may be a string: it evidently is one, or
// is a name not known to have another type.
func (r *reader) mayBeText(n parse.Node) bool {
	switch {
	case n.Is("conditional_expression", "switch_expression"), r.isText(n):
		return true
	case n.Kind() == "identifier":
		l := r.local(r.str(n))
		return l == nil || isString(l.Type) ||
			l.Type.IsZero() && l.Kind == parse.LocalVar && mayGiveText(l.Init)
	}
	return isName(n) && !r.isProcedureType(n)
}

// mayGiveText reports whether a chain may have a string value.
func mayGiveText(steps []parse.Step) bool {
	if len(steps) == 0 {
		return false
	}
	switch last := &steps[len(steps)-1]; last.Kind {
	case parse.StepType:
		return isString(last.WrittenType())
	case parse.StepName, parse.StepMember:
		return true
	}
	return false
}

// createdCommand records the creation of a command. object is the variable it is
// assigned to, empty if unknown.
func (r *reader) createdCommand(object string, n parse.Node) {
	if strings.HasSuffix(r.str(n.Field("type")), dataAdapter) && object != "" {
		object += ".SelectCommand" // the text is that of the select command
	}
	text, procedure := r.commandOf(n)
	switch {
	case procedure && !text.IsZero():
		r.procedure(text)
	case object == "":
	case procedure:
		r.commands = append(r.commands, command{object: object, at: n.Start(), def: r.def})
	case !text.IsZero():
		r.commands = append(r.commands, command{object: object, text: text, at: text.Start(),
			def: r.def})
	}
}

// commandOf reads new XCommand(text, …) { CommandText = text, CommandType = … }.
func (r *reader) commandOf(n parse.Node) (text parse.Node, procedure bool) {
	if !n.Is("object_creation_expression", "implicit_object_creation_expression") {
		return text, false
	}
	args := n.Field("arguments")
	if args.IsZero() {
		args = n.Child("argument_list")
	}
	if a := args.Child("argument"); !a.IsZero() && r.mayBeText(argumentValue(a)) {
		text = argumentValue(a)
	}
	list := n.Field("initializer")
	if list.IsZero() {
		list = n.Child("initializer_expression")
	}
	for c := range list.Named {
		if c.Kind() != "assignment_expression" {
			continue
		}
		switch value := c.Field("right"); r.str(c.Field("left")) {
		case "CommandText":
			text = value
		case "CommandType":
			procedure = r.isProcedureType(value)
		}
	}
	return text, procedure
}

// assignedCommand records an assignment to a command: x.CommandText = …,
// x.CommandType = …, x = new XCommand(…).
func (r *reader) assignedCommand(left, right parse.Node) {
	if left.Kind() == "member_access_expression" {
		object := compact(r.str(left.Field("expression")))
		switch r.str(left.Field("name")) {
		case "CommandText":
			r.commands = append(r.commands,
				command{object: object, text: right, at: left.Start(), def: r.def})
			return
		case "CommandType":
			if r.isProcedureType(right) {
				r.commands = append(r.commands,
					command{object: object, at: left.Start(), def: r.def})
			}
			return
		}
	}
	r.commandValue(compact(r.str(left)), right)
}

// commandValue records the facts about a command in the value of a variable.
//
//	new SqlCommand("dbo.Place", connection)
//	connection.CreateCommand("dbo.Place"), await Prepare("dbo.Place")    // of the tree or a library
func (r *reader) commandValue(object string, value parse.Node) {
	if isCommandCreation(r, value) {
		r.createdCommand(object, value)
		return
	}
	if value.Kind() == "await_expression" {
		value = argumentValue(value)
	}
	if value.Kind() == "invocation_expression" && r.runsProcedures() {
		if text := r.givenText(value.Field("arguments")); !text.IsZero() {
			r.commands = append(r.commands, command{object: object, text: text,
				at: text.Start(), def: r.def, made: true})
		}
	}
}

// runsProcedures reports whether any command in the file runs a procedure.
func (r *reader) runsProcedures() bool {
	if r.procedures == 0 {
		r.procedures = -1
		if strings.Contains(r.text, procedureType) {
			r.procedures = 1
		}
	}
	return r.procedures > 0
}

// givenText returns the argument of a call that may be the name of a procedure: a
// string that reads as one, else the first that may be a string; otherwise the
// zero Node.
func (r *reader) givenText(list parse.Node) parse.Node {
	var may parse.Node
	for c := range list.Named {
		if c.Kind() != "argument" {
			continue
		}
		switch v := argumentValue(c); {
		case r.isText(v) && sqltext.IsName(r.parts(nil, v, 0).Text()):
			return v
		case may.IsZero() && r.mayBeText(v):
			may = v
		}
	}
	return may
}

const dataAdapter = "DataAdapter"

// isCommandCreation reports whether an expression creates a database command, or
// an adapter, which contains one.
func isCommandCreation(r *reader, n parse.Node) bool {
	return n.Kind() == "implicit_object_creation_expression" ||
		n.Kind() == "object_creation_expression" &&
			(strings.HasSuffix(r.str(n.Field("type")), "Command") ||
				strings.HasSuffix(r.str(n.Field("type")), dataAdapter))
}

// pairCommands records, for each place where a command is made to run a procedure,
// the nearest text of the same command. A text passed to a call that creates the
// command counts only if no other text is set.
func (r *reader) pairCommands() {
	r.pairing = true
	for _, c := range r.commands {
		if !c.text.IsZero() {
			continue
		}
		var nearest *command
		for i := range r.commands {
			o := &r.commands[i]
			if o.text.IsZero() || o.object != c.object || o.def != c.def {
				continue
			}
			if nearest == nil || nearest.made && !o.made || nearest.made == o.made &&
				distance(o.at, c.at) < distance(nearest.at, c.at) {
				nearest = o
			}
		}
		if nearest != nil {
			r.def = c.def
			r.procedure(nearest.text)
		}
	}
}

func distance(a, b uint32) uint32 { return max(a, b) - min(a, b) }
