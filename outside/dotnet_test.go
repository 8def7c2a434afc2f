package outside_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/outside"
	"seedgraph/outside/gen/notation"
)

// short writes a member with the names of types cut down to their last part.
func short(m *outside.Member) string {
	text := notation.Member(m)
	var b strings.Builder
	for len(text) > 0 {
		n := 0
		for n < len(text) && (text[n] == '.' || text[n] == '_' || isLetter(text[n])) {
			n++
		}
		name := text[:n]
		if !strings.HasPrefix(name, ".") { // of a nested type
			name = name[strings.LastIndexByte(name, '.')+1:]
		}
		b.WriteString(name)
		if n < len(text) {
			b.WriteByte(text[n])
			n++
		}
		text = text[n:]
	}
	return b.String()
}

func isLetter(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// TestWellKnownMembers compares members that everyone knows with how .NET's own
// reference declares them: all overloads of the name, in their order.
func TestWellKnownMembers(t *testing.T) {
	p := outside.Open("dotnet")
	for _, test := range []struct {
		typ, member string
		want        []string
	}{
		{"System.Collections.Generic.List<>", "Add", []string{"method Add(item: T): Void"}},
		{"System.Collections.Generic.List<>", "ConvertAll", []string{"method ConvertAll<TOutput>(converter: Converter<T, TOutput>): List<TOutput>"}},
		{"System.Collections.Generic.List<>", "Find", []string{"method Find(match: Predicate<T>): T?"}},
		{"System.Collections.Generic.List<>", "GetEnumerator", []string{"method GetEnumerator(): List<>.Enumerator<T>"}},
		{"System.Collections.Generic.List<>", "new", []string{"new()", "new(capacity: Int32)", "new(collection: IEnumerable<T>)"}},
		{"System.Collections.Generic.Dictionary<,>", "TryGetValue", []string{"method TryGetValue(key: TKey, out value: TValue): Boolean"}},
		{"System.Collections.Generic.Dictionary<,>", "Remove", []string{
			"method Remove(key: TKey): Boolean", "method Remove(key: TKey, out value: TValue): Boolean"}},
		{"System.Collections.Generic.IEnumerable<>", "GetEnumerator", []string{"abstract method GetEnumerator(): IEnumerator<T>"}},
		{"System.Collections.Generic.IEnumerator<>", "Current", []string{"abstract readonly property Current: T"}},
		{"System.Threading.Tasks.Task<>", "Result", []string{"readonly property Result: TResult"}},
		{"System.Threading.Tasks.Task<>", "Factory", []string{"static readonly property Factory: TaskFactory<TResult>"}},
		{"System.Threading.Tasks.Task", "Run", []string{
			"static method Run(action: Action): Task",
			"static method Run(action: Action, cancellationToken: CancellationToken): Task",
			"static method Run<TResult>(function: Func<TResult>): Task<TResult>",
			"static method Run<TResult>(function: Func<TResult>, cancellationToken: CancellationToken): Task<TResult>",
			"static method Run(function: Func<Task?>): Task",
			"static method Run(function: Func<Task?>, cancellationToken: CancellationToken): Task",
			"static method Run<TResult>(function: Func<Task<TResult>?>): Task<TResult>",
			"static method Run<TResult>(function: Func<Task<TResult>?>, cancellationToken: CancellationToken): Task<TResult>"}},
		{"System.Linq.Enumerable", "Select", []string{
			"static extension method Select<TSource, TResult>(source: IEnumerable<TSource>, selector: Func<TSource, TResult>): IEnumerable<TResult>",
			"static extension method Select<TSource, TResult>(source: IEnumerable<TSource>, selector: Func<TSource, Int32, TResult>): IEnumerable<TResult>"}},
		{"System.Linq.Enumerable", "Where", []string{
			"static extension method Where<TSource>(source: IEnumerable<TSource>, predicate: Func<TSource, Boolean>): IEnumerable<TSource>",
			"static extension method Where<TSource>(source: IEnumerable<TSource>, predicate: Func<TSource, Int32, Boolean>): IEnumerable<TSource>"}},
		{"System.Linq.Enumerable", "ToDictionary", []string{
			"static extension method ToDictionary<TKey, TValue>(source: IEnumerable<KeyValuePair<TKey, TValue>>): Dictionary<TKey, TValue>",
			"static extension method ToDictionary<TKey, TValue>(source: IEnumerable<KeyValuePair<TKey, TValue>>, comparer: IEqualityComparer<TKey>?): Dictionary<TKey, TValue>",
			"static extension method ToDictionary<TSource, TKey>(source: IEnumerable<TSource>, keySelector: Func<TSource, TKey>): Dictionary<TKey, TSource>",
			"static extension method ToDictionary<TSource, TKey>(source: IEnumerable<TSource>, keySelector: Func<TSource, TKey>, comparer: IEqualityComparer<TKey>?): Dictionary<TKey, TSource>",
			"static extension method ToDictionary<TSource, TKey, TElement>(source: IEnumerable<TSource>, keySelector: Func<TSource, TKey>, elementSelector: Func<TSource, TElement>): Dictionary<TKey, TElement>",
			"static extension method ToDictionary<TSource, TKey, TElement>(source: IEnumerable<TSource>, keySelector: Func<TSource, TKey>, elementSelector: Func<TSource, TElement>, comparer: IEqualityComparer<TKey>?): Dictionary<TKey, TElement>"}},
		{"System.Linq.Queryable", "Where", []string{
			"static extension method Where<TSource>(source: IQueryable<TSource>, predicate: Expression<Func<TSource, Boolean>>): IQueryable<TSource>",
			"static extension method Where<TSource>(source: IQueryable<TSource>, predicate: Expression<Func<TSource, Int32, Boolean>>): IQueryable<TSource>"}},
		{"System.Func<,>", "Invoke", []string{"virtual method Invoke(arg: T): TResult"}},
		{"System.Action", "Invoke", []string{"virtual method Invoke(): Void"}},
		{"System.String", "Substring", []string{
			"method Substring(startIndex: Int32): String", "method Substring(startIndex: Int32, length: Int32): String"}},
		{"System.String", "Trim", []string{
			"method Trim(): String", "method Trim(trimChar: Char): String", "method Trim(params trimChars: Char[]): String",
			"method Trim(trimChars: ReadOnlySpan<Char>): String"}},
		{"System.String", "[]", []string{"readonly [](: Int32): Char"}},
		{"System.Text.StringBuilder", "AppendFormat", nil},
		{"System.Span<>", "Slice", []string{"method Slice(start: Int32): Span<T>", "method Slice(start: Int32, length: Int32): Span<T>"}},
		{"System.ValueTuple<,>", "Item2", []string{"field Item2: T2"}},
		{"System.DateTime", "op_Subtraction", []string{
			"static operator op_Subtraction(d: DateTime, t: TimeSpan): DateTime",
			"static operator op_Subtraction(d1: DateTime, d2: DateTime): TimeSpan"}},
		{"System.DayOfWeek", "Monday", []string{"static const Monday: DayOfWeek"}},
		{"Microsoft.EntityFrameworkCore.DbContext", "Set", []string{
			"virtual method Set<TEntity: class>(): DbSet<TEntity>", "virtual method Set<TEntity: class>(name: String): DbSet<TEntity>"}},
		{"Microsoft.EntityFrameworkCore.DbContext", "OnModelCreating", []string{
			"protected virtual method OnModelCreating(modelBuilder: ModelBuilder): Void"}},
		{"Microsoft.EntityFrameworkCore.IDbContextFactory<>", "CreateDbContext", []string{"abstract method CreateDbContext(): TContext"}},
		{"Microsoft.AspNetCore.Mvc.ControllerBase", "User", []string{"readonly property User: ClaimsPrincipal"}},
		{"Microsoft.AspNetCore.Mvc.ControllerBase", "Conflict", []string{
			"virtual method Conflict(): ConflictResult", "virtual method Conflict(error: Object?): ConflictObjectResult",
			"virtual method Conflict(modelState: ModelStateDictionary): ConflictObjectResult"}},
		{"Microsoft.AspNetCore.Http.HttpContext", "RequestServices", []string{"abstract property RequestServices: IServiceProvider"}},
		{"Microsoft.AspNetCore.Mvc.ActionResult<>", "implicit", []string{
			"static implicit(value: TValue): ActionResult<TValue>", "static implicit(result: ActionResult): ActionResult<TValue>"}},
		{"Microsoft.Extensions.Logging.LoggerExtensions", "LogInformation", []string{
			"static extension method LogInformation(logger: ILogger, eventId: EventId, exception: Exception?, message: String?, params args: Object?[]): Void",
			"static extension method LogInformation(logger: ILogger, eventId: EventId, message: String?, params args: Object?[]): Void",
			"static extension method LogInformation(logger: ILogger, exception: Exception?, message: String?, params args: Object?[]): Void",
			"static extension method LogInformation(logger: ILogger, message: String?, params args: Object?[]): Void"}},
		{"Microsoft.Extensions.DependencyInjection.ServiceProviderServiceExtensions", "GetRequiredService", []string{
			"static extension method GetRequiredService(provider: IServiceProvider, serviceType: Type): Object",
			"static extension method GetRequiredService<T>(provider: IServiceProvider): T"}},
	} {
		typ := p.Type(test.typ)
		if typ == nil {
			t.Errorf("no type %s", test.typ)
			continue
		}
		var got []string
		for _, m := range typ.Member(test.member) {
			got = append(got, short(&m))
		}
		if test.want == nil && len(got) > 0 {
			continue
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s.%s:\n got %s\nwant %s", test.typ, test.member, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

// TestNamesAreDeclared walks the whole table of .NET: each type that is named is
// declared and has as many arguments as parameters, and each type variable is a
// parameter around it.
func TestNamesAreDeclared(t *testing.T) {
	p := outside.Open("dotnet")
	w := walker{t: t, p: p}
	for _, space := range p.Namespaces() {
		n := p.Namespace(space)
		for _, local := range n.TypeNames() {
			typ := n.Type(local)
			w.at, w.types = typ.Name, typ.TypeParams
			w.typeParams(typ.TypeParams)
			w.refs(typ.Bases)
			for i := range typ.Members {
				w.member(&typ.Members[i])
			}
		}
	}
	if w.refsSeen < 200_000 {
		t.Errorf("%d types were named; is the table there?", w.refsSeen)
	}
	t.Logf("%d names of types, %d unknown", w.refsSeen, w.unknown)
	if w.unknown > w.refsSeen/100 {
		t.Errorf("%d of %d types are unknown", w.unknown, w.refsSeen)
	}
}

type walker struct {
	t                 *testing.T
	p                 *outside.Platform
	at                string
	types, own        []outside.TypeParam
	refsSeen, unknown int
}

func (w *walker) member(m *outside.Member) {
	w.own = m.TypeParams
	w.typeParams(m.TypeParams)
	for i := range m.Params {
		w.ref(&m.Params[i].Type)
	}
	if m.Kind != outside.Constructor {
		w.ref(&m.Type)
	}
	w.own = nil
}

func (w *walker) typeParams(all []outside.TypeParam) {
	for i := range all {
		w.refs(all[i].Bounds)
	}
}

func (w *walker) refs(all []outside.TypeRef) {
	for i := range all {
		w.ref(&all[i])
	}
}

func (w *walker) ref(r *outside.TypeRef) {
	w.refsSeen++
	named := func(p outside.TypeParam) bool { return p.Name == r.Name }
	switch r.Form {
	case outside.Unknown:
		w.unknown++
	case outside.TypeVar:
		if !slices.ContainsFunc(w.types, named) && !slices.ContainsFunc(w.own, named) {
			w.t.Errorf("%s: no type parameter %s", w.at, r.Name)
		}
	case outside.Named:
		if typ := w.p.Type(r.Name); typ == nil {
			w.t.Errorf("%s: no type %s", w.at, r.Name)
		} else if len(typ.TypeParams) != len(r.Args) {
			w.t.Errorf("%s: %s has %d arguments, %d parameters", w.at, r.Name, len(r.Args), len(typ.TypeParams))
		}
	}
	w.refs(r.Args)
}
