import type { Scenario } from '@authz-playground/engine'
import type { AskedRequest, AskedVerb } from './asked.ts'
import type { Spelling } from './spelling.ts'

/** A quotation that says why. */
export interface Said {
  readonly document: string
  readonly section: string
  readonly quote: string
}

/** The tightest rules by which designs can express an intent. Several designs may read the same rules. */
export interface Way {
  /** Ids of designs. */
  readonly designs: readonly string[]
  /** Their own rules, without the targets' own permissions. */
  readonly policy: string
  /** Where it is not the intent exactly: why these designs cannot express it more tightly, or more fully. */
  readonly limit?: string
  readonly said?: Said
  /** The form of the request for these designs, where it is not the usual one. */
  readonly spell?: Spelling
}

/** Designs whose own rules cannot express an intent. */
export interface NoWay {
  readonly designs: readonly string[]
  readonly cannot: string
  /** Absent where the intent was not in a document. */
  readonly said?: Said
}

/** A request that the intent is about. Rules for the intent must allow it. */
export interface Wanted {
  readonly what: string
  readonly asked: AskedRequest
}

/**
 * The class of a request under an intent. `meant`: rules for the intent must allow it. `harmless`: it has the same
 * effect, although not every design allows it in this form. `beyond`: it is not meant, and rules that allow it are too
 * wide.
 */
export type Meaning = 'meant' | 'harmless' | 'beyond'

/** An intent, and how each design expresses it. */
export interface Intent {
  /** Stable: links and tests name it. */
  readonly id: string
  readonly title: string
  /** The exact intent. Kubernetes nouns are in backticks. */
  readonly sentence: string
  /** Where the intent comes from. Absent where it is one’s own. */
  readonly said?: Said
  /** The near requests are those of the first one. */
  readonly wanted: readonly [Wanted, ...Wanted[]]
  meaningOf(asked: AskedRequest): Meaning
  /** For each design at most one entry: a way, or that it has none. A design without an entry is “not said yet”. */
  readonly ways: readonly (Way | NoWay)[]
  readonly authorizationModes: readonly Scenario['cluster']['authorizationModes'][number][]
  /** Users that an authorizer handles itself, and that get no role here: a name, or `PREFIX*`. */
  readonly leftToAuthorizers?: string | undefined
  readonly objects?: string | undefined
}

/**
 * Requests of one meaning, sent by a requestor of the wanted ones. Names may end with `*`; in usernames and in the selector
 * `{node}` is the node that the requestor’s token is bound to. What is left out may be anything, but for groups, a UID and extras.
 */
export interface RequestClass {
  /** The node that the requestor’s token is bound to. */
  readonly node?: string | undefined
  readonly verbs?: readonly AskedVerb[] | undefined
  /** As in a rule: `pods/log`. A request to a path has none. */
  readonly resource?: string | undefined
  /** Its API group; the core group where it is left out. */
  readonly group?: string | undefined
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly fieldSelector?: string | undefined
  /** Without impersonation. */
  readonly itself?: boolean | undefined
  readonly as?:
    | {
        readonly users: readonly string[]
        readonly except?: readonly string[] | undefined
        /** The groups that may be asked for; none where they are left out. */
        readonly groups?: readonly string[] | undefined
      }
    | undefined
}

/** An intent as `pnpm examples` makes it of its document. */
export interface MadeIntent extends Omit<Intent, 'meaningOf' | 'wanted'> {
  readonly wanted: readonly Wanted[]
  readonly meant: readonly RequestClass[]
  readonly harmless?: readonly RequestClass[] | undefined
}

/** The way of a design to express an intent, or that it has none. Undefined where neither is written down yet. */
export function wayOf(intent: Intent, design: string): Way | NoWay | undefined {
  return intent.ways.find(({ designs }) => designs.includes(design))
}
