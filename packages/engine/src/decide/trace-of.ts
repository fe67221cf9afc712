import type { Authorizer, StepBudget } from '../authorizers/index.ts'
import type { Change } from '../changes/index.ts'
import { type ClusterSettings, connectionsNeedCreate, featureEnabled } from '../cluster/index.ts'
import { type Assumptions, assumptionsOf, type Design, type DesignResult, ServerMemory } from '../designs/index.ts'
import { attributesOf, type HTTPRequest, needsCreateToConnect, targetOf } from '../http/index.ts'
import type { UserInfo } from '../kube/index.ts'
import { type RoleWriteHandler, record, type Step, type Trace, usernameStep } from '../trace/index.ts'

/** The surroundings of a run. */
export interface RunOptions {
  readonly memory?: ServerMemory
  /** The budget for the conditions of all requests to one server. */
  readonly budget?: StepBudget
  readonly assumptions?: Assumptions
  readonly change?: Change | undefined
  /** Runs the handler of the role or binding that the request writes. */
  readonly write?: RoleWriteHandler | undefined
}

/**
 * Runs one request under a design. Without `memory` the server has just started; without `assumptions` the design's
 * defaults count. A design that decides by the changes of a request gets them.
 */
export function traceOf(
  design: Design,
  request: HTTPRequest,
  requestor: UserInfo,
  cluster: ClusterSettings,
  authorizer: Authorizer,
  { memory = new ServerMemory(), budget, assumptions, change, write }: RunOptions = {},
): Trace {
  const enabled = featureEnabled(design, cluster)
  const attributes = attributesOf(request, requestor)
  const connects =
    attributes.ok &&
    connectionsNeedCreate(cluster) &&
    needsCreateToConnect(request, attributes.attributes, { proxies: design.asksForProxies === true })
  const running = design.run({
    request,
    requestor,
    attributes,
    target: targetOf(request.headers),
    featureEnabled: enabled,
    assumptions: assumptionsOf(design, assumptions),
    memory,
    ...(change && { change }),
    ...(connects && { connects }),
    ...(write && { write }),
  })
  const { steps, result } = record(running, authorizer, design.evaluateConditions, budget)
  const byLegacy = isByLegacy(design, steps, result)
  return { design: design.id, requestor, steps, featureEnabled: enabled, ...result, ...(byLegacy && { byLegacy }) }
}

function isByLegacy(
  { graph }: Design,
  steps: readonly Step[],
  { impersonatedUser, constraint }: DesignResult,
): boolean {
  if (impersonatedUser === undefined || constraint !== undefined) return false
  const at = usernameStep(steps)?.node
  return graph.nodes.find(({ id }) => id === at)?.mode === 'legacy'
}
