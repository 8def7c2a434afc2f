// Package r resolves R.
//
// R looks a name up when it runs: in the function around, in the functions around that, then in the
// namespace of the package or among what scripts have loaded, then in what is imported or attached,
// and in the packages that R starts with. A call passes over variables that hold no function. The
// package follows the same way; each step has a file or a function of its own:
//
//	names.go     the functions around a place, then the file or the namespace
//	packages.go  DESCRIPTION, NAMESPACE, tags of roxygen, the order in which files are loaded
//	files.go     what scripts source and attach, helpers of tests, applications of Shiny
//	rules.go     classes, their members and bases
//	eval.go      what expressions are: functions, classes, objects, data with a class attribute
//	generics.go  generics and their methods, of S3, S4 and S7
//	calls.go     what a reference means in the end
//
// # Names
//
// All files in the folder R of a package are one namespace. Of several definitions of a name the one
// that is loaded last is in force, for all files; only definitions in branches of one statement are
// alternatives, and a call leads to each of them with tier hierarchy. What a package imports is said
// by NAMESPACE, or by tags of roxygen where there is none.
//
// A script sees its own definitions, what it sources and, less certainly, what the scripts have that
// source it. Scripts that do not source each other share no names, even if one of them defines what
// the other lacks. Tests of testthat see the whole namespace of their package, whether it exports a
// name or not.
//
// What no file of the tree defines is external if a package of R has it, or if it may come from a
// package outside the tree that is imported as a whole; else it is not found.
//
// # Values
//
// R declares no types. The evaluator finds classes where objects are made: by new, by a generator, by
// structure(class = …) or an assignment of the class attribute, and follows them through variables,
// fields and the results of functions. It is used for members (x$pay()), for the methods that
// operators and generics of R itself run, and to tell data from functions.
//
// # Tiers
//
// A call by a name that scopes decide is exact, and so are members of self. What goes by the value of
// an expression is typed. Where a base class outside the tree may have a nearer member, it is unique.
// Several candidates of which one runs are hierarchy, as is the call of a function that a caller
// passed in. A name in a string is heuristic.
//
// # Dispatch
//
// A generic of the tree is called by its callers and dispatches to its methods. A function is a
// method of S3 only if what precedes a dot in its name is a generic, and what follows it is a class
// that NAMESPACE registers, that the tree gives objects, or that R itself has: a dot in a name proves
// nothing. The methods of generics that R itself has, print or the operators, are called where the
// class of the argument is known.
//
//	area <- function(s) UseMethod("area")
//	area.circle <- function(s) s$r        # area dispatches to it
//	run <- function() {
//	  area(circle(1))                     # calls area
//	  print(circle(1))                    # calls print.circle
//	}
//
// NextMethod goes on with the method for the next class in a class attribute that the tree makes, or
// with the default; callNextMethod with that for the nearest base; callSuper and super$ with the
// member of the nearest base that has one.
//
// # What is not known
//
//   - Names that are made at run time: do.call(paste0("fmt_", kind), …). They are listed as open.
//   - What parameters are given: a call of a member of a parameter has an unknown receiver, unless
//     the signature of a method of S4 says its class.
//   - Elements of lists, apart from the fields of objects: state$queue$push(1).
//   - What code does to environments: attach, sys.function, eval in another frame, delayedAssign.
//   - Names that packages outside the tree define, if they are attached and are none of those that
//     come with R: such a name is external, since one of them must have it.
//   - Which folder a script runs in: a path in a call of source is looked for from the folder of the
//     file, then from those around it.
//   - Which methods of a reference class code uses by name that is not called: lapply(x, check) may
//     mean a function outside of the class, depending on which methods have run before.
//
// Names that a data frame may have as columns never lead to functions: the front end leaves them out
// by tables of functions that look names up in data, and this package does so for functions of the
// tree that quote their parameters.
package r
