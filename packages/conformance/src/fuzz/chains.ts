import {
  COMPARED,
  type Random,
  type VectorCheck,
  type VectorRequest,
  type VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import { type Draft, documents, type JsonData, type KubeObject, scenarioOf } from './draft.ts'
import { type AnsweredScenario, deniedIn, firstDraft, joined } from './generate.ts'
import { grants } from './grants.ts'
import type { OracleAnswer } from './oracle.ts'
import { storedObjects } from './stored-objects.ts'

const NAMES = ['agent', 'audit.example.com', 'break-glass'] as const

/** Seconds between requests: on both sides of every TTL, and no sum of them equals one. */
const WAITS = [0, 0, 0, 0.13, 4.31, 9.71, 10.37, 29.83, 31.19, 61.73, 299.57, 301.91] as const

/** Conditions over the review: some are always true or false, and some have errors for part of the reviews. */
const CONDITIONS = [
  'has(request.resourceAttributes)',
  '!has(request.resourceAttributes)',
  'true',
  'false',
  "request.user != 'jane'",
  "!('system:nodes' in request.groups)",
  "request.groups.exists(group, group.startsWith('system:'))",
  'request.groups.size() > 2',
  "request.groups[2] == 'ops'",
  "request.uid == ''",
  "request.uid.matches('^u-[0-9]$')",
  'int(request.uid) > 3',
  "has(request.extra) && 'scopes' in request.extra",
  "request.extra['scopes'].exists(value, value == 'view')",
  "request.resourceAttributes.namespace == 'prod'",
  "request.resourceAttributes.verb in ['get', 'list', 'watch']",
  "!request.resourceAttributes.verb.startsWith('impersonate-on:')",
  "!has(request.resourceAttributes) || !request.resourceAttributes.verb.startsWith('impersonate')",
  "request.resourceAttributes.verb.startsWith('impersonate')",
  "request.resourceAttributes.resource.matches('^(pods|nodes|users)$')",
  "request.resourceAttributes.name != ''",
  'has(request.resourceAttributes.fieldSelector)',
  'has(request.resourceAttributes) && has(request.resourceAttributes.labelSelector)',
  "request.nonResourceAttributes.path.startsWith('/healthz')",
  '10 / (request.groups.size() - 1) > 2',
] as const

/** The error of a call whose answer has another kind. The oracle’s webhooks answer with the kind that it names. */
const UNKNOWN_KIND =
  'no kind "Answer" is registered for version "authorization.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"'

/** The timeout of webhooks that do not always answer in time. */
const SHORT = '250ms'

/** A row of a webhook's table. */
interface Row {
  readonly [field: string]: JsonData
}
type Tables = Readonly<Record<string, readonly Row[]>>

/**
 * Makes a scenario whose chain comes from an AuthorizationConfiguration, with webhooks that answer from tables. Over a few rounds
 * the webhooks get answers for checks that were made, and RBAC grants for those that were denied.
 */
export async function makeChain(
  random: Random,
  id: string,
  answer: (scenario: VectorScenario) => Promise<OracleAnswer>,
): Promise<AnsweredScenario> {
  const names = random.some(NAMES, 3, 1)
  const timeout = random.chance(0.05) ? SHORT : '3s'
  const withNode = random.chance(0.25)
  const first = firstDraft(random, id)
  let tables: Tables = Object.fromEntries(names.map((name) => [name, []]))
  let draft: Draft = {
    id,
    cluster: {
      ...(random.chance(0.1) && { constrainedImpersonation: false }),
      authorizationConfig: documents([configuration(random, names, timeout, withNode)]),
      webhook: documents([tables]),
    },
    objects: withNode ? storedObjects(random) : [],
    policy: first.policy,
    requestor: first.requestor,
    requests: repeated(random, first.requests),
    // Which words Go has for a timeout depends on which of its two clocks rings first.
    ...(timeout === SHORT && { compare: COMPARED.filter((part) => part !== 'message' && part !== 'audit') }),
  }
  let answered = await answer(scenarioOf(draft))
  if (answered.error !== undefined || answered.dropped !== undefined) return { draft, answered }
  for (let round = random.between(1, 5); round > 0; round--) {
    const more = withAnswers(random, tables, timeout, answered)
    const denied = random.chance(0.7) ? deniedIn(answered) : []
    const policy =
      denied.length === 0 ? draft.policy : joined(random, draft.policy, grants(random, denied, `g${round}-`))
    const changed = { ...draft, policy, cluster: { ...draft.cluster, webhook: documents([more]) } }
    const now = await answer(scenarioOf(changed))
    if (now.error === undefined && now.dropped === undefined) [draft, answered, tables] = [changed, now, more]
  }
  return { draft, answered }
}

function configuration(random: Random, names: readonly string[], timeout: string, withNode: boolean): KubeObject {
  const authorizers = [
    ...names.map((name) => ({ type: 'Webhook', name, webhook: webhookOf(random, name, timeout) })),
    ...(random.chance(0.9) ? [{ type: 'RBAC', name: 'rbac' }] : []),
    ...(withNode ? [{ type: 'Node', name: 'node' }] : []),
  ]
  return {
    apiVersion: `apiserver.config.k8s.io/${random.pick(['v1', 'v1', 'v1beta1'])}`,
    kind: 'AuthorizationConfiguration',
    authorizers: random.shuffled(authorizers),
  }
}

function webhookOf(random: Random, name: string, timeout: string): KubeObject {
  const conditions = random.chance(0.4) ? [] : random.some(CONDITIONS, 3, 1)
  return {
    ...(random.chance(0.5) && { authorizedTTL: random.pick(['10s', '1m', '5m']) }),
    ...(random.chance(0.5) && { unauthorizedTTL: random.pick(['5s', '10s', '30s']) }),
    ...(random.chance(0.2) && { cacheAuthorizedRequests: random.chance(0.3) }),
    ...(random.chance(0.2) && { cacheUnauthorizedRequests: random.chance(0.3) }),
    timeout,
    subjectAccessReviewVersion: 'v1',
    ...(conditions.length > 0 || random.chance(0.3) ? { matchConditionSubjectAccessReviewVersion: 'v1' } : {}),
    failurePolicy: random.pick(['NoOpinion', 'Deny']),
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: `/etc/kubernetes/${name}` },
    ...(conditions.length > 0 && { matchConditions: conditions.map((expression) => ({ expression })) }),
  }
}

/** Two to four requests, of which most were sent before. */
function repeated(random: Random, of: readonly VectorRequest[]): readonly VectorRequest[] {
  return Array.from({ length: random.between(2, 4) }, (_, index) => {
    const { after: _after, ...request } = index === 0 || random.chance(0.7) ? (of[0] as VectorRequest) : random.pick(of)
    const after = index === 0 ? 0 : random.pick(WAITS)
    return { ...request, ...(after > 0 && { after }) }
  })
}

/** The tables with answers to some of the reviews that were made. */
function withAnswers(random: Random, tables: Tables, timeout: string, { expect = [] }: OracleAnswer): Tables {
  const checks = expect.flatMap((one) => one.checks)
  if (checks.length === 0) return tables
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => {
      const more = Array.from({ length: random.between(0, 3) }, () =>
        row(random, { name, timeout }, random.pick(checks)),
      )
      return [name, [...more, ...rows]] as const
    }),
  )
}

function row(
  random: Random,
  { name: webhook, timeout }: Readonly<Record<'name' | 'timeout', string>>,
  check: VectorCheck,
): Row {
  const answer = random.weighted([
    [6, 'Allow'],
    [2, 'Deny'],
    [2, 'NoOpinion'],
    [1, 'AllowAndDeny'],
    [2, 'Error'],
    [timeout === SHORT ? 6 : 0, 'Timeout'],
  ])
  const reasons =
    answer === 'Timeout'
      ? [`Post "http://${webhook}/?timeout=${timeout}": context deadline exceeded`]
      : answer === 'Error'
        ? [`Post "http://${webhook}/?timeout=${timeout}": EOF`, UNKNOWN_KIND]
        : ['fine', 'not today', 'the policy "p" says so', 'zwei\nZeilen', '日本語']
  return {
    match: {
      ...(random.chance(0.5) && { user: check.user.username ?? '' }),
      ...(random.chance(0.1) && { uid: check.user.uid ?? '' }),
      ...(random.chance(0.2) && { groups: random.some(check.user.groups ?? [], 2) }),
      ...attributes(random, check),
    },
    answer,
    ...((answer === 'Error' || answer === 'Timeout' || random.chance(0.6)) && { reason: random.pick(reasons) }),
  }
}

function attributes(random: Random, check: VectorCheck): Row {
  const {
    verb = '',
    path = '',
    apiGroup = '',
    apiVersion = '',
    resource = '',
    subresource = '',
    namespace = '',
  } = check
  const some = (fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(fields).filter(() => random.chance(0.4)))
  if (random.chance(0.1)) return {}
  if (path !== '') return { nonResourceAttributes: some({ path, verb }) }
  const named = { namespace, verb, group: apiGroup, version: apiVersion, resource, subresource, name: check.name ?? '' }
  return { resourceAttributes: some(named) }
}
