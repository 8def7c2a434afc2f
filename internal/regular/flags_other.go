//go:build !unix

package regular

// NonBlock is the flag of os.OpenFile that keeps it from waiting: there is none.
const NonBlock = 0

const noFollow = 0
