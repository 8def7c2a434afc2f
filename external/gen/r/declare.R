# Prints what the packages export that come with R, an object a line: the package, the name, whether it
# is a function, whether that is a generic of S3, what it returns, and its parameters, those with a
# default value with "=".
packages <- rownames(installed.packages(priority = c("base", "recommended")))
packages <- setdiff(packages, "translations")

# Functions that may return a function: what they are given, or what a name means.
open <- c("attr", "do.call", "dynGet", "eval", "eval.parent", "evalq", "Find", "force", "forceAndCall",
  "get", "get0", "getAnywhere", "getElement", "getExportedValue", "getFromNamespace", "getMethod",
  "getOption", "getS3method", "identity", "ifelse", "invisible", "local", "mget", "readRDS", "Recall",
  "Reduce", "selectMethod", "slot", "suppressMessages", "suppressWarnings", "switch", "try",
  "tryCatch", "unserialize", "with", "withCallingHandlers", "within", "withVisible", "[", "[[", "$",
  "@", "(", "{", "if", "getElement", "trace", "standardGeneric", "NextMethod", "UseMethod",
  "callNextMethod", "bquote", "substitute", "quote", "Filter", "Map")
# Functions that return a function.
makers <- c("approxfun", "as.function", "colorRamp", "colorRampPalette", "deriv", "deriv3", "ecdf",
  "getFunction", "getRefClass", "getGenerics", "match.fun", "Negate", "setClass", "setGeneric",
  "setRefClass", "selfStart", "splinefun", "stepfun", "Vectorize", "trans3d", "cmpfun", "interpSpline")

internal <- c(tools:::.get_internal_S3_generics(), unlist(lapply(c("Math", "Ops", "Summary"), getGroupMembers)))

calls <- function(e) {
  if (is.call(e)) {
    if (identical(e[[1]], quote(UseMethod))) return(TRUE)
    for (x in as.list(e)) if (!missing(x) && calls(x)) return(TRUE)
  }
  FALSE
}

for (p in sort(packages)) {
  ns <- getNamespace(p)
  names <- if (p == "base") ls(ns, all.names = TRUE) else getNamespaceExports(ns)
  for (n in sort(names[!grepl("^\\.__", names)], method = "radix")) {
    x <- getExportedValue(p, n)
    f <- is.function(x)
    params <- if (f) as.list(formals(args(x)))
    params <- vapply(names(params), function(i) {
      paste0(i, if (!identical(params[[i]], quote(expr = ))) "=")
    }, "")
    returns <- if (n %in% makers) "function" else if (n %in% open) "" else "value"
    cat(p, n, f, f && (n %in% internal || calls(body(x))), returns, paste(params, collapse = " "), sep = "\t")
    cat("\n")
  }
}
