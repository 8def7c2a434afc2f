#!/usr/bin/env Rscript
# Extracts ground truth about R programs from R itself.
#
#   Rscript scripts/truth/r.R ARCHIVE.txtar...
#
# runs main.R of each archive, with every named function instrumented to report its callers, and writes
# the section truth: lines `call FILE:LINE --> FILE:LINE`, from the line of the name of the function
# around a call site to that of the function that runs. Code at the top level of a file has the line 1.
# The name of a function and the keyword function must be on one line.
#
#   Rscript scripts/truth/r.R --package DIR [--indexer BIN]
#
# indexes a package and compares it with R: its functions (parse), the calls among them
# (codetools::findGlobals), and what its NAMESPACE exports, registers and imports (parseNamespaceFile).
#
# It needs the Debian packages r-base-core, r-recommended, r-cran-jsonlite and r-cran-r6.

sections <- c("want", "truth", "missed")

read_archive <- function(path) {
  lines <- readLines(path)
  heads <- grep("^-- .+ --$", lines)
  ends <- c(heads[-1] - 1, length(lines))
  files <- lapply(seq_along(heads), function(i) lines[seq_len(ends[i] - heads[i]) + heads[i]])
  names(files) <- sub("^-- (.+) --$", "\\1", lines[heads])
  list(comment = lines[seq_len(heads[1] - 1)], files = files)
}

write_archive <- function(path, archive) {
  out <- archive$comment
  for (name in names(archive$files)) out <- c(out, paste("--", name, "--"), archive$files[[name]])
  writeLines(out, path)
}

# ---- archives: programs that report their calls

is_function <- function(e) is.call(e) && identical(e[[1]], as.name("function"))

unwrap <- function(e) {
  while (is.call(e) && identical(e[[1]], as.name("(")) && length(e) == 2) e <- e[[2]]
  e
}

# told returns a function instrumented to report each of its calls.
told <- function(f, file) {
  id <- paste0(file, ":", as.integer(f[[4]])[1])
  f[[3]] <- bquote({
    .fn_id <- .(id)
    .enter(.fn_id, parent.frame())
    .(instrument(f[[3]], file))
  })
  with_defaults(f, file)
}

# with_defaults instruments the default values of a function.
with_defaults <- function(f, file) {
  for (i in seq_along(f[[2]])) {
    if (is.call(f[[2]][[i]])) f[[2]][[i]] <- instrument(f[[2]][[i]], file)
  }
  f
}

makers <- c("R6Class", "setRefClass", "setMethod", "setReplaceMethod", "setGeneric", "setValidity", "setClass",
  "assign", "list", "method<-")

instrument <- function(e, file, member = FALSE) {
  if (!is.call(e)) return(e)
  head <- if (is.name(e[[1]])) as.character(e[[1]]) else if (is.call(e[[1]]) &&
    identical(e[[1]][[1]], as.name("::"))) as.character(e[[1]][[3]]) else ""
  if (is_function(e)) {
    e[[3]] <- instrument(e[[3]], file)
    return(with_defaults(e, file))
  }
  if (head %in% c("<-", "<<-", "=") && is_function(unwrap(e[[3]]))) {
    e[[3]] <- told(unwrap(e[[3]]), file)
    return(e)
  }
  defines <- head %in% setdiff(makers, "list") || head == "list" && member
  for (i in seq_along(e)[-1]) {
    if (!is.call(e[[i]])) next
    x <- e[[i]]
    e[[i]] <- if (defines && is_function(x)) told(x, file) else instrument(x, file, defines)
  }
  e
}

trace_archive <- function(path) {
  archive <- read_archive(path)
  sources <- archive$files[!names(archive$files) %in% sections]
  dir <- tempfile("truth-")
  for (name in names(sources)) {
    full <- file.path(dir, name)
    dir.create(dirname(full), showWarnings = FALSE, recursive = TRUE)
    text <- sources[[name]]
    if (grepl("\\.[rR]$", name)) {
      code <- as.list(parse(text = text, keep.source = TRUE))
      code <- lapply(code, instrument, file = name)
      enter <- sprintf(".top <- c(%s, .top)", deparse(paste0(name, ":1")))
      text <- c(enter, ".fn_id <- .top[1]", vapply(code, function(e) {
        paste(deparse(e, control = c("keepNA", "keepInteger", "niceNames", "showAttributes")), collapse = "\n")
      }, ""), ".top <- .top[-1]", ".fn_id <- .top[1]")
    }
    writeLines(text, full)
  }
  log <- file.path(dir, ".calls")
  run <- tempfile(fileext = ".R")
  writeLines(c(
    ".top <- character(); .fn_id <- NULL",
    sprintf(".log <- file(%s, 'w')", deparse(log)),
    ".enter <- function(id, frame) {",
    "  from <- get0('.fn_id', envir = frame, inherits = TRUE)",
    "  if (!is.null(from) && !is.na(from)) writeLines(paste('call', from, '-->', id), .log)",
    "}",
    sprintf("setwd(%s)", deparse(dir)),
    "invisible(utils::capture.output(source('main.R')))",
    "close(.log)"), run)
  status <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", run))
  if (status != 0) stop(path, ": the program fails")
  archive$files$truth <- sort(unique(readLines(log)), method = "radix")
  write_archive(path, archive)
  cat(path, ": ", length(archive$files$truth), " calls\n", sep = "")
}

# ---- packages

source_files <- function(dir) {
  files <- list.files(file.path(dir, "R"), pattern = "\\.[RrSsq]$")
  files <- sort(files, method = "radix")
  desc <- read.dcf(file.path(dir, "DESCRIPTION"))
  if ("Collate" %in% colnames(desc)) {
    order <- scan(text = gsub("['\",]", " ", desc[1, "Collate"]), what = "", quiet = TRUE)
    files <- c(intersect(order, files), setdiff(files, order))
  }
  file.path(dir, "R", files)
}

# functions_of returns the functions and generics that files define at top level, the last one of each
# name.
functions_of <- function(files) {
  out <- list()
  add <- function(e, file) {
    if (!is.call(e)) return()
    head <- if (is.name(e[[1]])) as.character(e[[1]]) else ""
    if (head %in% c("<-", "=", "<<-")) {
      target <- e[[2]]
      value <- unwrap(e[[3]])
      if (is_function(value) && (is.name(target) || is.character(target))) {
        out[[as.character(target)]] <<- list(f = eval(value, new.env()), file = file)
      }
      if (is.call(value) && is.name(value[[1]]) && as.character(value[[1]]) %in% c("<-", "=")) add(value, file)
    } else if (head == "setGeneric" && is.character(e[[2]])) {
      for (x in as.list(e)[-(1:2)]) if (is_function(x)) out[[e[[2]]]] <<- list(f = eval(x, new.env()), file = file)
      if (is.null(out[[e[[2]]]])) out[[e[[2]]]] <<- list(f = function() NULL, file = file)
    } else if (head == "if") {
      for (x in as.list(e)[-(1:2)]) add(x, file)
    } else if (head == "{") {
      for (x in as.list(e)[-1]) add(x, file)
    }
  }
  for (file in files) {
    code <- tryCatch(parse(file, keep.source = FALSE, encoding = "UTF-8"), error = function(e) NULL)
    for (e in as.list(code)) add(e, file)
  }
  out
}

report <- function(what, truth, found, show = 12) {
  truth <- unique(truth)
  found <- unique(found)
  hit <- length(intersect(truth, found))
  cat(sprintf("%-28s truth %5d  found %5d  recall %.4f  precision %.4f\n", what, length(truth), length(found),
    if (length(truth)) hit / length(truth) else 1, if (length(found)) hit / length(found) else 1))
  for (x in head(setdiff(truth, found), show)) cat("    lacks ", x, "\n")
  for (x in head(setdiff(found, truth), show)) cat("    wrong ", x, "\n")
}

compare_package <- function(dir, indexer) {
  name <- read.dcf(file.path(dir, "DESCRIPTION"))[1, "Package"]
  files <- source_files(dir)
  fns <- functions_of(files)
  out <- tempfile("index-")
  quiet <- system2(indexer, c("build", dir, "--out", out, "--quiet"), stdout = FALSE, stderr = FALSE)
  read <- function(format) {
    text <- system2(indexer, c("export", out, "--format", format, "--externals"), stdout = TRUE)
    jsonlite::stream_in(textConnection(text), verbose = FALSE)
  }
  nodes <- read("nodes.jsonl")
  edges <- read("edges.jsonl")
  short <- function(id) utils::URLdecode(sub("@[a-z2-7]{10}$", "", sub("^[^#]*#", "", id)))
  own <- nodes[!is.na(nodes$path) & grepl("^R/[^/]+$", nodes$path), ]
  own$symbol <- short(own$id)
  owner <- sub("\\$.*$", "", own$symbol) # for a nested function the top-level one
  names(owner) <- own$id
  top <- own[own$kind == "function" & !grepl("$", own$symbol, fixed = TRUE), ]
  report("top-level functions", names(fns), top$symbol)

  truth <- unlist(lapply(names(fns), function(n) {
    called <- tryCatch(codetools::findGlobals(fns[[n]]$f, merge = FALSE)$functions, error = function(e) NULL)
    called <- intersect(called, names(fns))
    if (length(called)) paste(n, "->", called)
  }))
  calls <- edges[edges$edge_type == "Calls" & edges$src_id %in% own$id & edges$dst_id %in% top$id, ]
  calls <- calls[owner[calls$src_id] %in% names(fns), ]
  pairs <- paste(owner[calls$src_id], "->", owner[calls$dst_id])
  report("calls", truth, pairs)
  exact <- calls$tier == "exact"
  report("calls of tier exact", truth, pairs[exact], 0)

  ns <- parseNamespaceFile(basename(normalizePath(dir)), dirname(normalizePath(dir)))
  exported <- ns$exports
  for (p in ns$exportPatterns) exported <- c(exported, grep(p, names(fns), value = TRUE))
  has <- vapply(top$flags, function(f) "exported" %in% unlist(f), NA)
  methods <- ns$S3methods
  registered <- ifelse(is.na(methods[, 3]), paste0(methods[, 1], ".", methods[, 2]), methods[, 3])
  report("exports and S3 methods", intersect(c(exported, ns$exportMethods, registered), names(fns)), top$symbol[has])

  imported <- do.call(rbind, lapply(ns$imports, function(i) {
    if (is.list(i) && length(i) > 1) cbind(i[[1]], as.character(i[[2]])) else NULL
  }))
  if (!is.null(imported)) {
    called <- unique(unlist(lapply(fns, function(x) {
      tryCatch(codetools::findGlobals(x$f, merge = FALSE)$functions, error = function(e) NULL)
    })))
    imported <- imported[imported[, 2] %in% setdiff(called, names(fns)), , drop = FALSE]
    from <- edges[edges$src_id %in% own$id & !edges$dst_id %in% nodes$id[!is.na(nodes$path)], ]
    target <- nodes$name[match(from$dst_id, nodes$id)]
    wanted <- paste0(imported[, 1], ".", imported[, 2])
    report("imports", wanted, intersect(target, wanted))
  }
}

args <- commandArgs(trailingOnly = TRUE)
if (length(args) >= 2 && args[1] == "--package") {
  indexer <- if (length(args) >= 4 && args[3] == "--indexer") args[4] else "bin/indexer"
  compare_package(args[2], indexer)
} else if (length(args) > 0) {
  for (path in args) trace_archive(path)
} else {
  stop("name archives, or --package DIR")
}
