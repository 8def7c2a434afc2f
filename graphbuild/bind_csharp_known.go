package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// frameworkName is the name of a type outside the tree: its last part, and the
// keyword where C# has one.
func frameworkName(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	if k, ok := csKeywords[name]; ok {
		return k
	}
	return name
}

var csKeywords = map[string]string{
	"String": "string", "Object": "object", "Boolean": "bool", "Int32": "int", "Int64": "long", "Int16": "short", "Byte": "byte", "SByte": "sbyte",
	"UInt32": "uint", "UInt64": "ulong", "UInt16": "ushort", "Double": "double", "Single": "float", "Decimal": "decimal", "Char": "char", "Void": "void",
}

// numbers ranks the types that convert to a wider one without being asked.
var numbers = map[string]int{
	"sbyte": 1, "byte": 1, "short": 2, "ushort": 2, "char": 2, "int": 3, "uint": 3, "nint": 3, "long": 4, "ulong": 4, "float": 5, "double": 6, "decimal": 6,
}

// isFrameworkValue reports whether a framework type is one that only its like
// converts to.
func isFrameworkValue(name string) bool {
	switch name {
	case "bool", "Guid", "DateTime", "DateTimeOffset", "TimeSpan", "CancellationToken", "DateOnly", "TimeOnly", "void":
		return true
	}
	return numbers[name] > 0
}

// singles are framework types that hold values of their only type argument.
var singles = map[string]bool{
	"[]": true, "IEnumerable": true, "ICollection": true, "IList": true, "List": true, "IReadOnlyList": true, "IReadOnlyCollection": true,
	"HashSet": true, "ISet": true, "IReadOnlySet": true, "SortedSet": true, "Queue": true, "Stack": true, "LinkedList": true, "Collection": true,
	"ReadOnlyCollection": true, "ObservableCollection": true, "ConcurrentBag": true, "ConcurrentQueue": true, "ConcurrentStack": true,
	"BlockingCollection": true, "IProducerConsumerCollection": true, "IAsyncEnumerable": true, "ConfiguredCancelableAsyncEnumerable": true,
	"ImmutableArray": true, "ImmutableList": true, "ImmutableHashSet": true, "IImmutableList": true, "FrozenSet": true, "IQueryable": true,
	"IOrderedEnumerable": true, "IOrderedQueryable": true, "Span": true, "ReadOnlySpan": true, "ArraySegment": true, "DbSet": true,
	"IEnumerator": true, "IAsyncEnumerator": true, "Memory": true, "ReadOnlyMemory": true,
}

// pairs are framework types that map their first type argument to the second.
var pairs = map[string]bool{
	"Dictionary": true, "IDictionary": true, "IReadOnlyDictionary": true, "ConcurrentDictionary": true, "SortedDictionary": true, "SortedList": true,
	"ImmutableDictionary": true, "IImmutableDictionary": true, "FrozenDictionary": true, "ReadOnlyDictionary": true, "ImmutableSortedDictionary": true,
}

// wrappers are framework types that hand out the value of their only argument
// by a member: Value, Result.
var wrappers = map[string]bool{
	"Task": true, "ValueTask": true, "Lazy": true, "Nullable": true, "IOptions": true, "IOptionsSnapshot": true, "IOptionsMonitor": true,
	"AsyncLocal": true, "ThreadLocal": true, "Current": true, "StrongBox": true,
}

// apart are framework types with elements that no other such type converts to,
// and that convert to no other.
var apart = map[string]bool{
	"IEnumerator": true, "IAsyncEnumerator": true, "IAsyncEnumerable": true, "ConfiguredCancelableAsyncEnumerable": true,
	"Span": true, "ReadOnlySpan": true, "Memory": true, "ReadOnlyMemory": true,
}

// item is the type of part ItemN of what is taken apart: of a tuple, of a pair
// of a map, of a record by the parameters of its header.
func (t *csTree) item(x typ, name string) typ {
	n := 0
	if len(name) == len("Item1") {
		n = int(name[4] - '1')
	}
	switch {
	case n < 0:
	case x.def != none:
		if d := t.ix.def(x.def); d.Kind == graph.KindRecord && n < len(d.Params) {
			return csSubst(t.signature(x.def).params[n], x)
		}
	case (x.form == "()" || x.form == "KeyValuePair") && n < len(x.args):
		return x.args[n]
	}
	return unknown
}

// element is the type of what iterating over t gives.
func (t *csTree) element(x typ) typ {
	for _, a := range t.ancestry(x) {
		switch {
		case a.def != none:
		case a.form == "string":
			return framework("char")
		case singles[a.form] && len(a.args) == 1:
			return a.args[0]
		case pairs[a.form] && len(a.args) == 2:
			return framework("KeyValuePair", a.args...)
		case a.form == "IGrouping" && len(a.args) == 2:
			return a.args[1]
		}
	}
	return unknown
}

func framework(name string, args ...typ) typ {
	return typ{def: none, owner: none, form: name, args: args, external: true}
}

// indexed is the type of what an index into x gives.
func (t *csTree) indexed(x typ) typ {
	for _, a := range t.ancestry(x) {
		if a.def == none {
			switch {
			case pairs[a.form] && len(a.args) == 2:
				return a.args[1]
			case singles[a.form] && len(a.args) == 1:
				return a.args[0]
			case a.form == "string":
				return framework("char")
			}
			continue
		}
		if ids := t.ix.own(a.def, "this[]"); len(ids) > 0 {
			return csSubst(t.signature(ids[0]).typ, a)
		}
	}
	return unknown
}

// awaitedType is the type of `await` of a value.
func (t *csTree) awaitedType(x typ) typ {
	for _, a := range t.ancestry(x) {
		if a.def == none && len(a.args) == 1 && (a.form == "Task" || a.form == "ValueTask" || a.form == "ConfiguredTaskAwaitable") {
			return a.args[0]
		}
	}
	return unknown
}

// delegateParams lists the types of the parameters of a delegate.
func (t *csTree) delegateParams(x typ) ([]typ, bool) {
	if x.def != none {
		if t.ix.def(x.def).Kind != graph.KindDelegate {
			return nil, false
		}
		var out []typ
		for _, p := range t.signature(x.def).params {
			out = append(out, csSubst(p, x))
		}
		return out, true
	}
	switch x.form {
	case "Expression":
		if len(x.args) == 1 {
			return t.delegateParams(x.args[0])
		}
	case "Func":
		if n := len(x.args); n > 0 {
			return x.args[:n-1], true
		}
	case "Action", "Predicate":
		return x.args, true
	case "Comparison":
		if len(x.args) == 1 {
			return []typ{x.args[0], x.args[0]}, true
		}
	case "Converter":
		if len(x.args) == 2 {
			return x.args[:1], true
		}
	case "EventHandler":
		if len(x.args) == 1 {
			return []typ{framework("object"), x.args[0]}, true
		}
		return []typ{framework("object"), framework("EventArgs")}, true
	case "ThreadStart", "TimerCallback", "WaitCallback", "ParameterizedThreadStart":
		if x.form == "ThreadStart" {
			return nil, true
		}
		return []typ{framework("object")}, true
	}
	return nil, false
}

// invoked is the type of what calling a delegate gives.
func (t *csTree) invoked(x typ) typ {
	if x.def != none {
		if t.ix.def(x.def).Kind != graph.KindDelegate {
			return unknown
		}
		return csSubst(t.signature(x.def).typ, x)
	}
	switch n := len(x.args); {
	case x.form == "Expression" && n == 1:
		return t.invoked(x.args[0])
	case x.form == "Func" && n > 0, x.form == "Converter" && n == 2:
		return x.args[n-1]
	case x.form == "Predicate":
		return framework("bool")
	}
	return unknown
}

// frameworkMember is the type of a member that the tree does not declare.
func (t *csTree) frameworkMember(x typ, name string) typ {
	if x.def != none {
		if k := t.ix.def(x.def).Kind; name == "Value" && (k == graph.KindStruct || k == graph.KindEnum || k == graph.KindRecord) {
			return x // of a nullable
		}
	}
	switch name {
	case "CompletedTask":
		return framework("Task")
	case "Length", "Count":
		return framework("int")
	case "HasValue", "IsCompleted", "IsCancellationRequested", "Success":
		return framework("bool")
	case "Message", "Name", "FullName":
		if x.external || x.def != none {
			return framework("string")
		}
	}
	for _, a := range t.ancestry(x) {
		if a.def != none {
			continue
		}
		n := len(a.args)
		switch {
		case n == 1 && wrappers[a.form] && (name == "Value" || name == "Result" || name == "CurrentValue"):
			return a.args[0]
		case a.form == "Task" && name == "Result":
			return unknown
		case n == 2 && a.form == "KeyValuePair" && name == "Key", n == 2 && a.form == "IGrouping" && name == "Key":
			return a.args[0]
		case n == 2 && a.form == "KeyValuePair" && name == "Value":
			return a.args[1]
		case n == 2 && pairs[a.form] && name == "Values":
			return framework("ICollection", a.args[1])
		case n == 2 && pairs[a.form] && name == "Keys":
			return framework("ICollection", a.args[0])
		case n == 1 && (a.form == "IEnumerator" || a.form == "IAsyncEnumerator") && name == "Current":
			return a.args[0]
		case a.form == "LinkedListNode" && n == 1 && name == "Value":
			return a.args[0]
		case a.form == "()" && strings.HasPrefix(name, "Item") && len(name) == 5 && int(name[4]-'1') < n && name[4] >= '1':
			return a.args[name[4]-'1']
		case a.external:
			return typ{def: none, owner: none, form: "." + name, external: true}
		}
	}
	return unknown
}

// same, items and lists say what the usual methods on a sequence give: the
// sequence, an element, a list of elements.
var same = map[string]bool{
	"Where": true, "OrderBy": true, "OrderByDescending": true, "ThenBy": true, "ThenByDescending": true, "Distinct": true, "DistinctBy": true, "Skip": true,
	"Take": true, "SkipWhile": true, "TakeWhile": true, "Reverse": true, "Concat": true, "Union": true, "Except": true, "Intersect": true,
	"AsEnumerable": true, "AsQueryable": true, "AsNoTracking": true, "Append": true, "Prepend": true, "DefaultIfEmpty": true, "Include": true,
	"ConfigureAwait": true, "WithCancellation": true, "AsParallel": true, "FindAll": true, "GetRange": true, "AsReadOnly": true, "Order": true, "Slice": true,
	"AsAsyncEnumerable": true, "AsSpan": true, "UnionBy": true, "ExceptBy": true, "AsTracking": true, "ToImmutable": true, "GetEnumerator": true,
}

var items = map[string]bool{
	"First": true, "FirstOrDefault": true, "Single": true, "SingleOrDefault": true, "Last": true, "LastOrDefault": true, "ElementAt": true,
	"ElementAtOrDefault": true, "Min": true, "Max": true, "MinBy": true, "MaxBy": true, "Find": true, "FindLast": true, "Peek": true, "Dequeue": true, "Pop": true,
	"Aggregate": true, "GetValueOrDefault": true, "GetOrAdd": true, "AddOrUpdate": true,
}

var lists = map[string]string{
	"ToList": "List", "ToArray": "[]", "ToHashSet": "HashSet", "ToImmutableArray": "ImmutableArray", "ToImmutableList": "ImmutableList",
	"Cast": "IEnumerable", "OfType": "IEnumerable",
}

// frameworkCall is the type of what a call of a method outside the tree gives.
func (t *csTree) frameworkCall(c *csBinder, recv typ, r *parse.Reference, from defID) typ {
	var written []typ
	if r.Extra != nil {
		for _, a := range r.Extra.TypeArgs {
			written = append(written, c.written(a, from, r.At))
		}
	}
	name, async := strings.CutSuffix(r.Name, "Async")
	result := t.sequenceCall(c, recv, name, r, written, from)
	if result.known() {
		if async {
			return framework("Task", result)
		}
		return result
	}
	switch r.Name {
	case "Invoke":
		return t.invoked(recv)
	case "ToString", "Trim", "ToUpper", "ToLower", "Replace", "Substring", "Join", "Format", "ToLowerInvariant", "ToUpperInvariant":
		return framework("string")
	case "GetType":
		return framework("Type")
	case "Any", "Is", "IsAny", "IsNotNull", "Ref":
		// NSubstitute's Arg.Any<T>(), Moq's It.IsAny<T>().
		if recv.static && len(written) == 1 {
			return written[0]
		}
		return framework("bool")
	case "Equals", "Contains", "ContainsKey", "All", "StartsWith", "EndsWith", "TryGetValue", "TryAdd":
		return framework("bool")
	case "GetHashCode", "Count", "IndexOf", "CompareTo":
		return framework("int")
	case "GetService", "GetRequiredService", "CreateInstance", "GetRequiredKeyedService", "GetKeyedService", "Deserialize", "Get", "Resolve":
		if len(written) == 1 {
			return written[0]
		}
	case "FromResult":
		if r.Args == 1 {
			return framework("Task", c.argType(r, 0, from))
		}
	case "Unwrap", "WaitAsync":
		return recv
	case "GetAwaiter":
		if e := t.awaitedType(recv); e.known() {
			return framework("TaskAwaiter", e)
		}
	case "GetResult":
		if recv.form == "TaskAwaiter" && len(recv.args) == 1 {
			return recv.args[0]
		}
	case "Empty":
		if len(written) == 1 {
			return framework("IEnumerable", written[0])
		}
	}
	if recv.external {
		return typ{def: none, owner: none, form: "." + r.Name + "()", external: true}
	}
	return unknown
}

// sequenceCall is frameworkCall for methods of sequences, tasks and maps.
func (t *csTree) sequenceCall(c *csBinder, recv typ, name string, r *parse.Reference, written []typ, from defID) typ {
	if name == "ConfigureAwait" || name == "WithCancellation" {
		return recv
	}
	e := t.element(recv)
	if !e.known() {
		if name == "GetValueOrDefault" {
			return t.frameworkMember(recv, "Value")
		}
		return unknown
	}
	if pairs[recv.form] && len(recv.args) == 2 {
		switch name {
		case "GetOrAdd", "AddOrUpdate", "GetValueOrDefault":
			return recv.args[1]
		}
	}
	switch {
	case name == "Select" || name == "SelectMany":
		v := c.lambdaResult(r, from)
		if name == "SelectMany" {
			v = t.element(v)
		}
		if v.known() {
			return framework("IEnumerable", v)
		}
		return unknown
	case name == "GroupBy":
		return framework("IEnumerable", framework("IGrouping", c.lambdaResult(r, from), e))
	case name == "ToDictionary" && r.Args == 1:
		return framework("Dictionary", c.lambdaResult(r, from), e)
	case name == "Cast" || name == "OfType":
		if len(written) == 1 {
			return framework("IEnumerable", written[0])
		}
		return unknown
	case name == "AsSpan" || apart[recv.form] && name == "Slice":
		return framework("ReadOnlySpan", e)
	case name == "GetEnumerator":
		return framework("IEnumerator", e)
	case recv.form == "string":
		return unknown
	case same[name]:
		return framework("IEnumerable", e)
	case items[name]:
		return e
	case lists[name] != "":
		return framework(lists[name], e)
	}
	return unknown
}

// isLambda reports whether the form of an argument is that of a lambda.
func isLambda(form string) bool { return strings.HasSuffix(form, "func") }

// lambdaResult is what the first argument of a call, a lambda, returns.
func (c *csBinder) lambdaResult(r *parse.Reference, from defID) typ {
	if len(r.ArgSteps()) == 0 || r.ArgSteps()[0] == nil || len(r.ArgTypes()) == 0 || !isLambda(r.ArgTypes()[0].Name) {
		return unknown
	}
	v := c.value(r.ArgSteps()[0], from, r.ArgTypes()[0].At)
	if v.static || v.isModule {
		return unknown
	}
	return v
}

// frameworkHas reports whether a type outside the tree is known to have a method
// itself, which comes before any extension.
func frameworkHas(t typ, name string) bool {
	if t.def != none {
		return false
	}
	switch t.form {
	case "ConcurrentDictionary":
		return strings.HasPrefix(name, "Try") || name == "GetOrAdd" || name == "AddOrUpdate"
	case "List", "IList", "Collection", "ObservableCollection":
		return listMethods[name] || t.form == "List" && (name == "AddRange" || name == "ForEach" || name == "Find" || name == "FindIndex" || name == "RemoveAll")
	case "string":
		return stringMethods[name]
	}
	return false
}

var listMethods = map[string]bool{"IndexOf": true, "Insert": true, "RemoveAt": true, "Add": true, "Remove": true, "Contains": true, "Clear": true, "CopyTo": true}

var stringMethods = map[string]bool{
	"IndexOf": true, "LastIndexOf": true, "Trim": true, "TrimStart": true, "TrimEnd": true, "StartsWith": true, "EndsWith": true, "Substring": true,
	"ToUpper": true, "ToLower": true, "PadLeft": true, "PadRight": true, "ToCharArray": true,
}

// takesElement are the methods of collections that are given an element.
var takesElement = map[string]bool{
	"Add": true, "Enqueue": true, "Push": true, "Insert": true, "AddFirst": true, "AddLast": true, "Remove": true, "Contains": true, "Append": true, "Prepend": true,
}

// frameworkLambda is the type of a lambda's parameter, or of an out variable,
// in a call of a method outside the tree.
func (t *csTree) frameworkLambda(c *csBinder, x *csRef, r *parse.Reference, l *parse.Local) typ {
	recv := x.recv
	if r.Recv == nil {
		return unknown
	}
	if l.Param < 0 {
		if (r.Name == "TryGetValue" || r.Name == "TryRemove") && pairs[recv.form] && len(recv.args) == 2 {
			return recv.args[1]
		}
		if e := t.element(recv); e.known() && (strings.HasPrefix(r.Name, "Try") || takesElement[r.Name]) {
			if e.form == "KeyValuePair" && len(e.args) == 2 {
				return e.args[min(int(l.Arg), 1)]
			}
			return e
		}
		return unknown
	}
	if r.Name == "ContinueWith" && l.Param == 0 {
		return recv
	}
	if pairs[recv.form] && len(recv.args) == 2 && (r.Name == "GetOrAdd" || r.Name == "AddOrUpdate") {
		return recv.args[min(int(l.Param), 1)]
	}
	e := t.element(recv)
	if !e.known() || r.Name == "Aggregate" && l.Param == 0 || l.Arg > 0 && r.Name == "Join" {
		return unknown
	}
	if l.Param == 0 || r.Name == "Sort" {
		return e
	}
	return unknown
}

// frameworkFit tells whether one type outside the tree converts to another.
func (t *csTree) frameworkFit(c *csBinder, a, p typ) csFit {
	na, np := numbers[a.form], numbers[p.form]
	switch {
	case na > 0 && np > 0:
		if np > na && p.form != "char" && !(a.form == "double" || a.form == "float" && p.form == "decimal") {
			return csBase
		}
		return csNo
	case strings.HasPrefix(a.form, ".") || a.form == "call":
		return csMaybe
	case isFrameworkValue(a.form):
		if isFrameworkValue(p.form) || p.form == "string" || len(p.args) > 0 || p.form == "Type" || p.form == "Exception" {
			return csNo
		}
		return csMaybe
	case isFrameworkValue(p.form):
		return csNo
	}
	ea, ep := t.element(a), t.element(p)
	switch {
	case (apart[a.form] || apart[p.form]) && a.form != p.form && !strings.HasSuffix(p.form, "Span") && !strings.HasSuffix(p.form, "Memory"):
		return csNo
	case a.form == "string" && strings.HasSuffix(p.form, "Span"), a.form == "[]" && apart[p.form]:
		return csMaybe
	case apart[a.form] && !apart[p.form]:
		return csNo
	case a.form == "string":
		if p.form == "IEnumerable" || p.form == "IComparable" || strings.HasPrefix(p.form, "StringSegment") || p.form == "PathString" {
			return csMaybe
		}
		return csNo
	case ea.known() && ep.known():
		if c.fits(ea, ep) == csNo {
			return csNo
		}
		if p.form == "IEnumerable" || p.form == "IReadOnlyCollection" || p.form == "ICollection" || p.form == "IReadOnlyList" || p.form == "IList" || p.form == "ReadOnlySpan" {
			return csBase
		}
		return csMaybe
	case p.form == "string" || p.form == "Type":
		return csNo
	case strings.HasSuffix(a.form, "Exception") && p.form == "Exception", a.form == "Task" && p.form == "Task":
		return csBase
	case t.isDelegate(p) != t.isDelegate(a) && p.form != "Delegate":
		if ea.known() || ep.known() || t.isDelegate(p) {
			return csNo
		}
		return csMaybe
	case a.form == "Task" && p.form != "Task" && !isInterfaceName(p.form), a.form == "CancellationToken":
		return csNo
	}
	return csMaybe
}

func (t *csTree) isDelegate(x typ) bool {
	_, ok := t.delegateParams(x)
	return ok
}
