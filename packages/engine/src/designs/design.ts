import type { ConditionSource } from '../authorizers/index.ts'
import type { Change } from '../changes/index.ts'
import type { AttributesResult, HTTPRequest, Target } from '../http/index.ts'
import type { FeatureGate, ReviewQuestion, UserInfo } from '../kube/index.ts'
import type {
  ConsideredMode,
  EvaluateConditions,
  FieldChecks,
  Grant,
  Graph,
  Outcome,
  RoleWriteHandler,
  Running,
  SentNames,
  UntriedMode,
} from '../trace/index.ts'
import { untriedModes } from '../trace/index.ts'
import { type EndState, flowchart, type Nodes } from './flowchart.ts'
import type { ServerMemory } from './released/memory.ts'
import type { Words } from './words.ts'

/** Where a design is written down. */
export interface DesignSource {
  readonly document: string
  readonly section: string
  /** Of the document, as near to the section as there is an address. Absent where it has no public one. */
  readonly url?: string
  /** The words are from a copy of the text, as reviewed: the address, if there is one, does not have them. */
  readonly asReviewed?: true
  /** The words of the document on which the design rests, one line at most. */
  readonly quote?: string
}

/** One reading of a point that a document leaves open. */
export interface AssumptionOption {
  /** Unique within its assumption. Scenarios name it. */
  readonly id: string
  /** How the text is read, in a sentence or two: what the playground does. */
  readonly reading: string
  /** The reading in half a line, where the text contradicts itself. */
  readonly inShort?: string
}

/** A point on which the document contradicts itself or is silent, and its possible readings. */
export interface Assumption {
  /** Unique within its design. Scenarios name it. */
  readonly id: string
  /** What the text says, or does not say. */
  readonly text: string
  /** The default reading, then the alternatives. */
  readonly options: readonly [AssumptionOption, ...AssumptionOption[]]
}

/** The chosen option of each assumption of a design, by their ids. */
export type Assumptions = Readonly<Record<string, string>>

/** What a design does, point by point, so that designs can be compared. Each is a sentence or two. */
export interface Statement {
  /** The whole order of checks. */
  readonly checks: string
  /** The checks about the target: verbs, resources, API group. */
  readonly identity: string
  /** Which headers are allowed. */
  readonly headers: string
  /** Whether the verb `impersonate` still counts, and when. */
  readonly fallback: string
  /** Which failure the client sees. */
  readonly error: string
  /** The groups that an impersonated user is given. */
  readonly groups: string
  /** What the audit event records of the impersonation. */
  readonly audit: string
}

/** The input of a design for one request. Nothing in it depends on the policy. */
export interface DesignInput {
  readonly request: HTTPRequest
  readonly requestor: UserInfo
  /** The request line as attributes of the requestor, or the API server's complaint about it. */
  readonly attributes: AttributesResult
  /** What the `Impersonate-*` headers ask for. */
  readonly target: Target
  /** Whether the feature gate of this design is on, by the version and the settings. */
  readonly featureEnabled: boolean
  /** The chosen option of each of the design's assumptions. */
  readonly assumptions: Assumptions
  /** What the request changes. Absent where the design does not ask for it (`readsChanges`). */
  readonly change?: Change
  /** The handler that serves the request asks for `create` besides its verb: it connects to a pod. */
  readonly connects?: true
  /** Runs the handler of the role or binding that the request writes. Absent where it writes none. */
  readonly write?: RoleWriteHandler
  /** What the review asks. Only for the handler of reviews. */
  readonly question?: ReviewQuestion
  /** The server's memory of earlier requests. A run may add to it. */
  readonly memory: ServerMemory
}

/** The result of a run. */
export interface DesignResult {
  readonly outcome: Outcome
  readonly impersonatedUser?: UserInfo
  readonly constraint?: string
  /** The result of the checks of fields. Absent where none were computed. */
  readonly fieldChecks?: FieldChecks
  /** What a written role or binding would grant. Absent where the request writes none, or ended before that check. */
  readonly grant?: Grant
  /** The name and other metadata of the role or binding in the request. */
  readonly sent?: SentNames
  /** The modes of impersonation that were not tried. Absent where the request asks for none, or the design has none. */
  readonly untried?: readonly UntriedMode[]
}

/** The kinds of documents that designs come from. */
export type Origin =
  | 'released'
  | 'kep-5284'
  | 'review thread'
  | 'compound and unified'
  | 'kep-5681'
  | 'kep-3617'
  | 'own'

/** The description of a design that is known before the design is loaded. */
export interface DesignAbout {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly summary: string
  /** The document that it comes from. Its folder, a family, says with which designs it shares code. */
  readonly origin: Origin
  /**
   * The design decides by the fields that a request changes. Its scenarios have a stored object, a schema and the changes
   * of webhooks.
   */
  readonly readsChanges?: true
  /** The design uses conditions, so its scenarios need the chunk with CEL. */
  readonly readsConditions?: ConditionSource
  /** It impersonates by the released filter, so it is not counted beside `constrained` among the designs of impersonation. */
  readonly impersonatesAsReleased?: true
  /** Every handler of connections asks for `create`, that of `proxy` too. */
  readonly asksForProxies?: true
  /** Headers that only this design reads and no API server knows, in Go's canonical form. */
  readonly headers?: readonly string[]
  /** The feature gate that the design reads, and its state in each version. Absent where the design reads no gate. */
  readonly gate?: FeatureGate
}

/**
 * One way in which the API server could decide: a flowchart that runs. `graph` is the chart that people see. `run` walks
 * that graph and makes its checks. Both come from one declaration (see `flowchart`).
 */
export interface Design extends DesignAbout {
  readonly sources: readonly DesignSource[]
  readonly statement: Statement
  readonly assumptions: readonly Assumption[]
  /** The verbs of its checks on impersonation, by which a policy speaks to this design. */
  readonly words: Words
  /** The field of the audit event that holds the constraint. */
  readonly auditConstraint: 'authenticationMetadata' | 'impersonatedUser' | 'none'
  readonly graph: Graph
  /** Evaluates the conditions of answers, for designs that ask with facts. @internal */
  readonly evaluateConditions?: EvaluateConditions
  /** Takes a request through the nodes, and yields its questions. @internal */
  run(input: DesignInput): Running<DesignResult>
}

/** An option for each assumption of a design: the chosen one, else the default. */
export function assumptionsOf({ assumptions }: Pick<Design, 'assumptions'>, chosen: Assumptions = {}): Assumptions {
  return Object.fromEntries(
    assumptions.map(({ id, options }) => {
      const option = options.find((one) => one.id === chosen[id]) ?? options[0]
      return [id, option.id]
    }),
  )
}

/** The state that every run has. */
export interface RunState extends EndState {
  readonly input: DesignInput
  /** The impersonated user, once impersonation has succeeded. The constraint is empty where there is none. */
  impersonated?: { readonly user: UserInfo; readonly constraint: string }
  fieldChecks?: FieldChecks
  grant?: Grant
  sent?: SentNames
  /** The modes that the run does not try. */
  readonly untried: readonly UntriedMode[]
}

/** The declaration of a design, in its own folder. */
export interface Declaration<State extends RunState> extends Omit<Design, keyof DesignAbout | 'graph' | 'run'> {
  readonly about: DesignAbout
  readonly nodes: Nodes<State>
  /**
   * The design makes the checks of the older filter, whatever the gate is. Other designs without a gate make the checks of
   * the newer filter.
   */
  readonly olderFilter?: true
  /** The modes of impersonation that may not apply to a target, each with what keeps it from being tried. */
  readonly modes?: (input: DesignInput, wanted: UserInfo) => readonly ConsideredMode[]
  /** The initial state of a run, beside its input. */
  readonly begin?: (input: DesignInput) => Partial<State>
}

/** Makes a design from its declaration. Throws where the nodes are not a flowchart (see `flowchart`). */
export function design<State extends RunState>(declaration: Declaration<State>): Design {
  const { about, nodes, olderFilter = false, modes, begin, ...words } = declaration
  const { graph, run } = flowchart(nodes)
  return {
    ...about,
    ...words,
    graph,
    *run(input) {
      const featureEnabled = about.gate === undefined ? !olderFilter : input.featureEnabled
      const isTarget = input.target.kind === 'target' && input.attributes.ok
      const considered = isTarget ? modes?.(input, input.target.wantedUser) : undefined
      const untried = untriedModes(considered ?? [], featureEnabled ? undefined : about.gate?.name)
      const state = { ...begin?.(input), input: { ...input, featureEnabled }, untried } as State
      return resultOf(state, yield* run(state))
    },
  }
}

function resultOf({ impersonated, fieldChecks, grant, sent, untried }: RunState, outcome: Outcome): DesignResult {
  return {
    outcome,
    ...(fieldChecks && { fieldChecks }),
    ...(grant && { grant }),
    ...(sent && { sent }),
    ...(untried.length > 0 && { untried }),
    ...(impersonated && { impersonatedUser: impersonated.user }),
    ...(impersonated && impersonated.constraint !== '' && { constraint: impersonated.constraint }),
  }
}
