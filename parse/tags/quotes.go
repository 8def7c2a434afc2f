package tags

import "seedgraph/parse"

// quotes are the strings and comments that a scanner finds. If one has no end, the text is
// read a second time with short ones: any string may be the one, and has taken what is
// code for text and text for code.
type quotes struct {
	heads  *parse.LineMend
	list   []parse.Range // in the order of their ends
	broken bool          // a string, a comment or a bracket has no end
	short  bool          // strings, and comments without end, end before the next definition
}

// endString adds the string of the bytes [at, end) and returns where it ends; end is
// beyond the text if it has no end.
func (q *quotes) endString(text string, at, end int) int {
	if q.short {
		end = q.heads.Next(text[:min(end, len(text))], at)
	}
	q.broken = q.broken || end > len(text)
	end = min(end, len(text))
	q.list = append(q.list, parse.Range{Start: uint32(at), End: uint32(end)})
	return end
}

// endComment is endString for a comment.
func (q *quotes) endComment(text string, at, end int) int {
	if end <= len(text) {
		q.list = append(q.list, parse.Range{Start: uint32(at), End: uint32(end)})
		return end
	}
	return q.endString(text, at, end)
}

// report lists the definitions that the facts of a broken file lack.
func (q *quotes) report(f *parse.Facts) {
	if f.HasError = q.broken; f.HasError {
		q.heads.FindLost(f, func(at int) bool {
			for _, r := range q.list {
				if r.Contains(uint32(at)) {
					return true
				}
			}
			return false
		})
	}
}
