// Package r resolves R.
//
// R looks names up at run time: in the enclosing function and the functions around
// it, then in the namespace of the package or among the definitions that scripts have
// loaded, then in imported or attached packages, and in those that R starts with. A
// call skips variables that do not hold a function. Package r uses the same order;
// each step has a separate file or function:
//
//	names.go     the enclosing functions, then the file or the namespace
//	packages.go  DESCRIPTION, NAMESPACE, tags of roxygen, the order in which files are loaded
//	files.go     sourced files and attached packages, helpers of tests, Shiny applications
//	rules.go     classes, their members and bases
//	eval.go      values of expressions: functions, classes, objects, data with a class attribute
//	generics.go  generics and their methods, of S3, S4 and S7
//	calls.go     targets of references
//
// # Names
//
// All files in the folder R of a package share one namespace. Of several definitions
// of a name the one loaded last is in force, for all files; only definitions in
// branches of one statement are alternatives, and a call targets each of them with
// tier hierarchy. The imports of a package are declared in NAMESPACE, or by roxygen
// tags if that is missing.
//
// A script sees its own definitions, those of the files that it sources and, less
// certainly, those of the scripts that source it. Scripts that do not source each
// other share no names, even if one of them defines a name that the other lacks.
// Tests of testthat see the whole namespace of their package, whether it exports a
// name or not.
//
// A name without a definition in the tree is external if a package of R has it, or if
// it may come from an external package that is imported as a whole; otherwise it is
// not found.
//
// # Values
//
// R declares no types. The evaluator finds classes where objects are created: by new,
// by a generator, by structure(class = …) or an assignment of the class attribute,
// and propagates them through variables, fields and the results of functions. It is
// used for members (x$pay()), for the dispatch of operators and generics of R itself,
// and to distinguish data from functions.
//
// # Tiers
//
// A call by a name resolved by scopes is exact, and so are members of self. Targets
// determined by the value of an expression are typed. If an external base class may
// have a nearer member, the tier is unique. Several candidates of which one runs are
// hierarchy, as is the call of a function that a caller passed in. A name in a string
// is heuristic.
//
// # Dispatch
//
// A generic of the tree is called by its callers and dispatches to its methods. A
// function is an S3 method only if the part of its name before a dot is a generic,
// and the part after it is a class that NAMESPACE registers, that the tree assigns to
// objects, or that R itself has: a dot in a name proves nothing. The methods of R's
// own generics, print or the operators, are called where the class of the argument is
// known.
//
//	area <- function(s) UseMethod("area")
//	area.circle <- function(s) s$r        # area dispatches to it
//	run <- function() {
//	  area(circle(1))                     # calls area
//	  print(circle(1))                    # calls print.circle
//	}
//
// NextMethod calls the method for the next class in a class attribute created by the
// tree, or the default; callNextMethod calls that for the nearest base; callSuper and
// super$ the member of the nearest base that has one.
//
// # Limitations
//
//   - Names computed at run time: do.call(paste0("fmt_", kind), …). They are listed as open.
//   - Arguments: a call of a member of a parameter has an unknown receiver, unless
//     the signature of an S4 method declares its class.
//   - Elements of lists, apart from the fields of objects: state$queue$push(1).
//   - Manipulation of environments: attach, sys.function, eval in another frame, delayedAssign.
//   - Names of external packages, if they are attached and are not among those that
//     come with R: such a name is external, since one of them must have it.
//   - The working directory of a script: a path in a call of source is looked up from its
//     folder, then from the folders above.
//   - Methods of a reference class used by name without a call: lapply(x, check) may
//     refer to a function outside the class, depending on which methods have run before.
//
// Names that may be columns of a data frame never resolve to functions: the front end
// excludes them by tables of functions that look names up in data, and this package
// does so for functions of the tree that quote their parameters.
package r
