// Package tokens holds the one definition of a token, both to a model (Counter)
// and to the search index (Analyzer).
//
// # Tokens of a model
//
// A Counter says how many tokens a text has. Those of the encodings
// o200k_base and cl100k_base are exact: a splitter cuts the text into pieces
// as the published pattern of the encoding does, and byte-pair merging joins
// the bytes of each piece to tokens. Names of special tokens, such as
// <|endoftext|>, are ordinary text. Bytes that are no valid UTF-8 count as
// U+FFFD, one each. Letters, marks, numbers and white space are those of the
// Unicode version of package unicode; a published encoder of another version
// may differ in the characters that are in one of them alone.
//
// The counters words and chars4 are plain rules for consumers that count so.
//
// # Sums
//
// A budget is a proof, and a sum of counts proves little: at the joint of two
// texts a piece may form that merges worse than its halves, so the count of
// a+b may be smaller or larger than the sum of the counts of a and b. What
// holds, for every counter:
//
//   - the count of a text never exceeds its length in bytes once invalid
//     bytes are replaced, and equal texts have equal counts;
//   - where Additive(a, b), the count of a+b is the sum.
//
// Additivity chains: if it holds between each two neighbours of t1, t2, ... tn,
// none of them empty, the count of the whole is the sum. It holds, for the
// encodings, where a text that ends its last line is followed by one that
// starts with a letter; so blocks can be laid out to add up. Where it does
// not hold, count the final text: that is cheap.
//
// # Terms of the index
//
// An Analyzer finds the terms under which a text is filed and looked for:
// identifiers as they are written and their parts, in lower case, the parts
// stemmed. Index and query must use the same one, and so share its rules: what
// is filed under a term is found by every text that has it. Letters keep their
// diacritics, and composed and decomposed forms are two.
package tokens
