import {
  attributesOf,
  CLOSE_READING,
  type ClusterParts,
  constrained,
  type Decided,
  type Design,
  deciderOver,
  needsConditions,
  needsParts,
  POLICY_ADVICE,
  type ReadRequest,
  type RequestText,
  readHTTP,
  type Scenario,
} from '@authz-playground/engine'

let rest: typeof import('./rest.ts') | undefined

/** A decision, with the scenario that it is about. */
export interface Decision {
  readonly decided: Decided
  readonly scenario: Scenario
}

const requests = new WeakMap<RequestText, ReadRequest>()

/** A request, read once for all that is asked about it. */
export function read(request: RequestText): ReadRequest {
  let reading = requests.get(request)
  if (reading === undefined) {
    reading = request.form === 'http' || rest === undefined ? readHTTP(request.text) : rest.readRequest(request)
    requests.set(request, reading)
  }
  return reading
}

function designById(id: string): Design | undefined {
  return id === constrained.id ? constrained : rest?.DESIGNS.find((design) => design.id === id)
}

const onPage = deciderOver(designById, read, attributesOf, () => CLOSE_READING, POLICY_ADVICE)
const elsewhere = deciderOver(designById, read, attributesOf, () => CLOSE_READING, POLICY_ADVICE)

/** Decides the scenario of the page. What was read of it is remembered for the next one. */
export async function decide(scenario: Scenario, evenPartly = false): Promise<Decided> {
  const parts = await partsFor(scenario)
  return onPage(scenario, { evenPartly, ...(parts && { parts }) })
}

/** Decides another scenario than the page’s, which is not forgotten over that. */
export async function decideElsewhere(scenario: Scenario): Promise<Decided> {
  const parts = await partsFor(scenario)
  return elsewhere(scenario, { ...(parts && { parts }) })
}

/** Has the code loaded that a scenario needs. The language of conditions is large, and comes where it is used. */
async function partsFor(scenario: Scenario): Promise<ClusterParts | undefined> {
  const { earlier = [], later = [], design } = scenario
  const forms = [scenario, ...earlier, ...later].map(({ request }) => request.form)
  if (
    rest === undefined &&
    design === constrained.id &&
    forms.every((form) => form === 'http') &&
    !needsParts(scenario)
  )
    return undefined
  rest ??= await import('./rest.ts')
  if (!needsConditions(scenario)) return rest.CLUSTER_PARTS
  const { CEL } = await import('@authz-playground/engine/cel')
  return { ...rest.CLUSTER_PARTS, conditions: CEL }
}

/** The text of the roles and bindings that kube-apiserver makes itself. */
export async function defaultRolesText(): Promise<string> {
  rest ??= await import('./rest.ts')
  return rest.CLUSTER_PARTS.defaultRoles().text
}
