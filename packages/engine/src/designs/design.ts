import type { Change } from '../changes/index.ts'
import type { AttributesResult, HTTPRequest, Target } from '../http/index.ts'
import type { UserInfo } from '../kube/index.ts'
import type { FieldChecks, Grant, Graph, Outcome, Running, SentNames, Settle, Writer } from '../trace/index.ts'
import { type EndState, flowchart, type Nodes } from './flowchart.ts'
import type { ServerMemory } from './released/memory.ts'

/** Kubernetes minor versions that the cluster setting offers. */
export const KUBERNETES_VERSIONS = ['1.33', '1.34', '1.35', '1.36', '1.37'] as const
/** A release of Kubernetes that a scenario can be of. */
export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number]

/** Where a design is written down. */
export interface Source {
  readonly document: string
  readonly section: string
  readonly url: string
  /** The words that the design rests on, a line at most. */
  readonly quote?: string
}

/** One way to read what a document leaves open. */
export interface AssumptionOption {
  /** Unique within its assumption. Scenarios name it. */
  readonly id: string
  /** What the playground does. */
  readonly taken: string
  /** Where the text contradicts itself: the term that is taken, to be said in half a line. */
  readonly inShort?: string
}

/** Where the document contradicts itself or is silent, and how it is read. */
export interface Assumption {
  /** Unique within its design. Scenarios name it. */
  readonly id: string
  /** What the text says, or does not say. */
  readonly text: string
  /** The reading that is taken, then those that can be taken instead. */
  readonly options: readonly [AssumptionOption, ...AssumptionOption[]]
}

/** The option that is taken for each assumption of a design, by their ids. */
export type Assumptions = Readonly<Record<string, string>>

/** What a design does, point by point, so that designs can be compared. Each is a sentence or two. */
export interface Statement {
  /** The whole order of checks. */
  readonly checks: string
  /** What is asked about the target: verbs, resources, API group. */
  readonly identity: string
  /** Which headers are admissible. */
  readonly headers: string
  /** Whether the verb `impersonate` still counts, and when. */
  readonly fallback: string
  /** Which failure the client sees. */
  readonly error: string
  /** The groups that an impersonated user is given. */
  readonly groups: string
  /** What of the impersonation the audit event tells. */
  readonly audit: string
}

/** What a design is given for one request. Nothing here depends on the policy. */
export interface DesignInput {
  readonly request: HTTPRequest
  readonly requestor: UserInfo
  /** The request line as attributes of the requestor, or the API server's complaint about it. */
  readonly attributes: AttributesResult
  /** What the `Impersonate-*` headers ask for. */
  readonly target: Target
  /** The feature gate, as versions and settings leave it for this design. */
  readonly featureEnabled: boolean
  /** How the design's open points are read: an option for each of its assumptions. */
  readonly assumptions: Assumptions
  /** What the request changes. Absent where the design does not ask for it (`readsChanges`). */
  readonly change?: Change
  /** What becomes of the role or binding that the request writes. Absent where it writes none. */
  readonly write?: Writer
  /** What the server still knows of requests before this one. A run may add to it. */
  readonly memory: ServerMemory
}

/** What a run returns. */
export interface DesignResult {
  readonly outcome: Outcome
  readonly impersonatedUser?: UserInfo
  readonly constraint?: string
  /** What the checks of fields came to. Absent where none were computed. */
  readonly fieldChecks?: FieldChecks
  /** What a role or binding that was written would grant. Absent where none was, or the request came not so far. */
  readonly grant?: Grant
  /** What the role or binding that was sent is called. */
  readonly sent?: SentNames
}

/** The state of a feature gate in a released version: not there yet, or there with its default. */
export type GateDefault = 'absent' | 'off' | 'on'

/** The documents that designs come from. */
export type Origin = 'released' | 'kep-5284' | 'review thread' | 'compound and unified' | 'kep-3617'

/** What is known of a design before it is loaded. */
export interface DesignAbout {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly summary: string
  /** The document that it comes from. Its folder, a family, says with which designs it shares code. */
  readonly origin: Origin
  /** It decides by which fields a request changes: scenarios for it have a stored object, a schema, and what webhooks change. */
  readonly readsChanges?: true
  /**
   * It rests on conditions, so scenarios for it need their language: `rbac` has RBAC's rules compiled into them,
   * `access-rules` asks about access rules by name, whatever the authorizers are.
   */
  readonly readsConditions?: 'rbac' | 'access-rules'
  /** Headers of its own, in Go's canonical form, which no API server knows and requests for it may carry. */
  readonly headers?: readonly string[]
  /** Designs that read the feature gate say how each version comes; the others have none. */
  readonly gate?: { readonly name: string; readonly defaults: Readonly<Record<KubernetesVersion, GateDefault>> }
}

/**
 * One way in which the API server could decide: a flowchart that runs. `graph` is what people look at, `run` walks
 * that graph and asks its checks; both come from one declaration (see `flowchart`).
 */
export interface Design extends DesignAbout {
  readonly sources: readonly Source[]
  readonly statement: Statement
  readonly assumptions: readonly Assumption[]
  /** Where the audit event carries the constraint. */
  readonly auditConstraint: 'authenticationMetadata' | 'impersonatedUser' | 'none'
  readonly graph: Graph
  /** How the conditions of answers are settled, for designs that ask with facts. */
  readonly settle?: Settle
  run(input: DesignInput): Running<DesignResult>
}

/** An option for each assumption of a design: those that were chosen, else the default. */
export function assumptionsOf({ assumptions }: Pick<Design, 'assumptions'>, chosen: Assumptions = {}): Assumptions {
  return Object.fromEntries(
    assumptions.map(({ id, options }) => {
      const option = options.find((one) => one.id === chosen[id]) ?? options[0]
      return [id, option.id]
    }),
  )
}

/** What every run gathers on its way. */
export interface RunState extends EndState {
  readonly input: DesignInput
  /** The user that the request is made as once impersonation succeeded. An empty constraint is none. */
  impersonated?: { readonly user: UserInfo; readonly constraint: string }
  fieldChecks?: FieldChecks
  grant?: Grant
  sent?: SentNames
}

/** A design as its folder declares it. */
export interface Declaration<State extends RunState> extends Omit<Design, keyof DesignAbout | 'graph' | 'run'> {
  readonly about: DesignAbout
  readonly nodes: Nodes<State>
  /** It checks as the older filter does, whatever the gate. Other designs without a gate check as with the feature on. */
  readonly olderFilter?: true
  /** What a run has in its state from the beginning, beside its input. All else is gathered on the way. */
  readonly begin?: (input: DesignInput) => Partial<State>
}

/** Makes a design of its declaration. Throws where the nodes are not a flowchart (see `flowchart`). */
export function design<State extends RunState>(declaration: Declaration<State>): Design {
  const { about, nodes, olderFilter = false, begin, ...words } = declaration
  const { graph, run } = flowchart(nodes)
  return {
    ...about,
    ...words,
    graph,
    *run(input) {
      const featureEnabled = about.gate === undefined ? !olderFilter : input.featureEnabled
      const state = { ...begin?.(input), input: { ...input, featureEnabled } } as State
      return resultOf(state, yield* run(state))
    },
  }
}

function resultOf({ impersonated, fieldChecks, grant, sent }: RunState, outcome: Outcome): DesignResult {
  return {
    outcome,
    ...(fieldChecks && { fieldChecks }),
    ...(grant && { grant }),
    ...(sent && { sent }),
    ...(impersonated && { impersonatedUser: impersonated.user }),
    ...(impersonated && impersonated.constraint !== '' && { constraint: impersonated.constraint }),
  }
}
