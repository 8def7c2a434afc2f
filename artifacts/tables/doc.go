// Package tables reads the tables that badger writes: sorted keys in blocks of some
// kilobytes, then an index of the blocks. Badger maps tables into memory, where a value of
// some bytes takes 64 KB, as much as the system maps at a time, and starts goroutines; a
// command of some milliseconds looks a few hundred values up. What badger itself is made of
// would be most of the program.
//
// Numbers in blocks have the order of bytes of the machine that wrote them, those at the
// ends of blocks and tables the highest byte first.
//
// A value longer than [MaxPiece] is in pieces, each under a key of its own: [PieceKey].
package tables
