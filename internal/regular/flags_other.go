//go:build !unix

package regular

// NonBlock is the flag of os.OpenFile that keeps it from blocking; this system has
// none.
const NonBlock = 0

const noFollow = 0
