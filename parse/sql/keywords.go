package sql

// A keyword is a word that some rule of the reader checks for. Whether a word is
// reserved depends on the dialect and the context, which is not recorded here.
type keyword uint8

const (
	kNone keyword = iota
	kSelect
	kFrom
	kWhere
	kGroup
	kHaving
	kOrder
	kBy
	kUnion
	kExcept
	kIntersect
	kMinus
	kAll
	kDistinct
	kInto
	kValues
	kAs
	kOn
	kUsing
	kJoin
	kInner
	kLeft
	kRight
	kFull
	kCross
	kOuter
	kNatural
	kApply
	kLimit
	kOffset
	kFetch
	kFor
	kWindow
	kOption
	kReturning
	kWith
	kRecursive
	kInsert
	kUpdate
	kDelete
	kMerge
	kTruncate
	kExec
	kExecute
	kCall
	kPerform
	kDeclare
	kSet
	kIf
	kWhile
	kBegin
	kEnd
	kElse
	kElsif
	kElseif
	kCase
	kWhen
	kThen
	kLoop
	kReturn
	kPrint
	kRaiserror
	kThrow
	kCreate
	kAlter
	kDrop
	kOr
	kReplace
	kTable
	kView
	kProcedure
	kProc
	kFunction
	kTrigger
	kType
	kSequence
	kSynonym
	kSchema
	kIndex
	kMaterialized
	kTemp
	kTemporary
	kUnlogged
	kForeign
	kPrimary
	kUnique
	kKey
	kReferences
	kCheck
	kConstraint
	kDefault
	kExists
	kNot
	kIn
	kIs
	kAnd
	kBetween
	kLike
	kNull
	kAny
	kSome
	kTop
	kOutput
	kBulk
	kOpen
	kClose
	kDeallocate
	kWaitfor
	kGoto
	kCommit
	kRollback
	kSave
	kGrant
	kRevoke
	kDeny
	kUse
	kKill
	kBackup
	kRestore
	kDbcc
	kReconfigure
	kCheckpoint
	kOnly
	kLateral
	kRows
	kTablesample
	kPivot
	kUnpivot
	kCopy
	kLanguage
	kDomain
	kEvent
	kRule
	kPolicy
	kInherits
	kPartition
	kOf
	kAdd
	kColumn
	kAfter
	kInstead
	kReferencing
	kConflict
	kArray
	kOver
	kFilter
	kCast
	kNext
	kException
	kRaise
	kForeach
	kReverse
	kAtomic
	kTo
	kDo
	kExplain
	kAnalyze
	kPrepare
	kComment
	kRefresh
	kLock
	kEnable
	kDisable
	kExternal
	kGlobal
	kLocal
	kSetof
	kVarying
	kPrecision
	kRepeat
	kUntil
	kContinue
	kExit
	kLeave
	kIterate
	kReturns
	kGet
	kMove
	kAssert
	kStraightJoin
	kRevert
	kRow
	kSend
	kReceive
	kIlike
	kSimilar
	kPercent
	kTies
	kCurrent
	kGenerated
	kOwned
	kStdin
	kConstant
	kVariadic
	kInout
	kOut
	kTime
	kQualify
	kStart
	kConnect
	kHighPriority
	kIgnore
	kLowPriority
	kDelayed
	kNothing
	kWithin
	kRange
	kGroups
	kEscape
	numKeywords
)

// words holds the spelling of every keyword except kNone, in the order of the
// constants.
var words = [numKeywords]string{
	kSelect:       "select",
	kFrom:         "from",
	kWhere:        "where",
	kGroup:        "group",
	kHaving:       "having",
	kOrder:        "order",
	kBy:           "by",
	kUnion:        "union",
	kExcept:       "except",
	kIntersect:    "intersect",
	kMinus:        "minus",
	kAll:          "all",
	kDistinct:     "distinct",
	kInto:         "into",
	kValues:       "values",
	kAs:           "as",
	kOn:           "on",
	kUsing:        "using",
	kJoin:         "join",
	kInner:        "inner",
	kLeft:         "left",
	kRight:        "right",
	kFull:         "full",
	kCross:        "cross",
	kOuter:        "outer",
	kNatural:      "natural",
	kApply:        "apply",
	kLimit:        "limit",
	kOffset:       "offset",
	kFetch:        "fetch",
	kFor:          "for",
	kWindow:       "window",
	kOption:       "option",
	kReturning:    "returning",
	kWith:         "with",
	kRecursive:    "recursive",
	kInsert:       "insert",
	kUpdate:       "update",
	kDelete:       "delete",
	kMerge:        "merge",
	kTruncate:     "truncate",
	kExec:         "exec",
	kExecute:      "execute",
	kCall:         "call",
	kPerform:      "perform",
	kDeclare:      "declare",
	kSet:          "set",
	kIf:           "if",
	kWhile:        "while",
	kBegin:        "begin",
	kEnd:          "end",
	kElse:         "else",
	kElsif:        "elsif",
	kElseif:       "elseif",
	kCase:         "case",
	kWhen:         "when",
	kThen:         "then",
	kLoop:         "loop",
	kReturn:       "return",
	kPrint:        "print",
	kRaiserror:    "raiserror",
	kThrow:        "throw",
	kCreate:       "create",
	kAlter:        "alter",
	kDrop:         "drop",
	kOr:           "or",
	kReplace:      "replace",
	kTable:        "table",
	kView:         "view",
	kProcedure:    "procedure",
	kProc:         "proc",
	kFunction:     "function",
	kTrigger:      "trigger",
	kType:         "type",
	kSequence:     "sequence",
	kSynonym:      "synonym",
	kSchema:       "schema",
	kIndex:        "index",
	kMaterialized: "materialized",
	kTemp:         "temp",
	kTemporary:    "temporary",
	kUnlogged:     "unlogged",
	kForeign:      "foreign",
	kPrimary:      "primary",
	kUnique:       "unique",
	kKey:          "key",
	kReferences:   "references",
	kCheck:        "check",
	kConstraint:   "constraint",
	kDefault:      "default",
	kExists:       "exists",
	kNot:          "not",
	kIn:           "in",
	kIs:           "is",
	kAnd:          "and",
	kBetween:      "between",
	kLike:         "like",
	kNull:         "null",
	kAny:          "any",
	kSome:         "some",
	kTop:          "top",
	kOutput:       "output",
	kBulk:         "bulk",
	kOpen:         "open",
	kClose:        "close",
	kDeallocate:   "deallocate",
	kWaitfor:      "waitfor",
	kGoto:         "goto",
	kCommit:       "commit",
	kRollback:     "rollback",
	kSave:         "save",
	kGrant:        "grant",
	kRevoke:       "revoke",
	kDeny:         "deny",
	kUse:          "use",
	kKill:         "kill",
	kBackup:       "backup",
	kRestore:      "restore",
	kDbcc:         "dbcc",
	kReconfigure:  "reconfigure",
	kCheckpoint:   "checkpoint",
	kOnly:         "only",
	kLateral:      "lateral",
	kRows:         "rows",
	kTablesample:  "tablesample",
	kPivot:        "pivot",
	kUnpivot:      "unpivot",
	kCopy:         "copy",
	kLanguage:     "language",
	kDomain:       "domain",
	kEvent:        "event",
	kRule:         "rule",
	kPolicy:       "policy",
	kInherits:     "inherits",
	kPartition:    "partition",
	kOf:           "of",
	kAdd:          "add",
	kColumn:       "column",
	kAfter:        "after",
	kInstead:      "instead",
	kReferencing:  "referencing",
	kConflict:     "conflict",
	kArray:        "array",
	kOver:         "over",
	kFilter:       "filter",
	kCast:         "cast",
	kNext:         "next",
	kException:    "exception",
	kRaise:        "raise",
	kForeach:      "foreach",
	kReverse:      "reverse",
	kAtomic:       "atomic",
	kTo:           "to",
	kDo:           "do",
	kExplain:      "explain",
	kAnalyze:      "analyze",
	kPrepare:      "prepare",
	kComment:      "comment",
	kRefresh:      "refresh",
	kLock:         "lock",
	kEnable:       "enable",
	kDisable:      "disable",
	kExternal:     "external",
	kGlobal:       "global",
	kLocal:        "local",
	kSetof:        "setof",
	kVarying:      "varying",
	kPrecision:    "precision",
	kRepeat:       "repeat",
	kUntil:        "until",
	kContinue:     "continue",
	kExit:         "exit",
	kLeave:        "leave",
	kIterate:      "iterate",
	kReturns:      "returns",
	kGet:          "get",
	kMove:         "move",
	kAssert:       "assert",
	kStraightJoin: "straight_join",
	kRevert:       "revert",
	kRow:          "row",
	kSend:         "send",
	kReceive:      "receive",
	kIlike:        "ilike",
	kSimilar:      "similar",
	kPercent:      "percent",
	kTies:         "ties",
	kCurrent:      "current",
	kGenerated:    "generated",
	kOwned:        "owned",
	kStdin:        "stdin",
	kConstant:     "constant",
	kVariadic:     "variadic",
	kInout:        "inout",
	kOut:          "out",
	kTime:         "time",
	kQualify:      "qualify",
	kStart:        "start",
	kConnect:      "connect",
	kHighPriority: "high_priority",
	kIgnore:       "ignore",
	kLowPriority:  "low_priority",
	kDelayed:      "delayed",
	kNothing:      "nothing",
	kWithin:       "within",
	kRange:        "range",
	kGroups:       "groups",
	kEscape:       "escape",
}
