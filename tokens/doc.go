// Package tokens is the single definition of tokens, both of models (Counter)
// and of the search index (Analyzer).
//
// # Tokens of models
//
// A Counter counts the tokens of a text. The counts for the encodings
// o200k_base and cl100k_base are exact: a splitter cuts the text into pieces as
// the published pattern of the encoding does, and byte-pair merging joins the
// bytes of each piece to tokens. Names of special tokens, such as
// <|endoftext|>, are ordinary text. Bytes that are not valid UTF-8 count as
// U+FFFD, one each. Letters, marks, numbers and white space are those of the
// Unicode version of package unicode; a published encoder of another version
// may differ in the characters that only one of them has.
//
// The counters words and chars4 are simple rules for consumers that count like
// that.
//
// # Sums
//
// A budget must hold exactly, and a sum of counts guarantees little: at the
// joint of two texts a piece may form that merges worse than its halves, so the
// count of a+b may be smaller or larger than the sum of the counts of a and b.
// Every counter guarantees:
//
//   - the count of a text never exceeds its length in bytes once invalid bytes
//     are replaced, and equal texts have equal counts;
//   - if Additive(a, b), the count of a+b is the sum.
//
// Additivity chains: if it holds between each two neighbours of t1, t2, ... tn,
// none of them empty, the count of the whole is the sum. For the encodings it
// holds if a text that ends its last line is followed by one that starts with a
// letter; so blocks can be laid out to add up. Where it does not hold, count
// the final text, which is cheap.
//
// # Terms of the index
//
// An Analyzer finds the terms under which a text is indexed and searched:
// identifiers as written, and their stemmed parts, all in lower case. Index and
// query use the same analyzer and so the same rules: a text indexed under a
// term is found by every query that contains it. Letters keep their diacritics,
// and composed and decomposed forms are distinct.
package tokens
