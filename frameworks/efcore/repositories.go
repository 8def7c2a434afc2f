package efcore

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A repository is a generic library type that works on a context: its methods read and
// write the rows of its first type argument.
type repository map[string]graph.Ops // by method; 0 reads

// repositoryOf builds a repository from its methods, grouped by operation.
func repositoryOf(reads, inserts, updates, deletes string) repository {
	out := repository{}
	for _, x := range []struct {
		names string
		ops   graph.Ops
	}{{reads, 0}, {inserts, graph.Insert}, {updates, graph.Update}, {deletes, graph.Delete}} {
		for _, name := range strings.Fields(x.names) {
			out[name] |= x.ops
		}
	}
	return out
}

// Of Ardalis.Specification, of ABP and of its predecessor, by their documentation.
var (
	ofSpecifications = repositoryOf(`GetByIdAsync GetBySpecAsync FirstOrDefaultAsync
		SingleOrDefaultAsync ListAsync CountAsync AnyAsync AsAsyncEnumerable`,
		"AddAsync AddRangeAsync", "UpdateAsync UpdateRangeAsync", "DeleteAsync DeleteRangeAsync")
	ofABP = repositoryOf(`GetAsync FindAsync GetListAsync GetCountAsync GetPagedListAsync
		GetQueryableAsync WithDetailsAsync WithDetails FirstOrDefaultAsync FirstAsync
		SingleOrDefaultAsync SingleAsync AnyAsync CountAsync LongCountAsync ToListAsync`,
		"InsertAsync InsertManyAsync", "UpdateAsync UpdateManyAsync",
		"DeleteAsync DeleteManyAsync DeleteDirectAsync")
	ofBoilerplate = repositoryOf(`Get GetAsync GetAll GetAllAsync GetAllReadonly GetAllList
		GetAllListAsync GetAllIncluding Single SingleAsync FirstOrDefault FirstOrDefaultAsync Load
		Query Count CountAsync LongCount LongCountAsync`,
		`Insert InsertAsync InsertAndGetId InsertAndGetIdAsync InsertOrUpdate InsertOrUpdateAsync
		InsertOrUpdateAndGetId InsertOrUpdateAndGetIdAsync`,
		`Update UpdateAsync InsertOrUpdate InsertOrUpdateAsync InsertOrUpdateAndGetId
		InsertOrUpdateAndGetIdAsync`,
		"Delete DeleteAsync HardDelete HardDeleteAsync")
)

// Of ASP.NET Core Identity: its managers keep users and roles in the tables of a
// context. Every change of a user ends with an update of the row.
var (
	ofUsers = repositoryOf(`FindByIdAsync FindByNameAsync FindByEmailAsync FindByLoginAsync
		GetUserAsync GetUsersInRoleAsync GetUsersForClaimAsync`,
		"CreateAsync",
		`UpdateAsync AddPasswordAsync ChangePasswordAsync RemovePasswordAsync ResetPasswordAsync
		SetEmailAsync ChangeEmailAsync ConfirmEmailAsync SetUserNameAsync SetPhoneNumberAsync
		ChangePhoneNumberAsync SetTwoFactorEnabledAsync SetLockoutEnabledAsync
		SetLockoutEndDateAsync AccessFailedAsync ResetAccessFailedCountAsync
		UpdateSecurityStampAsync UpdateNormalizedEmailAsync UpdateNormalizedUserNameAsync
		AddToRoleAsync AddToRolesAsync RemoveFromRoleAsync RemoveFromRolesAsync AddClaimAsync
		AddClaimsAsync ReplaceClaimAsync RemoveClaimAsync RemoveClaimsAsync AddLoginAsync
		RemoveLoginAsync SetAuthenticationTokenAsync RemoveAuthenticationTokenAsync
		ResetAuthenticatorKeyAsync GenerateNewTwoFactorRecoveryCodesAsync`,
		"DeleteAsync")
	ofRoles = repositoryOf("FindByIdAsync FindByNameAsync RoleExistsAsync", "CreateAsync",
		"UpdateAsync SetRoleNameAsync AddClaimAsync RemoveClaimAsync UpdateNormalizedRoleNameAsync",
		"DeleteAsync")
	ofSignIns = repositoryOf(`PasswordSignInAsync ExternalLoginSignInAsync
		GetTwoFactorAuthenticationUserAsync ValidateSecurityStampAsync`, "", "", "")
)

// repositories are the library types, by full name.
var repositories = map[string]repository{
	"Microsoft.AspNetCore.Identity.UserManager":   ofUsers,
	"Microsoft.AspNetCore.Identity.RoleManager":   ofRoles,
	"Microsoft.AspNetCore.Identity.SignInManager": ofSignIns,

	"Ardalis.Specification.IReadRepositoryBase":                ofSpecifications,
	"Ardalis.Specification.IRepositoryBase":                    ofSpecifications,
	"Ardalis.Specification.EntityFrameworkCore.RepositoryBase": ofSpecifications,

	"Volo.Abp.Domain.Repositories.IReadOnlyBasicRepository": ofABP,
	"Volo.Abp.Domain.Repositories.IReadOnlyRepository":      ofABP,
	"Volo.Abp.Domain.Repositories.IBasicRepository":         ofABP,
	"Volo.Abp.Domain.Repositories.IRepository":              ofABP,

	"Abp.Domain.Repositories.IRepository": ofBoilerplate,
}

// onRepository records the use by a call on a library repository, or in a class that is
// one. Methods that the tree declares are analysed themselves.
func (u *uses) onRepository(e *parse.Expr, recv resolve.Type) {
	if u.at.in.Referent(e.At).Def != resolve.None {
		return
	}
	if e.Recv == nil {
		c := u.table.EnclosingType(u.at.def)
		if c == resolve.None {
			return
		}
		recv = u.self(c)
	}
	methods, of := u.repository(recv)
	if ops, ok := methods[e.Text]; ok {
		u.use(e.At, u.anywhere(of), ops)
	}
}

// repository returns the library repository that a type is or derives from, with its
// row type, or nil.
func (u *uses) repository(t resolve.Type) (repository, resolve.Type) {
	type written struct {
		resolve.Type
		in *resolve.File
	}
	todo := []written{{t, u.at.in.File}}
	for i := 0; i < len(todo) && i < maxBases; i++ {
		t := todo[i]
		if t.Def > resolve.None {
			for _, b := range u.table.Bases[t.Def] {
				todo = append(todo, written{resolve.Substitute(b, t.Def, t.Args), u.table.Def(t.Def).File})
			}
			continue
		}
		if name := u.outsideName(t.Type); name != "" && len(t.Args) > 0 {
			if methods := u.libraryRepository(name, t.in); methods != nil {
				return methods, t.Args[0]
			}
		}
	}
	return nil, resolve.Unknown
}

// libraryRepository returns the library repository that a name refers to in a file.
func (u *uses) libraryRepository(name string, f *resolve.File) repository {
	if methods := repositories[name]; methods != nil || strings.Contains(name, ".") {
		return methods
	}
	for i := range f.Imports {
		if methods := repositories[f.Imports[i].Path+"."+name]; methods != nil {
			return methods
		}
	}
	for _, space := range u.global {
		if methods := repositories[space+"."+name]; methods != nil {
			return methods
		}
	}
	return nil
}

// globalImports lists the namespaces of global usings, sorted.
func (r *reader) globalImports() []string {
	var out []string
	for _, b := range r.Files {
		for i := range b.File.Imports {
			if im := &b.File.Imports[i]; im.Global {
				out = append(out, im.Path)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
