package scoped

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// kotlinDefault are the types that every file imports: of kotlin and its default packages, and of
// java.lang.
var kotlinDefault = resolve.WordSet(`
Any Nothing Unit Boolean Byte Short Int Long Float Double Char String CharSequence Number Array
BooleanArray ByteArray ShortArray IntArray LongArray FloatArray DoubleArray CharArray UByte
UShort UInt ULong UByteArray UShortArray UIntArray ULongArray Enum Annotation Comparable
Comparator Function Lazy LazyThreadSafetyMode Pair Triple Result KotlinVersion
DeepRecursiveFunction DeepRecursiveScope AutoCloseable Throwable Error Exception
RuntimeException IllegalArgumentException IllegalStateException IndexOutOfBoundsException
NullPointerException UnsupportedOperationException ArithmeticException NumberFormatException
ClassCastException AssertionError NoSuchElementException ConcurrentModificationException
NoWhenBranchMatchedException KotlinNothingValueException UninitializedPropertyAccessException
NotImplementedError OutOfMemoryError Deprecated DeprecationLevel ReplaceWith Suppress
SinceKotlin DslMarker OptIn RequiresOptIn ExperimentalStdlibApi ExperimentalUnsignedTypes
ExperimentalMultiplatform PublishedApi UnsafeVariance ExtensionFunctionType ParameterName
BuilderInference OverloadResolutionByLambdaReturnType OptionalExpectation
ContextFunctionTypeParams ExposedCopyVisibility ConsistentCopyVisibility SubclassOptInRequired
WasExperimental MustUseReturnValue IgnorableReturnValue Iterable MutableIterable Collection
MutableCollection List MutableList Set MutableSet Map MutableMap Iterator MutableIterator
ListIterator MutableListIterator AbstractCollection AbstractMutableCollection AbstractList
AbstractMutableList AbstractSet AbstractMutableSet AbstractMap AbstractMutableMap
AbstractIterator ArrayDeque ArrayList HashMap HashSet LinkedHashMap LinkedHashSet RandomAccess
Grouping IndexedValue Entry BooleanIterator ByteIterator CharIterator ShortIterator IntIterator
LongIterator FloatIterator DoubleIterator Sequence SequenceScope ClosedRange
ClosedFloatingPointRange OpenEndRange CharRange IntRange LongRange UIntRange ULongRange
CharProgression IntProgression LongProgression UIntProgression ULongProgression Appendable
StringBuilder CharacterCodingException CharCategory CharDirectionality HexFormat MatchGroup
MatchGroupCollection MatchResult MatchNamedGroupCollection Regex RegexOption Typography Charsets
Serializable FileTreeWalk FileWalkDirection OnErrorAction AccessDeniedException
FileAlreadyExistsException FileSystemException NoSuchFileException Retention Target
MustBeDocumented Repeatable AnnotationRetention AnnotationTarget JvmStatic JvmField JvmName
JvmOverloads JvmInline JvmRecord JvmMultifileClass JvmSynthetic JvmDefault
JvmDefaultWithCompatibility JvmDefaultWithoutCompatibility JvmExposeBoxed JvmWildcard
JvmSuppressWildcards ImplicitlyActualizedByJvmDeclaration PurelyImplements Throws Strictfp
Synchronized Transient Volatile KClass JsName JsExport Js ThreadLocal AbstractMethodError
ArrayIndexOutOfBoundsException ArrayStoreException BootstrapMethodError Character Class
ClassCircularityError ClassFormatError ClassLoader ClassNotFoundException ClassValue
CloneNotSupportedException Cloneable Compiler EnumConstantNotPresentException
ExceptionInInitializerError FunctionalInterface IllegalAccessError IllegalAccessException
IllegalCallerException IllegalMonitorStateException IllegalThreadStateException
IncompatibleClassChangeError InheritableThreadLocal InstantiationError InstantiationException
Integer InternalError InterruptedException LayerInstantiationException LinkageError Math Module
ModuleLayer NegativeArraySizeException NoClassDefFoundError NoSuchFieldError
NoSuchFieldException NoSuchMethodError NoSuchMethodException Object Override Package Process
ProcessBuilder ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime
RuntimePermission SafeVarargs ScopedValue SecurityException SecurityManager StackOverflowError
StackTraceElement StackWalker StrictMath StringBuffer StringIndexOutOfBoundsException
StringTemplate SuppressWarnings System Thread ThreadDeath ThreadGroup TypeNotPresentException
UnknownError UnsatisfiedLinkError UnsupportedClassVersionError VerifyError VirtualMachineError
Void WrongThreadException MatchException`)

// kotlinOfAny are the members and the extensions of the default packages that every object has.
var kotlinOfAny = resolve.WordSet(`
equals hashCode toString also apply let run takeIf takeUnless to javaClass copy with name
ordinal entries values valueOf getClass wait notify notifyAll runCatching use compareTo
declaringJavaClass`)

// kotlinLost reports whether a name that the tree does not have cannot come from elsewhere: of a
// type, that no import, default package or outer class may provide; of a member of a class whose
// bases are known, that no import may provide as an extension.
func kotlinLost(e *eval, r *parse.Reference, of resolve.Type, from resolve.DefID) bool {
	if len(e.imports[e.w.fold(r.Name)]) > 0 || e.importsOutside(from, r.At) {
		return false
	}
	if of.Def > resolve.None {
		return !kotlinOfAny[r.Name] && !strings.HasPrefix(r.Name, "component") &&
			len(e.ix.Def(of.Def).Decorators) == 0 // annotation processors add members
	}
	if len(r.Recv) > 0 || len(r.Name) < 2 || !unicode.IsUpper(rune(r.Name[0])) ||
		strings.ToUpper(r.Name) == r.Name || kotlinDefault[r.Name] || strings.HasPrefix(r.Name, "Function") {
		return false
	}
	for d := from; d != resolve.None; d = e.ix.Def(d).Outer {
		if e.ix.Def(d).Kind.IsType() && e.isOpen(resolve.Type{Def: e.w.typeOf(d), Owner: resolve.None}) {
			return false
		}
	}
	return true
}

// importsOutside reports whether a wildcard import in effect names a package that the tree does
// not have.
func (e *eval) importsOutside(from resolve.DefID, at uint32) bool {
	return slices.ContainsFunc(e.stars, func(i int) bool {
		im := &e.b.File.Imports[i]
		return e.holds(im, from, at) && !e.target(im, 0).found()
	})
}
