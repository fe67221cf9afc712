import type { UserInfo } from '../kube/index.ts'
import type { AttributesResult, HTTPRequest, Target } from '../request/index.ts'
import type { Graph, Outcome, Running } from '../trace/index.ts'
import type { ServerMemory } from './server-memory.ts'

/** Kubernetes minor versions that the cluster setting offers. */
export const KUBERNETES_VERSIONS = ['1.33', '1.34', '1.35', '1.36', '1.37'] as const
export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number]

/** Where a design is written down. */
export interface Source {
  readonly document: string
  readonly section: string
  readonly url: string
}

/** A place where the document contradicts itself or is silent, and the reading that the design takes. */
export interface Reading {
  /** What the text says, or does not say. */
  readonly text: string
  /** What the playground does. */
  readonly taken: string
  /** Where the text contradicts itself: the term that is taken, to be said in half a line. */
  readonly inShort?: string
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
  /** What the server still knows of requests before this one. A run may add to it. */
  readonly memory: ServerMemory
}

export interface DesignResult {
  readonly outcome: Outcome
  readonly impersonatedUser?: UserInfo
  readonly constraint?: string
}

/** The state of a feature gate in a released version: not there yet, or there with its default. */
export type GateDefault = 'absent' | 'off' | 'on'

/**
 * One way in which the API server could decide: a flowchart that runs. `graph` is what people look at, `run` walks
 * that graph and asks its checks; both come from one declaration (see `flowchart`).
 */
export interface Design {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly summary: string
  readonly sources: readonly Source[]
  readonly readings: readonly Reading[]
  /** Designs that read the feature gate say how each version comes; the others have none. */
  readonly gate?: { readonly name: string; readonly defaults: Readonly<Record<KubernetesVersion, GateDefault>> }
  /** Where the audit event carries the constraint. */
  readonly auditConstraint: 'authenticationMetadata' | 'impersonatedUser' | 'none'
  readonly graph: Graph
  run(input: DesignInput): Running<DesignResult>
}
