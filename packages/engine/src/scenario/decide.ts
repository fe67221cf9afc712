import { type Authorizer, authorizerChain } from '../authorizers/index.ts'
import { DESIGNS, type Design, ServerMemory } from '../designs/index.ts'
import { type Diagnostic, type UserInfo, userInfo } from '../kube/index.ts'
import { type Policy, readPolicy } from '../manifests/index.ts'
import { attributesOf, type HTTPRequest, type ReadRequest, type RequestText, targetOf } from '../request/index.ts'
import { record, type Trace } from '../trace/index.ts'
import type { ClusterSettings, Scenario } from './scenario.ts'

/**
 * `decided`: everything was understood, and this is what happens.
 * `partly`: something was not understood; the trace rests on what could be read, because the person asked for that.
 * `not-decided`: something was not understood, and there is no trace.
 */
export type DecisionState = 'decided' | 'partly' | 'not-decided'

/** A scenario, decided as far as it was understood. */
export interface Decided {
  readonly state: DecisionState
  readonly trace?: Trace
  readonly design: Design
  readonly policy: Policy
  readonly request: ReadRequest
  /** The errors that keep the scenario from being decided, policy first. Empty when it is decided. */
  readonly errors: readonly Diagnostic[]
}

export interface DecideOptions {
  /** Decide with what could be read. The result says `partly`. */
  readonly evenPartly?: boolean
}

/** Decides scenarios one after the other; reading and indexing a policy is done once for as long as its text stays. */
export type Decider = (scenario: Scenario, options?: DecideOptions) => Decided

/**
 * Makes a decider over the given designs. A design that is not among them is a mistake of the caller and throws;
 * nothing in policy or request text does. How requests are read is handed in (`readRequest` reads every form), so that
 * a page that has only raw HTTP to read need not wait for the rest.
 */
export function decider(read: (request: RequestText) => ReadRequest, designs: readonly Design[] = DESIGNS): Decider {
  let policy: Policy | undefined
  let authorizer: Authorizer | undefined
  let modes = ''
  return (scenario, { evenPartly = false } = {}) => {
    const design = designs.find(({ id }) => id === scenario.design)
    if (design === undefined) throw new Error(`no design is called ${scenario.design}`)
    if (policy?.text !== scenario.policy) {
      policy = readPolicy(scenario.policy)
      authorizer = undefined
    }
    const wantedModes = scenario.cluster.authorizationModes.join()
    if (authorizer === undefined || modes !== wantedModes) {
      authorizer = authorizerChain(policy, scenario.cluster.authorizationModes)
      modes = wantedModes
    }
    const request = read(scenario.request)
    const errors = [...policy.diagnostics, ...request.diagnostics].filter(({ severity }) => severity === 'error')
    const understood = errors.length === 0
    const base = { design, policy, request, errors }
    if (request.request === undefined || (!understood && !evenPartly)) return { state: 'not-decided', ...base }
    const trace = traceOf(design, request.request, userInfo(scenario.requestor), scenario.cluster, authorizer)
    return { state: understood ? 'decided' : 'partly', trace, ...base }
  }
}

/** Whether the feature gate of a design is on in a cluster. A version without the gate cannot turn it on. */
export function featureEnabled(design: Design, cluster: ClusterSettings): boolean {
  const released = design.gate?.defaults[cluster.version] ?? 'absent'
  if (released === 'absent') return false
  return cluster.constrainedImpersonation ?? released === 'on'
}

/** Runs one request under a design, on a server that has just started unless its memory is given. */
export function traceOf(
  design: Design,
  request: HTTPRequest,
  requestor: UserInfo,
  cluster: ClusterSettings,
  authorizer: Authorizer,
  memory: ServerMemory = new ServerMemory(),
): Trace {
  const enabled = featureEnabled(design, cluster)
  const running = design.run({
    request,
    requestor,
    attributes: attributesOf(request, requestor),
    target: targetOf(request.headers),
    featureEnabled: enabled,
    memory,
  })
  const { steps, result } = record(running, authorizer)
  return { design: design.id, requestor, steps, featureEnabled: enabled, ...result }
}
