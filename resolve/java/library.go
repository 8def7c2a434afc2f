package java

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// javaLibrary declares what inference needs of the standard library: how its
// common types extend each other, what their methods give, and what functional
// interfaces are given. A line is a type, its base types behind "<", and its
// methods behind "|", those with functions for arguments with the types of
// these. A method whose name is "=" is that of a functional interface. Type
// parameters of methods are capital letters that the type does not declare.
const javaLibrary = `
Object
Serializable
Cloneable
Comparable<T> | compareTo:int
CharSequence | length:int charAt:char subSequence:CharSequence chars:IntStream isEmpty:boolean
Number < Serializable | intValue:int longValue:long doubleValue:double floatValue:float shortValue:short byteValue:byte
Byte < Number, Comparable<Byte> | *:byte 
Short < Number, Comparable<Short> | *:short 
Integer < Number, Comparable<Integer> | *:int parseInt:int valueOf:Integer compare:int
Long < Number, Comparable<Long> | *:long parseLong:long valueOf:Long compare:int
Float < Number, Comparable<Float> | *:float floatToIntBits:int valueOf:Float isNaN:boolean
Double < Number, Comparable<Double> | *:double doubleToLongBits:long valueOf:Double parseDouble:double isNaN:boolean
BigDecimal < Number, Comparable<BigDecimal> | *:BigDecimal valueOf:BigDecimal add:BigDecimal subtract:BigDecimal multiply:BigDecimal divide:BigDecimal setScale:BigDecimal negate:BigDecimal
BigInteger < Number, Comparable<BigInteger> | *:BigInteger valueOf:BigInteger add:BigInteger multiply:BigInteger
AtomicInteger < Number | get:int incrementAndGet:int getAndIncrement:int decrementAndGet:int addAndGet:int getAndSet:int
AtomicLong < Number | get:long incrementAndGet:long getAndIncrement:long addAndGet:long
AtomicIntegerArray | get:int length:int
AtomicLongArray | get:long length:int
LongAdder < Number | sum:long
AtomicBoolean | get:boolean compareAndSet:boolean getAndSet:boolean
Boolean < Serializable, Comparable<Boolean> | *:Boolean parseBoolean:boolean valueOf:Boolean booleanValue:boolean
Character < Serializable, Comparable<Character> | *:char isDigit:boolean isLetter:boolean isWhitespace:boolean toLowerCase:char toUpperCase:char charValue:char valueOf:Character
Void
String < CharSequence, Comparable<String>, Serializable | substring:String trim:String strip:String toLowerCase:String toUpperCase:String replace:String replaceAll:String concat:String indexOf:int lastIndexOf:int startsWith:boolean endsWith:boolean contains:boolean equals:boolean equalsIgnoreCase:boolean isBlank:boolean split:String[] toCharArray:char[] getBytes:byte[] intern:String format:String valueOf:String join:String repeat:String hashCode:int codePointAt:int lines:Stream<String> matches:boolean
StringBuilder < CharSequence, Appendable, Comparable<StringBuilder>, Serializable | append:StringBuilder insert:StringBuilder reverse:StringBuilder deleteCharAt:StringBuilder delete:StringBuilder replace:StringBuilder indexOf:int substring:String
StringBuffer < CharSequence, Appendable, Comparable<StringBuffer>, Serializable | append:StringBuffer insert:StringBuffer reverse:StringBuffer indexOf:int substring:String
Enum<E> < Comparable<E>, Serializable | name:String ordinal:int getDeclaringClass:Class<E>
Record
Class<T> < Type, Serializable | getName:String getSimpleName:String cast:T newInstance:T getSuperclass:Class getComponentType:Class getEnclosingClass:Class getDeclaringClass:Class getInterfaces:Class[] isInstance:boolean isArray:boolean isPrimitive:boolean isAssignableFrom:boolean isInterface:boolean isEnum:boolean getEnumConstants:T[] getMethod:Method getDeclaredMethod:Method getMethods:Method[] getDeclaredMethods:Method[] getField:Field getDeclaredField:Field getFields:Field[] getDeclaredFields:Field[] getConstructor:Constructor<T> getDeclaredConstructor:Constructor<T> getConstructors:Constructor[] getClassLoader:ClassLoader forName:Class getTypeParameters:TypeVariable[] getGenericSuperclass:Type getAnnotation:Annotation getModifiers:int getPackage:Package
ClassLoader | loadClass:Class
Type
ParameterizedType < Type | getRawType:Type getOwnerType:Type getActualTypeArguments:Type[]
GenericArrayType < Type | getGenericComponentType:Type
WildcardType < Type | getUpperBounds:Type[] getLowerBounds:Type[]
TypeVariable<D> < Type | getBounds:Type[] getName:String
AccessibleObject
Member
Executable < AccessibleObject, Member | getName:String getParameterTypes:Class[] getModifiers:int getDeclaringClass:Class isVarArgs:boolean getGenericParameterTypes:Type[]
Method < Executable | getReturnType:Class getGenericReturnType:Type invoke:Object
Constructor<T> < Executable | newInstance:T
Field < AccessibleObject, Member | getName:String getType:Class getGenericType:Type getModifiers:int getDeclaringClass:Class get:Object
Annotation | annotationType:Class
Throwable < Serializable | getMessage:String getCause:Throwable getStackTrace:StackTraceElement[] toString:String
Exception < Throwable
Error < Throwable
RuntimeException < Exception
IllegalArgumentException < RuntimeException
IllegalStateException < RuntimeException
NumberFormatException < IllegalArgumentException
NullPointerException < RuntimeException
IndexOutOfBoundsException < RuntimeException
ArrayIndexOutOfBoundsException < IndexOutOfBoundsException
StringIndexOutOfBoundsException < IndexOutOfBoundsException
ClassCastException < RuntimeException
UnsupportedOperationException < RuntimeException
ArithmeticException < RuntimeException
ConcurrentModificationException < RuntimeException
NoSuchElementException < RuntimeException
UncheckedIOException < RuntimeException
SecurityException < RuntimeException
IOException < Exception
FileNotFoundException < IOException
EOFException < IOException
InterruptedException < Exception
CloneNotSupportedException < Exception
ReflectiveOperationException < Exception
ClassNotFoundException < ReflectiveOperationException
NoSuchMethodException < ReflectiveOperationException
NoSuchFieldException < ReflectiveOperationException
IllegalAccessException < ReflectiveOperationException
InstantiationException < ReflectiveOperationException
InvocationTargetException < ReflectiveOperationException | getTargetException:Throwable
ExecutionException < Exception
TimeoutException < Exception
GeneralSecurityException < Exception
AssertionError < Error
StackOverflowError < Error
OutOfMemoryError < Error
AutoCloseable
Closeable < AutoCloseable
Flushable
Appendable | append:Appendable
Readable
Reader < Readable, Closeable | read:int
Writer < Appendable, Closeable, Flushable | append:Writer
StringReader < Reader
StringWriter < Writer | toString:String
BufferedReader < Reader | readLine:String lines:Stream<String>
InputStreamReader < Reader
PrintWriter < Writer
InputStream < Closeable | read:int available:int
OutputStream < Closeable, Flushable
ByteArrayInputStream < InputStream
ByteArrayOutputStream < OutputStream | toByteArray:byte[] size:int
FilterInputStream < InputStream
FilterOutputStream < OutputStream
PrintStream < FilterOutputStream, Appendable
File < Serializable, Comparable<File> | getName:String getPath:String getParentFile:File exists:boolean listFiles:File[] toPath:Path
Path < Comparable<Path>, Iterable<Path> | resolve:Path getFileName:Path getParent:Path toFile:File
Iterable<T> | iterator:Iterator<T> forEach(Consumer<T>):void spliterator:Spliterator<T>
Iterator<E> | next:E hasNext:boolean forEachRemaining(Consumer<E>):void
ListIterator<E> < Iterator<E> | previous:E
Enumeration<E> | nextElement:E
Collection<E> < Iterable<E> | size:int isEmpty:boolean contains:boolean add:boolean addAll:boolean stream:Stream<E> parallelStream:Stream<E> toArray:Object[] containsAll:boolean remove:boolean removeIf(Predicate<E>):boolean
SequencedCollection<E> < Collection<E> | getFirst:E getLast:E removeFirst:E removeLast:E
List<E> < SequencedCollection<E> | get:E set:E subList:List<E> listIterator:ListIterator<E> indexOf:int replaceAll(UnaryOperator<E>):void sort(Comparator<E>):void
AbstractCollection<E> < Collection<E>
AbstractList<E> < AbstractCollection<E>, List<E>
AbstractSet<E> < AbstractCollection<E>, Set<E>
ArrayList<E> < AbstractList<E>, RandomAccess, Cloneable, Serializable
RandomAccess
LinkedList<E> < AbstractList<E>, Deque<E>, Cloneable, Serializable
Vector<E> < AbstractList<E> | elementAt:E
Stack<E> < Vector<E> | push:E pop:E peek:E
CopyOnWriteArrayList<E> < List<E>
ImmutableList<E> < List<E>, ImmutableCollection<E> | get:E reverse:ImmutableList<E>
ImmutableSet<E> < Set<E>, ImmutableCollection<E>
ImmutableCollection<E> < Collection<E> | asList:ImmutableList<E>
Set<E> < Collection<E>
SortedSet<E> < Set<E> | first:E last:E
NavigableSet<E> < SortedSet<E>
TreeSet<E> < AbstractSet<E>, NavigableSet<E>
HashSet<E> < AbstractSet<E>, Set<E>, Cloneable, Serializable
LinkedHashSet<E> < HashSet<E>
EnumSet<E> < AbstractSet<E>
Queue<E> < Collection<E> | poll:E peek:E remove:E element:E offer:boolean
Deque<E> < Queue<E>, SequencedCollection<E> | pop:E peekFirst:E peekLast:E pollFirst:E pollLast:E removeFirst:E removeLast:E
ArrayDeque<E> < AbstractCollection<E>, Deque<E>
PriorityQueue<E> < AbstractCollection<E>, Queue<E>
BlockingQueue<E> < Queue<E> | take:E
LinkedBlockingQueue<E> < BlockingQueue<E>
ConcurrentLinkedQueue<E> < Queue<E>
Map<K,V> | get:V put:V remove:V getOrDefault:V putIfAbsent:V containsKey:boolean containsValue:boolean size:int isEmpty:boolean keySet:Set<K> values:Collection<V> entrySet:Set<Entry<K,V>> computeIfAbsent(Function<K,V>):V computeIfPresent(BiFunction<K,V,V>):V compute(BiFunction<K,V,V>):V merge(BiFunction<V,V,V>):V forEach(BiConsumer<K,V>):void replaceAll(BiFunction<K,V,V>):void
Entry<K,V> | getKey:K getValue:V setValue:V
AbstractMap<K,V> < Map<K,V>
HashMap<K,V> < AbstractMap<K,V>, Map<K,V>, Cloneable, Serializable
LinkedHashMap<K,V> < HashMap<K,V>
WeakHashMap<K,V> < AbstractMap<K,V>
IdentityHashMap<K,V> < AbstractMap<K,V>
EnumMap<K,V> < AbstractMap<K,V>
SortedMap<K,V> < Map<K,V> | firstKey:K lastKey:K
NavigableMap<K,V> < SortedMap<K,V> | firstEntry:Entry<K,V> lastEntry:Entry<K,V> floorEntry:Entry<K,V> ceilingEntry:Entry<K,V>
TreeMap<K,V> < AbstractMap<K,V>, NavigableMap<K,V>
ConcurrentMap<K,V> < Map<K,V>
ConcurrentHashMap<K,V> < AbstractMap<K,V>, ConcurrentMap<K,V>
ImmutableMap<K,V> < Map<K,V> | keySet:ImmutableSet<K> values:ImmutableCollection<V> entrySet:ImmutableSet<Entry<K,V>>
Properties < HashMap<Object,Object> | getProperty:String
Optional<T> | get:T orElse:T orElseThrow:T isPresent:boolean isEmpty:boolean orElseGet(Supplier<T>):T map(Function<T,R>):Optional<R> flatMap(Function<T,R>):R filter(Predicate<T>):Optional<T> ifPresent(Consumer<T>):void or(Supplier<Optional<T>>):Optional<T> stream:Stream<T>
BaseStream<T,S> < AutoCloseable | iterator:Iterator<T>
Stream<T> < BaseStream<T,Stream<T>> | filter(Predicate<T>):Stream<T> map(Function<T,R>):Stream<R> flatMap(Function<T,R>):R mapToInt(ToIntFunction<T>):IntStream mapToLong(ToLongFunction<T>):LongStream mapToObj(Function<T,R>):Stream<R> distinct:Stream<T> sorted(Comparator<T>):Stream<T> peek(Consumer<T>):Stream<T> limit:Stream<T> skip:Stream<T> forEach(Consumer<T>):void forEachOrdered(Consumer<T>):void anyMatch(Predicate<T>):boolean allMatch(Predicate<T>):boolean noneMatch(Predicate<T>):boolean findFirst:Optional<T> findAny:Optional<T> count:long reduce(BinaryOperator<T>):Optional<T> min(Comparator<T>):Optional<T> max(Comparator<T>):Optional<T> toList:List<T> takeWhile(Predicate<T>):Stream<T> dropWhile(Predicate<T>):Stream<T> sequential:Stream<T> parallel:Stream<T> onClose:Stream<T>
IntStream | mapToObj(IntFunction<R>):Stream<R> filter(IntPredicate):IntStream map(IntUnaryOperator):IntStream sum:int forEach(IntConsumer):void boxed:Stream<Integer> anyMatch(IntPredicate):boolean allMatch(IntPredicate):boolean toArray:int[]
LongStream | mapToObj(LongFunction<R>):Stream<R> sum:long
Future<V> | get:V isDone:boolean cancel:boolean
CompletionStage<T>
CompletableFuture<T> < Future<T>, CompletionStage<T> | join:T thenApply(Function<T,R>):CompletableFuture<R> thenAccept(Consumer<T>):CompletableFuture<Void> thenCompose(Function<T,R>):R whenComplete(BiConsumer<T,Throwable>):CompletableFuture<T> exceptionally(Function<Throwable,T>):CompletableFuture<T> handle(BiFunction<T,Throwable,R>):CompletableFuture<R>
Executor
ExecutorService < Executor, AutoCloseable | submit:Future
ScheduledExecutorService < ExecutorService
ScheduledFuture<V> < Future<V>
ThreadLocal<T> | get:T
Reference<T> | get:T
WeakReference<T> < Reference<T>
SoftReference<T> < Reference<T>
AtomicReference<V> | get:V getAndSet:V updateAndGet(UnaryOperator<V>):V getAndUpdate(UnaryOperator<V>):V getPlain:V getAcquire:V
Thread < Runnable | currentThread:Thread getName:String getThreadGroup:ThreadGroup
ThreadGroup | getName:String getParent:ThreadGroup
Calendar < Serializable, Cloneable, Comparable<Calendar> | *:int getInstance:Calendar getTime:Date get:int getTimeZone:TimeZone getTimeInMillis:long
GregorianCalendar < Calendar
Date < Serializable, Cloneable, Comparable<Date> | getTime:long
TimeZone < Serializable, Cloneable | getTimeZone:TimeZone getDefault:TimeZone getID:String
RoundingMode < Enum<RoundingMode> | *:RoundingMode
TimeUnit < Enum<TimeUnit> | *:TimeUnit
ChronoUnit < Enum<ChronoUnit>, TemporalUnit | *:ChronoUnit
TemporalUnit
TemporalAmount
Temporal < TemporalAccessor
TemporalAccessor
Duration < TemporalAmount, Comparable<Duration>, Serializable | *:Duration toMillis:long toNanos:long getSeconds:long ofMillis:Duration ofSeconds:Duration ofNanos:Duration between:Duration plus:Duration
Period < TemporalAmount, Serializable
Instant < Temporal, Comparable<Instant>, Serializable | *:Instant now:Instant toEpochMilli:long
LocalDate < Temporal, Serializable | *:LocalDate now:LocalDate of:LocalDate
LocalDateTime < Temporal, Serializable | *:LocalDateTime now:LocalDateTime of:LocalDateTime
LocalTime < Temporal, Serializable | *:LocalTime
ZonedDateTime < Temporal, Serializable
OffsetDateTime < Temporal, Serializable
ZoneId < Serializable | getId:String of:ZoneId
ZoneOffset < ZoneId, Comparable<ZoneOffset> | *:ZoneOffset getTotalSeconds:int
StandardCharsets | *:Charset
Charset < Comparable<Charset> | name:String forName:Charset defaultCharset:Charset
URL < Serializable | toExternalForm:String getPath:String getHost:String getProtocol:String getPort:int openStream:InputStream
URI < Comparable<URI>, Serializable | toASCIIString:String getPath:String getHost:String getScheme:String getPort:int getAuthority:String create:URI
UUID < Comparable<UUID>, Serializable | randomUUID:UUID fromString:UUID
Currency < Serializable | getCurrencyCode:String
InetAddress < Serializable | getHostAddress:String getHostName:String
InetSocketAddress < SocketAddress | getHostName:String getPort:int getAddress:InetAddress
SocketAddress < Serializable
BitSet < Cloneable, Serializable | get:boolean length:int cardinality:int nextSetBit:int
Random < Serializable | nextInt:int nextLong:long nextBoolean:boolean nextDouble:double
Lock | newCondition:Condition tryLock:boolean
Condition
ReadWriteLock | readLock:Lock writeLock:Lock
ReentrantLock < Lock, Serializable
ReentrantReadWriteLock < ReadWriteLock, Serializable
StampedLock < Serializable | asReadLock:Lock asWriteLock:Lock asReadWriteLock:ReadWriteLock
CountDownLatch | getCount:long await:boolean
ByteBuffer < Buffer, Comparable<ByteBuffer> | get:byte getInt:int getLong:long array:byte[] slice:ByteBuffer duplicate:ByteBuffer allocate:ByteBuffer wrap:ByteBuffer
CharBuffer < Buffer, CharSequence, Appendable, Comparable<CharBuffer> | get:char
Buffer | remaining:int position:int limit:int capacity:int hasRemaining:boolean
Format < Serializable, Cloneable | format:String
DateFormat < Format | parse:Date
SimpleDateFormat < DateFormat | toPattern:String
NumberFormat < Format
DecimalFormat < NumberFormat
MessageFormat < Format | toPattern:String
ParsePosition | getIndex:int
FieldPosition
Locale < Serializable, Cloneable | *:Locale getDefault:Locale toString:String getLanguage:String getCountry:String getVariant:String
Pattern < Serializable | matcher:Matcher compile:Pattern pattern:String
Matcher | group:String matches:boolean find:boolean start:int end:int
Objects | requireNonNull:T equals:boolean hash:int hashCode:int toString:String
Math | max:T min:T abs:T
System | currentTimeMillis:long nanoTime:long getProperty:String lineSeparator:String identityHashCode:int
Runnable | =():void
Callable<V> | =():V call:V
Supplier<T> | =():T get:T
BooleanSupplier | =():boolean getAsBoolean:boolean
IntSupplier | =():int getAsInt:int
LongSupplier | =():long getAsLong:long
DoubleSupplier | =():double getAsDouble:double
Consumer<T> | =(T):void
BiConsumer<T,U> | =(T,U):void
IntConsumer | =(int):void
LongConsumer | =(long):void
DoubleConsumer | =(double):void
Function<T,R> | =(T):R apply:R
BiFunction<T,U,R> | =(T,U):R apply:R
UnaryOperator<T> < Function<T,T> | =(T):T
BinaryOperator<T> < BiFunction<T,T,T> | =(T,T):T
Predicate<T> | =(T):boolean test:boolean
BiPredicate<T,U> | =(T,U):boolean test:boolean
IntPredicate | =(int):boolean test:boolean
IntFunction<R> | =(int):R apply:R
LongFunction<R> | =(long):R apply:R
IntUnaryOperator | =(int):int
IntBinaryOperator | =(int,int):int
ToIntFunction<T> | =(T):int
ToLongFunction<T> | =(T):long
ToDoubleFunction<T> | =(T):double
ToIntBiFunction<T,U> | =(T,U):int
Comparator<T> | =(T,T):int compare:int reversed:Comparator<T> thenComparing:Comparator<T>
PrivilegedAction<T> | =():T
ThreadFactory | =(Runnable):Thread
UncaughtExceptionHandler | =(Thread,Throwable):void
InvocationHandler | =(Object,Method,Object[]):Object
FileFilter | =(File):boolean
`

// A libraryType is a line of javaLibrary.
type libraryType struct {
	params  []string
	bases   []resolve.Type
	methods map[string]libraryMethod
	lambda  *libraryMethod // of a functional interface
}

type libraryMethod struct {
	params []resolve.Type
	result resolve.Type
}

// libraryVar marks a type parameter of the library by its name; those of
// methods have the number -1.
func libraryVar(name string, params []string) (resolve.Type, bool) {
	if len(name) != 1 || name[0] < 'A' || name[0] > 'Z' {
		return resolve.Unknown, false
	}
	for i, p := range params {
		if p == name {
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "$" + name, Param: i}, true
		}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "$" + name, Param: -1}, true
}

var library = func() map[string]*libraryType {
	out := map[string]*libraryType{}
	for line := range strings.Lines(javaLibrary) {
		head, methods, _ := strings.Cut(strings.TrimSpace(line), " | ")
		self, bases, _ := strings.Cut(head, " < ")
		if self == "" {
			continue
		}
		t := &libraryType{methods: map[string]libraryMethod{}}
		name, params, _ := strings.Cut(strings.TrimSuffix(self, ">"), "<")
		if params != "" {
			t.params = strings.Split(params, ",")
		}
		for _, b := range splitTypes(bases) {
			t.bases = append(t.bases, libraryRef(b, t.params))
		}
		for _, m := range strings.Fields(methods) {
			t.addMethod(m)
		}
		out[name] = t
	}
	return out
}()

// addMethod reads name:result or name(params):result.
func (t *libraryType) addMethod(s string) {
	i := strings.LastIndexByte(s, ':')
	name, params, _ := strings.Cut(strings.TrimSuffix(s[:i], ")"), "(")
	m := libraryMethod{result: libraryRef(s[i+1:], t.params)}
	for _, p := range splitTypes(params) {
		m.params = append(m.params, libraryRef(p, t.params))
	}
	if name == "=" {
		t.lambda = &m
		return
	}
	t.methods[name] = m
}

// splitTypes cuts a list at the commas that stand in no angle brackets.
func splitTypes(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == ',' && depth == 0:
			if part := strings.TrimSpace(s[start:i]); part != "" {
				out = append(out, part)
			}
			start = i + 1
		case s[i] == '<':
			depth++
		case s[i] == '>':
			depth--
		}
	}
	return out
}

// libraryRef reads a type of the table.
func libraryRef(s string, params []string) resolve.Type {
	if elem, ok := strings.CutSuffix(s, "[]"); ok {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "[]", Args: []resolve.Type{libraryRef(elem, params)}}
	}
	if t, ok := libraryVar(s, params); ok {
		return t
	}
	name, args, _ := strings.Cut(strings.TrimSuffix(s, ">"), "<")
	t := outsideType(name)
	for _, a := range splitTypes(args) {
		t.Args = append(t.Args, libraryRef(a, params))
	}
	return t
}

// put replaces the parameters of a library type by args, and those of a method
// by what vars says.
func put(t resolve.Type, args []resolve.Type, vars map[string]resolve.Type) resolve.Type {
	if strings.HasPrefix(t.Form, "$") {
		if t.Param < 0 {
			if v, ok := vars[t.Form]; ok {
				return v
			}
			return resolve.Unknown
		}
		if t.Param < len(args) {
			return args[t.Param]
		}
		return resolve.Unknown
	}
	if len(t.Args) == 0 {
		return t
	}
	out := make([]resolve.Type, len(t.Args))
	for i, a := range t.Args {
		out[i] = put(a, args, vars)
	}
	t.Args = out
	return t
}

// libraryOf returns what the table says of a type. Exceptions and errors that
// it does not have are known by their names.
func libraryOf(name string) *libraryType {
	name = resolve.LastName(name)
	if l := library[name]; l != nil {
		return l
	}
	switch {
	case strings.HasSuffix(name, "Exception"):
		return &libraryType{bases: []resolve.Type{outsideType("Exception")}}
	case strings.HasSuffix(name, "Error"):
		return &libraryType{bases: []resolve.Type{outsideType("Error")}}
	}
	return nil
}

// javaKnown reports whether the table has the type.
func javaKnown(name string) bool { return libraryOf(name) != nil }

// libraryConstant is the type of a static field: "*" in the table.
func libraryConstant(t resolve.Type, name string) (resolve.Type, bool) {
	if l := library[t.Form]; l != nil && t.Static && isConstantName(name) {
		if m, ok := l.methods["*"]; ok {
			return m.result, true
		}
	}
	return resolve.Unknown, false
}

// distance counts the steps from a library type up to another; 0 if it is
// none of its base types.
func distance(from, to string) int {
	type item struct {
		name string
		n    int
	}
	queue := []item{{resolve.LastName(from), 0}}
	for i := 0; i < len(queue) && i < 100; i++ {
		t := libraryOf(queue[i].name)
		if t == nil {
			continue
		}
		for _, b := range t.bases {
			if b.Form == to {
				return queue[i].n + 1
			}
			queue = append(queue, item{b.Form, queue[i].n + 1})
		}
	}
	return 0
}

// librarySuper is t, a type of the library, seen as its base type of a name.
func librarySuper(t resolve.Type, name string) (resolve.Type, bool) {
	if t.Form == name {
		return t, true
	}
	l := libraryOf(t.Form)
	if l == nil {
		return resolve.Type{}, false
	}
	for _, b := range l.bases {
		if s, ok := librarySuper(put(b, t.Args, nil), name); ok {
			return s, true
		}
	}
	return resolve.Type{}, false
}

// libraryMethodOf finds a method of a library type, or of the library types
// that a type of the tree extends, with the type that declares it.
func (e *eval) libraryMethodOf(t resolve.Type, name string) (libraryMethod, resolve.Type, bool) {
	var tops []resolve.Type
	if t.Def == resolve.None {
		tops = append(tops, t)
	} else {
		e.j.supers(t, func(s resolve.Type) bool {
			for _, b := range e.j.baseTypes(s) {
				if b.Def == resolve.None {
					tops = append(tops, b)
				}
			}
			return true
		})
	}
	for i := 0; i < len(tops) && i < 100; i++ {
		l := libraryOf(tops[i].Form)
		if l == nil {
			continue
		}
		if m, ok := l.methods[name]; ok {
			return m, tops[i], true
		}
		for _, b := range l.bases {
			tops = append(tops, put(b, tops[i].Args, nil))
		}
	}
	return libraryMethod{}, resolve.Type{}, false
}

// libraryResult is the type of what a library method gives.
func (e *eval) libraryResult(t resolve.Type, r *parse.Reference) resolve.Type {
	switch r.Name {
	case "toString":
		return outsideType("String")
	case "hashCode":
		return outsideType("int")
	case "equals":
		return outsideType("boolean")
	case "getClass":
		return outsideType("Class", t)
	case "clone":
		if t.Form == "[]" {
			return t
		}
	}
	if t.Static {
		if out, ok := e.libraryStatic(t, r); ok {
			return out
		}
	}
	m, owner, ok := e.libraryMethodOf(t, r.Name)
	if !ok {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
	}
	vars := map[string]resolve.Type{}
	for i, p := range m.params {
		k := int(r.Args) - len(m.params) + i
		l := library[p.Form]
		if l == nil || l.lambda == nil || k < 0 {
			continue
		}
		for name, v := range e.lambdaVars(put(p, owner.Args, keepVars), r, k) {
			vars[name] = v
		}
	}
	return put(m.result, owner.Args, vars)
}

// keepVars leaves the type parameters of methods standing.
var keepVars = func() map[string]resolve.Type {
	m := map[string]resolve.Type{}
	for c := 'A'; c <= 'Z'; c++ {
		m["$"+string(c)] = resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "$" + string(c), Param: -1}
	}
	return m
}()

// lambdaVars says what type parameters of a method are from what the function
// gives that is argument k.
func (e *eval) lambdaVars(p resolve.Type, r *parse.Reference, k int) map[string]resolve.Type {
	l := library[p.Form]
	res := put(l.lambda.result, p.Args, nil)
	if !strings.HasPrefix(res.Form, "$") || res.Param >= 0 || k >= len(r.ArgTypes()) || r.ArgTypes()[k].Name != "func" {
		return nil
	}
	if t := e.given(r, k); t.Known() {
		return map[string]resolve.Type{res.Form: boxed(t)}
	}
	return nil
}

// libraryStatic is the result of static library methods that pass on the types
// of their arguments.
func (e *eval) libraryStatic(t resolve.Type, r *parse.Reference) (resolve.Type, bool) {
	arg := func(i int) resolve.Type {
		if args := e.arguments(r); i < len(args) {
			return boxed(args[i])
		}
		return resolve.Unknown
	}
	switch t.Form + "." + r.Name {
	case "Objects.requireNonNull", "Objects.requireNonNullElse", "Math.max", "Math.min", "Math.abs", "Preconditions.checkNotNull", "Objects.requireNonNullElseGet":
		args := e.arguments(r)
		if len(args) > 0 {
			return args[0], args[0].Known()
		}
	case "Arrays.asList", "List.of", "ImmutableList.of", "Collections.singletonList", "Collections.unmodifiableList", "List.copyOf", "ImmutableList.copyOf":
		return e.collected("List", arg(0), r), true
	case "Set.of", "ImmutableSet.of", "Collections.singleton", "Collections.unmodifiableSet", "Set.copyOf", "ImmutableSet.copyOf":
		return e.collected("Set", arg(0), r), true
	case "Stream.of", "Arrays.stream":
		return e.collected("Stream", arg(0), r), true
	case "Optional.of", "Optional.ofNullable", "CompletableFuture.completedFuture", "ThreadLocal.withInitial":
		return outsideType(t.Form, arg(0)), arg(0).Known()
	case "Collections.unmodifiableMap", "Collections.unmodifiableCollection", "Collections.synchronizedMap", "Collections.synchronizedList":
		return arg(0), arg(0).Known()
	}
	return resolve.Unknown, false
}

// collected is a collection of what an argument is, or holds if it is an array
// or collection itself.
func (e *eval) collected(name string, a resolve.Type, r *parse.Reference) resolve.Type {
	if r.Args == 1 && (a.Form == "[]" || strings.HasPrefix(r.Name, "unmodifiable") || r.Name == "copyOf") {
		a = e.element(a)
	}
	return outsideType(name, a)
}

// libraryTarget is the type of the parameter of a library method that argument
// k, a function, is given to.
func (e *eval) libraryTarget(r *parse.Reference, ctx resolve.DefID, k int) (resolve.Type, bool) {
	if r.Recv == nil {
		return resolve.Unknown, false
	}
	t := e.eval(r.Recv, r.At, ctx)
	if t.Def != resolve.None {
		if ms, _ := e.methodsOf(t, r.Name); len(ms) > 0 {
			return resolve.Unknown, false
		}
	}
	m, owner, ok := e.libraryMethodOf(t, r.Name)
	if !ok {
		return resolve.Unknown, false
	}
	i := k - (int(r.Args) - len(m.params))
	if i < 0 || i >= len(m.params) {
		return resolve.Unknown, false
	}
	return put(m.params[i], owner.Args, nil).WithTier(resolve.Worse(t.Tier, 0)), true
}

// A function is what a functional interface takes and gives.
type function struct {
	params []resolve.Type
	result resolve.Type
}

// function finds the one abstract method of an interface.
func (j *tree) function(t resolve.Type) (function, bool) {
	if t.Def == resolve.None {
		l := library[t.Form]
		if l == nil || l.lambda == nil || !t.External {
			return function{}, false
		}
		fn := function{result: put(l.lambda.result, t.Args, nil)}
		for _, p := range l.lambda.params {
			fn.params = append(fn.params, put(p, t.Args, nil))
		}
		return fn, true
	}
	if !isInterface(j.table.Def(t.Def)) {
		return function{}, false
	}
	var fn function
	count := 0
	var seen []member
	var outside []resolve.Type
	j.supers(t, func(s resolve.Type) bool {
		x := j.table.Def(s.Def)
		for id := s.Def + 1; int(id) < len(j.table.Defs) && j.table.Defs[id].File == x.File && j.table.Defs[id].Range.Start < x.Range.End; id++ {
			d := j.table.Def(id)
			if d.Outer != s.Def || d.Kind != "method" || isObjectMethod(d.Name) {
				continue
			}
			known := false
			for _, o := range seen {
				known = known || j.table.Def(o.def).Name == d.Name && j.sameParams(o.def, o.owner, id, s)
			}
			if known {
				continue
			}
			seen = append(seen, member{id, s})
			if resolve.HasModifier(d, "static") || resolve.HasModifier(d, "default") || resolve.HasModifier(d, "private") {
				continue
			}
			count++
			fn = function{result: resolve.Substitute(j.declared[id], s.Def, s.Args)}
			for _, p := range j.params[id] {
				fn.params = append(fn.params, resolve.Substitute(p, s.Def, s.Args))
			}
		}
		for _, b := range j.baseTypes(s) {
			if b.Def == resolve.None {
				outside = append(outside, b)
			}
		}
		return true
	})
	if count == 0 {
		for _, o := range outside {
			if fn, ok := j.function(o); ok {
				return fn, true
			}
		}
	}
	return fn, count == 1
}

func isInterface(d *resolve.Def) bool { return d.Kind == "interface" }
