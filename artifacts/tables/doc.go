// Package tables reads the tables that badger writes: sorted keys in blocks of some
// kilobytes, then an index of the blocks. Badger itself maps tables into memory, where
// even a small value takes 64 KB, the granularity of the system, and starts goroutines,
// whereas a command of some milliseconds only looks up a few hundred values. Badger and
// its dependencies would also make up most of the program.
//
// Numbers in blocks have the byte order of the machine that wrote them; those at the ends
// of blocks and tables are big-endian.
//
// A value longer than [MaxPiece] is split into pieces with separate keys: [PieceKey].
package tables
