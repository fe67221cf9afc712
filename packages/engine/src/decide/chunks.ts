import type { ConditionLanguage } from '../authorizers/index.ts'
import { type ChangeReader, PARAMETER_EXPRESSION, type ParameterLanguage } from '../changes/index.ts'
import { type Cluster, type ClusterChunks, mayNeedDefaultRoles } from '../cluster/index.ts'
import type { OwnDesignReader } from '../design-text/index.ts'
import { aboutDesign, type Design, OWN_DESIGN } from '../designs/index.ts'
import type { ReadRequest, RequestText } from '../http/index.ts'
import { type Discovery, RBAC_GROUP } from '../kube/index.ts'
import { mayHaveTemplates } from '../policy/index.ts'
import type { RoleWriters } from '../role-writes/index.ts'
import type { AnswerQuestion } from './question.ts'
import { type Scenario, sentRequests } from './scenario.ts'

/**
 * The parts of the engine that only some scenarios need, each a file of `chunks/`, so that a page loads no more than it
 * shows. Deciding throws where a needed chunk is missing ({@link chunksFor}).
 */
export interface Chunks extends ClusterChunks {
  readonly kubectl?: {
    readonly readKubectl: (text: string, discovery?: Discovery) => ReadRequest
    readonly answerQuestion: AnswerQuestion
  }
  readonly review?: { readonly readReview: (text: string) => ReadRequest; readonly answerQuestion: AnswerQuestion }
  readonly curl?: { readonly readCurl: (text: string) => ReadRequest }
  /** Warns of resources that are not served. The decision does not need it, so a variant of a scenario is decided without it. */
  readonly resources?: {
    readonly discoveryOf: (cluster: Cluster) => Discovery
    readonly withUnserved: (read: ReadRequest, written: RequestText, discovery: Discovery) => ReadRequest
  }
  readonly changes?: { readonly ChangeReader: typeof ChangeReader }
  /** For the design of one’s own. */
  readonly designText?: { readonly OwnDesignReader: typeof OwnDesignReader }
  readonly roleWrites?: { readonly RoleWriters: typeof RoleWriters }
  readonly designs: readonly Design[]
}

/** The language of conditions, in both of its uses: `CEL` of `@authz-playground/engine/cel`, which is large. */
export type Language = ConditionLanguage & ParameterLanguage

/** The name of a part that only some scenarios need. */
export type Chunk = Exclude<keyof Chunks, 'designs'>

/** The chunks that a scenario needs to be decided, beside its design. */
export function chunksFor(scenario: Scenario): ReadonlySet<Chunk> {
  const { authorizationConfig, cluster, design } = scenario
  const modes = cluster.authorizationModes
  const forms = new Set(sentRequests(scenario).map(({ request }) => request.form))
  const needed: Readonly<Record<Chunk, boolean>> = {
    kubectl: forms.has('kubectl'),
    curl: forms.has('curl'),
    review: forms.has('review'),
    resources: sentRequests(scenario).some(({ request }) => needsResources(request)),
    changes: aboutDesign(design)?.readsChanges === true,
    roleWrites: mayWriteRoles(scenario),
    cluster: modes.includes('Node') || modes.includes('Webhook') || !!authorizationConfig,
    configured: !!authorizationConfig,
    defaultRoles: mayNeedDefaultRoles(cluster, scenario.policy),
    conditions: needsConditions(scenario),
    templates: mayHaveTemplates(scenario.policy),
    designText: design === OWN_DESIGN,
  }
  return new Set((Object.keys(needed) as readonly Chunk[]).filter((chunk) => needed[chunk]))
}

/**
 * Requests for these resources are read without the table of all resources, as most are. Each is served by every version that is
 * known here.
 */
const COMMON_PATHS = [
  `/api/v1/${inNamespace('pods|secrets|configmaps|services|serviceaccounts')}`,
  '/api/v1/nodes',
  String.raw`/api/v1/namespaces(?:/[^\s/?'"]+)?(?=[\s?'"]|$)`,
  `/apis/apps/v1/${inNamespace('deployments')}`,
  `/apis/${RBAC_GROUP}/v1/${inNamespace('roles|rolebindings')}`,
  `/apis/${RBAC_GROUP}/v1/(?:clusterroles|clusterrolebindings)`,
]
const COMMON_RESOURCE = new RegExp(String.raw`(?:${COMMON_PATHS.join('|')})(?![\w.%-])`, 'g')

/** The end of paths of namespaced resources, in all namespaces and in one. */
function inNamespace(resources: string): string {
  return String.raw`(?:namespaces/[^\s/?'"]+/)?(?:${resources})`
}

/** Whether reading a request needs the resources of the API: to read its words, or to say that no API server serves its resource. */
export function needsResources({ form, text }: RequestText): boolean {
  return form === 'kubectl' || form === 'review' || /\/apis?\//.test(text.replace(COMMON_RESOURCE, ''))
}

/** Whether a scenario needs a language of conditions ({@link DecideOptions}), under its own design or any other. */
export function needsConditions({ authorizationConfig, cluster, design, schema = '' }: Scenario): boolean {
  return (
    design === OWN_DESIGN ||
    aboutDesign(design)?.readsConditions !== undefined ||
    cluster.authorizationModes.includes('AccessRules') ||
    !!authorizationConfig ||
    schema.includes(PARAMETER_EXPRESSION)
  )
}

/** Whether one of the requests may write a role or binding, judged by its text alone: it mentions the API group of RBAC. */
function mayWriteRoles(scenario: Scenario): boolean {
  return sentRequests(scenario).some(({ request }) => mayWriteRole(request))
}

function mayWriteRole({ form, text }: RequestText): boolean {
  if (form === 'kubectl')
    return /\b(?:apply|create|edit|patch|replace|label|annotate|auth|set)\b/.test(text) && ROLES.test(text)
  return text.includes(RBAC_GROUP) && !/^\s*(?:GET|HEAD|DELETE)\b/.test(text)
}

const ROLES = /role|rbac\./i
