// Package embedding computes vectors of texts from a static embedding: a table with one vector
// for each token of a vocabulary, in the form of model2vec. No model runs: the vector of a text
// is the mean of the vectors of its tokens.
//
//   - [ReadFolder] reads a table from model.safetensors and tokenizer.json.
//   - A [Table] holds it in a compact form, with one signed byte a number, that artifacts store
//     and [Decode] reads without parsing: words are found by binary search.
//   - An [Encoder] computes the vectors of texts.
//
// Identifiers are split into words before a tokenizer sees them, since the vocabularies hold
// words of prose.
package embedding
