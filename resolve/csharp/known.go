package csharp

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// frameworkName is the name of a type outside the tree: its last part, and the
// keyword where C# has one.
func frameworkName(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	if k, ok := keywords[name]; ok {
		return k
	}
	return name
}

var keywords = map[string]string{
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
func (t *tree) item(x resolve.Type, name string) resolve.Type {
	n := 0
	if len(name) == len("Item1") {
		n = int(name[4] - '1')
	}
	switch {
	case n < 0:
	case x.Def != resolve.None:
		if d := t.table.Def(x.Def); d.Kind == graph.KindRecord && n < len(d.Params) {
			return subst(t.signature(x.Def).params[n], x)
		}
	case (x.Form == "()" || x.Form == "KeyValuePair") && n < len(x.Args):
		return x.Args[n]
	}
	return resolve.Unknown
}

// element is the type of what iterating over t gives.
func (t *tree) element(x resolve.Type) resolve.Type {
	for _, a := range t.ancestry(x) {
		switch {
		case a.Def != resolve.None:
		case a.Form == "string":
			return framework("char")
		case singles[a.Form] && len(a.Args) == 1:
			return a.Args[0]
		case pairs[a.Form] && len(a.Args) == 2:
			return framework("KeyValuePair", a.Args...)
		case a.Form == "IGrouping" && len(a.Args) == 2:
			return a.Args[1]
		}
	}
	return resolve.Unknown
}

func framework(name string, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: name, Args: args, External: true}
}

// indexed is the type of what an index into x gives.
func (t *tree) indexed(x resolve.Type) resolve.Type {
	for _, a := range t.ancestry(x) {
		if a.Def == resolve.None {
			switch {
			case pairs[a.Form] && len(a.Args) == 2:
				return a.Args[1]
			case singles[a.Form] && len(a.Args) == 1:
				return a.Args[0]
			case a.Form == "string":
				return framework("char")
			}
			continue
		}
		if ids := t.table.Own(a.Def, "this[]"); len(ids) > 0 {
			return subst(t.signature(ids[0]).typ, a)
		}
	}
	return resolve.Unknown
}

// awaitedType is the type of `await` of a value.
func (t *tree) awaitedType(x resolve.Type) resolve.Type {
	for _, a := range t.ancestry(x) {
		if a.Def == resolve.None && len(a.Args) == 1 && (a.Form == "Task" || a.Form == "ValueTask" || a.Form == "ConfiguredTaskAwaitable") {
			return a.Args[0]
		}
	}
	return resolve.Unknown
}

// delegateParams lists the types of the parameters of a delegate.
func (t *tree) delegateParams(x resolve.Type) ([]resolve.Type, bool) {
	if x.Def != resolve.None {
		if t.table.Def(x.Def).Kind != graph.KindDelegate {
			return nil, false
		}
		var out []resolve.Type
		for _, p := range t.signature(x.Def).params {
			out = append(out, subst(p, x))
		}
		return out, true
	}
	switch x.Form {
	case "Expression":
		if len(x.Args) == 1 {
			return t.delegateParams(x.Args[0])
		}
	case "Func":
		if n := len(x.Args); n > 0 {
			return x.Args[:n-1], true
		}
	case "Action", "Predicate":
		return x.Args, true
	case "Comparison":
		if len(x.Args) == 1 {
			return []resolve.Type{x.Args[0], x.Args[0]}, true
		}
	case "Converter":
		if len(x.Args) == 2 {
			return x.Args[:1], true
		}
	case "EventHandler":
		if len(x.Args) == 1 {
			return []resolve.Type{framework("object"), x.Args[0]}, true
		}
		return []resolve.Type{framework("object"), framework("EventArgs")}, true
	case "ThreadStart", "TimerCallback", "WaitCallback", "ParameterizedThreadStart":
		if x.Form == "ThreadStart" {
			return nil, true
		}
		return []resolve.Type{framework("object")}, true
	}
	return nil, false
}

// invoked is the type of what calling a delegate gives.
func (t *tree) invoked(x resolve.Type) resolve.Type {
	if x.Def != resolve.None {
		if t.table.Def(x.Def).Kind != graph.KindDelegate {
			return resolve.Unknown
		}
		return subst(t.signature(x.Def).typ, x)
	}
	switch n := len(x.Args); {
	case x.Form == "Expression" && n == 1:
		return t.invoked(x.Args[0])
	case x.Form == "Func" && n > 0, x.Form == "Converter" && n == 2:
		return x.Args[n-1]
	case x.Form == "Predicate":
		return framework("bool")
	}
	return resolve.Unknown
}

// frameworkMember is the type of a member that the tree does not declare.
func (t *tree) frameworkMember(x resolve.Type, name string) resolve.Type {
	if x.Def != resolve.None {
		if k := t.table.Def(x.Def).Kind; name == "Value" && (k == graph.KindStruct || k == graph.KindEnum || k == graph.KindRecord) {
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
		if x.External || x.Def != resolve.None {
			return framework("string")
		}
	}
	for _, a := range t.ancestry(x) {
		if a.Def != resolve.None {
			continue
		}
		n := len(a.Args)
		switch {
		case n == 1 && wrappers[a.Form] && (name == "Value" || name == "Result" || name == "CurrentValue"):
			return a.Args[0]
		case a.Form == "Task" && name == "Result":
			return resolve.Unknown
		case n == 2 && a.Form == "KeyValuePair" && name == "Key", n == 2 && a.Form == "IGrouping" && name == "Key":
			return a.Args[0]
		case n == 2 && a.Form == "KeyValuePair" && name == "Value":
			return a.Args[1]
		case n == 2 && pairs[a.Form] && name == "Values":
			return framework("ICollection", a.Args[1])
		case n == 2 && pairs[a.Form] && name == "Keys":
			return framework("ICollection", a.Args[0])
		case n == 1 && (a.Form == "IEnumerator" || a.Form == "IAsyncEnumerator") && name == "Current":
			return a.Args[0]
		case a.Form == "LinkedListNode" && n == 1 && name == "Value":
			return a.Args[0]
		case a.Form == "()" && strings.HasPrefix(name, "Item") && len(name) == 5 && int(name[4]-'1') < n && name[4] >= '1':
			return a.Args[name[4]-'1']
		case a.External:
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "." + name, External: true}
		}
	}
	return resolve.Unknown
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
func (t *tree) frameworkCall(c *binder, recv resolve.Type, r *parse.Reference, from resolve.DefID) resolve.Type {
	var written []resolve.Type
	if r.Extra != nil {
		for _, a := range r.Extra.TypeArgs {
			written = append(written, c.written(a, from, r.At))
		}
	}
	name, async := strings.CutSuffix(r.Name, "Async")
	result := t.sequenceCall(c, recv, name, r, written, from)
	if result.Known() {
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
		if recv.Static && len(written) == 1 {
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
		if e := t.awaitedType(recv); e.Known() {
			return framework("TaskAwaiter", e)
		}
	case "GetResult":
		if recv.Form == "TaskAwaiter" && len(recv.Args) == 1 {
			return recv.Args[0]
		}
	case "Empty":
		if len(written) == 1 {
			return framework("IEnumerable", written[0])
		}
	}
	if recv.External {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "." + r.Name + "()", External: true}
	}
	return resolve.Unknown
}

// sequenceCall is frameworkCall for methods of sequences, tasks and maps.
func (t *tree) sequenceCall(c *binder, recv resolve.Type, name string, r *parse.Reference, written []resolve.Type, from resolve.DefID) resolve.Type {
	if name == "ConfigureAwait" || name == "WithCancellation" {
		return recv
	}
	e := t.element(recv)
	if !e.Known() {
		if name == "GetValueOrDefault" {
			return t.frameworkMember(recv, "Value")
		}
		return resolve.Unknown
	}
	if pairs[recv.Form] && len(recv.Args) == 2 {
		switch name {
		case "GetOrAdd", "AddOrUpdate", "GetValueOrDefault":
			return recv.Args[1]
		}
	}
	switch {
	case name == "Select" || name == "SelectMany":
		v := c.lambdaResult(r, from)
		if name == "SelectMany" {
			v = t.element(v)
		}
		if v.Known() {
			return framework("IEnumerable", v)
		}
		return resolve.Unknown
	case name == "GroupBy":
		return framework("IEnumerable", framework("IGrouping", c.lambdaResult(r, from), e))
	case name == "ToDictionary" && r.Args == 1:
		return framework("Dictionary", c.lambdaResult(r, from), e)
	case name == "Cast" || name == "OfType":
		if len(written) == 1 {
			return framework("IEnumerable", written[0])
		}
		return resolve.Unknown
	case name == "AsSpan" || apart[recv.Form] && name == "Slice":
		return framework("ReadOnlySpan", e)
	case name == "GetEnumerator":
		return framework("IEnumerator", e)
	case recv.Form == "string":
		return resolve.Unknown
	case same[name]:
		return framework("IEnumerable", e)
	case items[name]:
		return e
	case lists[name] != "":
		return framework(lists[name], e)
	}
	return resolve.Unknown
}

// isLambda reports whether the form of an argument is that of a lambda.
func isLambda(form string) bool { return strings.HasSuffix(form, "func") }

// lambdaResult is what the first argument of a call, a lambda, returns.
func (c *binder) lambdaResult(r *parse.Reference, from resolve.DefID) resolve.Type {
	if len(r.ArgSteps()) == 0 || r.ArgSteps()[0] == nil || len(r.ArgTypes()) == 0 || !isLambda(r.ArgTypes()[0].Name) {
		return resolve.Unknown
	}
	v := c.value(r.ArgSteps()[0], from, r.ArgTypes()[0].At)
	if v.Static || v.IsModule {
		return resolve.Unknown
	}
	return v
}

// frameworkHas reports whether a type outside the tree is known to have a method
// itself, which comes before any extension.
func frameworkHas(t resolve.Type, name string) bool {
	if t.Def != resolve.None {
		return false
	}
	switch t.Form {
	case "ConcurrentDictionary":
		return strings.HasPrefix(name, "Try") || name == "GetOrAdd" || name == "AddOrUpdate"
	case "List", "IList", "Collection", "ObservableCollection":
		return listMethods[name] || t.Form == "List" && (name == "AddRange" || name == "ForEach" || name == "Find" || name == "FindIndex" || name == "RemoveAll")
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
func (t *tree) frameworkLambda(c *binder, x *ref, r *parse.Reference, l *parse.Local) resolve.Type {
	recv := x.recv
	if r.Recv == nil {
		return resolve.Unknown
	}
	if l.Param < 0 {
		if (r.Name == "TryGetValue" || r.Name == "TryRemove") && pairs[recv.Form] && len(recv.Args) == 2 {
			return recv.Args[1]
		}
		if e := t.element(recv); e.Known() && (strings.HasPrefix(r.Name, "Try") || takesElement[r.Name]) {
			if e.Form == "KeyValuePair" && len(e.Args) == 2 {
				return e.Args[min(int(l.Arg), 1)]
			}
			return e
		}
		return resolve.Unknown
	}
	if r.Name == "ContinueWith" && l.Param == 0 {
		return recv
	}
	if pairs[recv.Form] && len(recv.Args) == 2 && (r.Name == "GetOrAdd" || r.Name == "AddOrUpdate") {
		return recv.Args[min(int(l.Param), 1)]
	}
	e := t.element(recv)
	if !e.Known() || r.Name == "Aggregate" && l.Param == 0 || l.Arg > 0 && r.Name == "Join" {
		return resolve.Unknown
	}
	if l.Param == 0 || r.Name == "Sort" {
		return e
	}
	return resolve.Unknown
}

// frameworkFit tells whether one type outside the tree converts to another.
func (t *tree) frameworkFit(c *binder, a, p resolve.Type) fit {
	na, np := numbers[a.Form], numbers[p.Form]
	switch {
	case na > 0 && np > 0:
		if np > na && p.Form != "char" && !(a.Form == "double" || a.Form == "float" && p.Form == "decimal") {
			return base
		}
		return no
	case strings.HasPrefix(a.Form, ".") || a.Form == "call":
		return maybe
	case isFrameworkValue(a.Form):
		if isFrameworkValue(p.Form) || p.Form == "string" || len(p.Args) > 0 || p.Form == "Type" || p.Form == "Exception" {
			return no
		}
		return maybe
	case isFrameworkValue(p.Form):
		return no
	}
	ea, ep := t.element(a), t.element(p)
	switch {
	case (apart[a.Form] || apart[p.Form]) && a.Form != p.Form && !strings.HasSuffix(p.Form, "Span") && !strings.HasSuffix(p.Form, "Memory"):
		return no
	case a.Form == "string" && strings.HasSuffix(p.Form, "Span"), a.Form == "[]" && apart[p.Form]:
		return maybe
	case apart[a.Form] && !apart[p.Form]:
		return no
	case a.Form == "string":
		if p.Form == "IEnumerable" || p.Form == "IComparable" || strings.HasPrefix(p.Form, "StringSegment") || p.Form == "PathString" {
			return maybe
		}
		return no
	case ea.Known() && ep.Known():
		if c.fits(ea, ep) == no {
			return no
		}
		if p.Form == "IEnumerable" || p.Form == "IReadOnlyCollection" || p.Form == "ICollection" || p.Form == "IReadOnlyList" || p.Form == "IList" || p.Form == "ReadOnlySpan" {
			return base
		}
		return maybe
	case p.Form == "string" || p.Form == "Type":
		return no
	case strings.HasSuffix(a.Form, "Exception") && p.Form == "Exception", a.Form == "Task" && p.Form == "Task":
		return base
	case t.isDelegate(p) != t.isDelegate(a) && p.Form != "Delegate":
		if ea.Known() || ep.Known() || t.isDelegate(p) {
			return no
		}
		return maybe
	case a.Form == "Task" && p.Form != "Task" && !isInterfaceName(p.Form), a.Form == "CancellationToken":
		return no
	}
	return maybe
}

func (t *tree) isDelegate(x resolve.Type) bool {
	_, ok := t.delegateParams(x)
	return ok
}
