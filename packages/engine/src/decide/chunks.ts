import { PARAMETER_EXPRESSION } from '../changes/index.ts'
import { aboutDesign, type Design } from '../designs/index.ts'
import type { RequestText } from '../http/index.ts'
import { RBAC_GROUP } from '../kube/index.ts'
import { type Scenario, sentRequests } from './scenario.ts'

/**
 * What deciding takes that only some scenarios need, each a file of `chunks/`, so that a page loads no more than it shows.
 * Asking for one that is not there is a mistake of the caller, and throws.
 */
export interface Chunks {
  readonly kubectl?: typeof import('./chunks/kubectl.ts')
  readonly curl?: typeof import('./chunks/curl.ts')
  readonly changes?: typeof import('./chunks/changes.ts')
  readonly cluster?: typeof import('./chunks/cluster.ts')
  readonly defaultRoles?: typeof import('./chunks/default-roles.ts')
  readonly conditions?: typeof import('./chunks/conditions.ts')
  readonly designs: readonly Design[]
}

export type Chunk = Exclude<keyof Chunks, 'designs'>

/** The chunks that deciding a scenario takes, beside its design. */
export function chunksFor(scenario: Scenario): ReadonlySet<Chunk> {
  const { cluster, design } = scenario
  const modes = cluster.authorizationModes
  const forms = new Set(sentRequests(scenario).map(({ request }) => request.form))
  const needed: Readonly<Record<Chunk, boolean>> = {
    kubectl: forms.has('kubectl'),
    curl: forms.has('curl'),
    changes: aboutDesign(design)?.readsChanges === true || mayWriteRoles(scenario),
    cluster: modes.includes('Node') || modes.includes('Webhook'),
    defaultRoles: cluster.defaultRoles === true,
    conditions: needsConditions(scenario),
  }
  return new Set((Object.keys(needed) as readonly Chunk[]).filter((chunk) => needed[chunk]))
}

/** Whether deciding it takes a language of conditions ({@link DecideOptions}): under its own design, or any other. */
export function needsConditions({ cluster, design, schema = '' }: Scenario): boolean {
  return (
    aboutDesign(design)?.readsConditions !== undefined ||
    cluster.authorizationModes.includes('AccessRules') ||
    schema.includes(PARAMETER_EXPRESSION)
  )
}

/** Whether one of its requests may write a role or binding, from its text alone: few others are about that group. */
function mayWriteRoles(scenario: Scenario): boolean {
  return sentRequests(scenario).some(({ request }) => mayWriteRole(request))
}

function mayWriteRole({ form, text }: RequestText): boolean {
  if (form === 'kubectl')
    return /\b(?:apply|create|edit|patch|replace|label|annotate|auth|set)\b/.test(text) && ROLES.test(text)
  return text.includes(RBAC_GROUP) && !/^\s*(?:GET|HEAD|DELETE)\b/.test(text)
}

const ROLES = /role|rbac\./i
