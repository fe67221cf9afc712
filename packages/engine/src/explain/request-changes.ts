import { type ClusterSettings, discoveryIn } from '../cluster/index.ts'
import { printCurl, readCurl } from '../curl/index.ts'
import type { Scenario } from '../decide/index.ts'
import type { Design } from '../designs/index.ts'
import {
  type FieldChanges,
  fieldsOf,
  type HTTPRequest,
  impersonationOf,
  printHTTP,
  type RequestText,
  readHTTP,
  withFields,
} from '../http/index.ts'
import {
  ANY_VERSION,
  COLLECTION_VERBS,
  type Discovery,
  KUBERNETES_VERSIONS,
  missingGroups,
  NODES_GROUP,
  nodeIdentity,
  nodeOf,
} from '../kube/index.ts'
import { printKubectl, readKubectl } from '../kubectl/index.ts'
import { printReview, readReview } from '../review/index.ts'
import type { Check, RichText, Trace } from '../trace/index.ts'
import type { Explained } from './explained.ts'
import type { NearMatch } from './near.ts'

/** A scenario that differs from a refused one in anything but the policy, and what is different. */
export interface OtherScenario {
  readonly kind: 'request' | 'setting'
  readonly words: RichText
  readonly scenario: Scenario
  /** It opens more than the one before it, which is enough where it does. */
  readonly wider?: true
  /** Every cluster has it, so its lack is the cause of the refusal. */
  readonly isCause?: true
}

/**
 * What else could be meant than the policy: the Node authorizer, default roles that every cluster has, constrained impersonation, groups that authentication adds, a request
 * in the namespace where it is granted, for a name that is granted, for an extra key that can be asked for, or one that the Node
 * authorizer knows. Whether the
 * request is allowed then is not decided here.
 */
export function otherScenarios(
  { request, trace, design }: Explained & { readonly design: Design },
  scenario: Scenario,
  near: ReadonlyMap<Check, readonly NearMatch[]>,
): readonly OtherScenario[] {
  if (trace === undefined || request.request === undefined) return []
  // A change of the review would not be one of the question.
  if (trace.question !== undefined) {
    const { question } = trace
    const namesUser = question.kind === 'access' && question.written?.user !== undefined
    return [...nodeAuthorizer(trace, scenario), ...defaultRoles(scenario), ...(namesUser ? [] : groups(scenario))]
  }
  const sent = request.request
  const changed = (words: RichText, changes: FieldChanges) => changedRequest(sent, scenario, words, changes)
  const others = [
    ...nodeAuthorizer(trace, scenario),
    ...defaultRoles(scenario),
    ...constrainedImpersonation(design, scenario, sent),
    ...groups(scenario),
    ...[...near].flatMap(([check, rules]) =>
      check.purpose === 'request' || check.purpose === 'action'
        ? rules.flatMap((one) => {
            const other = otherResource(one, check)
            return other === undefined ? [] : changed(other.words, { resource: other.resource })
          })
        : [],
    ),
    ...domainKeys(sent).flatMap(({ words, extra }) => changed(words, { impersonate: { extra } })),
    ...ofNode(trace, sent, scenario),
  ]
  // Several rules may grant it in one other namespace.
  return [...new Map(others.map((one) => [JSON.stringify(one.words), one])).values()]
}

function changedRequest(
  sent: HTTPRequest,
  scenario: Scenario,
  words: RichText,
  changes: FieldChanges,
): readonly OtherScenario[] {
  const text = rewritten(sent, withFields(sent, changes), scenario)
  return text === undefined ? [] : [{ kind: 'request', words, scenario: { ...scenario, request: text } }]
}

/**
 * What the request of a node, or of somebody who acts as one, may lack in a cluster: the Node authorizer, constrained impersonation,
 * and what makes it one that the Node authorizer knows. It may lack several, of which a decision shows one after another.
 */
export function nodeScenarios(
  { request, trace, design }: Explained & { readonly design: Design },
  scenario: Scenario,
): readonly OtherScenario[] {
  const sent = request.request
  if (trace === undefined || trace.question !== undefined || sent === undefined) return []
  const { username } = impersonationOf(sent.headers)
  if (nodeOf(username === '' ? trace.requestor.username : username) === undefined) return []
  return [
    ...nodeAuthorizer(trace, scenario),
    ...constrainedImpersonation(design, scenario, sent),
    ...ofNode(trace, sent, scenario),
  ]
}

/** What the request of a node lacks to be one that the Node authorizer knows: the group of nodes, or the selector of its pods. */
function ofNode({ impersonatedUser, requestor, steps }: Trace, sent: HTTPRequest, scenario: Scenario) {
  const changed = (words: RichText, changes: FieldChanges) =>
    changedRequest(sent, scenario, words, changes).map((one): OtherScenario => ({ ...one, isCause: true }))
  const user = impersonatedUser ?? requestor
  const node = nodeOf(user.username)
  if (node === undefined) return []
  if (!user.groups.includes(NODES_GROUP)) {
    if (impersonatedUser === undefined) return []
    const { groups } = impersonationOf(sent.headers)
    const words: RichText = [
      'impersonate the group ',
      { code: NODES_GROUP },
      ' as well, by ',
      { code: `--as-group=${NODES_GROUP}` },
      ': the verb ',
      { code: 'impersonate' },
      ' adds no group to a node',
    ]
    return changed(words, { impersonate: { groups: [...groups, NODES_GROUP] } })
  }
  const asked = steps.findLast(({ check }) => check?.purpose === 'request')?.check?.attributes
  if (asked?.resource !== 'pods' || asked.apiGroup !== '' || asked.subresource !== '') return []
  if (asked.verb !== 'list' && asked.verb !== 'watch') return []
  const own = `spec.nodeName=${node}`
  const { fieldSelector = '' } = fieldsOf(sent).resource ?? {}
  if (fieldSelector.split(',').includes(own)) return []
  return changed(['ask for the pods of this node alone, by ', { code: `--field-selector ${own}` }], {
    resource: { fieldSelector: fieldSelector === '' ? own : `${fieldSelector},${own}` },
  })
}

/** The authorizer that the kubelets of a cluster have, where the request is one of a node. */
function nodeAuthorizer({ steps }: Trace, scenario: Scenario): readonly OtherScenario[] {
  const { cluster } = scenario
  const isOfNode = steps.some(({ check }) => check !== undefined && nodeIdentity(check.attributes.user) !== undefined)
  if (!isOfNode || cluster.authorizationModes.includes('Node')) return []
  const authorizationModes = ['Node', ...cluster.authorizationModes] as const
  return [
    {
      kind: 'setting',
      words: ['turn on the Node authorizer'],
      isCause: true,
      scenario: { ...scenario, cluster: { ...cluster, authorizationModes } },
    },
  ]
}

function defaultRoles(scenario: Scenario): readonly OtherScenario[] {
  const { cluster } = scenario
  if (cluster.defaultRoles === true || !cluster.authorizationModes.includes('RBAC')) return []
  const { defaultRoles: setting, ...others } = cluster
  const all: OtherScenario = {
    kind: 'setting',
    words: ['let the bindings of the default roles count'],
    isCause: true,
    scenario: { ...scenario, cluster: { ...cluster, defaultRoles: true } },
  }
  if (setting === undefined) return [all]
  const words = ['let the default roles count that bindings name']
  return [
    { kind: 'setting', words, isCause: true, scenario: { ...scenario, cluster: others } },
    { ...all, wider: true },
  ]
}

/** The feature gate, or the first version that has it on, where rules for constrained impersonation do not count. */
function constrainedImpersonation(
  { gate }: Design,
  { cluster, ...scenario }: Scenario,
  { headers }: HTTPRequest,
): readonly OtherScenario[] {
  if (gate === undefined || impersonationOf(headers).username === '') return []
  const { constrainedImpersonation: set, ...plain } = cluster
  const setting = (words: RichText, other: ClusterSettings): OtherScenario => {
    return { kind: 'setting', words, scenario: { ...scenario, cluster: other } }
  }
  const released = gate.defaults[cluster.version]
  if (released !== 'absent') {
    if (set ?? released === 'on') return []
    return [setting(['turn on the feature gate ', { code: gate.name }], { ...cluster, constrainedImpersonation: true })]
  }
  const version = KUBERNETES_VERSIONS.find((one) => gate.defaults[one] === 'on')
  return version === undefined
    ? []
    : [
        setting([`use Kubernetes ${version}, the first with the feature gate `, { code: gate.name }, ' on'], {
          ...plain,
          version,
        }),
      ]
}

function groups(scenario: Scenario): readonly OtherScenario[] {
  const { requestor } = scenario
  const missing = missingGroups(requestor)
  if (missing.length === 0) return []
  const words: RichText = missing.flatMap((group, at): RichText => [at === 0 ? '' : ', ', { code: group }])
  return [
    {
      kind: 'request',
      words: ['give the requestor the groups that authentication adds: ', ...words.filter((word) => word !== '')],
      isCause: true,
      scenario: { ...scenario, requestor: { ...requestor, groups: [...(requestor.groups ?? []), ...missing] } },
    },
  ]
}

/** The same request where a rule of the user grants it: in another namespace, or for another name. */
function otherResource(
  { mismatches, rule }: NearMatch,
  { attributes }: Check,
): { readonly words: RichText; readonly resource: NonNullable<FieldChanges['resource']> } | undefined {
  const [mismatch, ...others] = mismatches
  if (mismatch === undefined || others.length > 0) return undefined
  const [value] = mismatch.has
  if (mismatch.dimension === 'scope' && value !== undefined && attributes.namespace !== '') {
    return {
      words: ['send the request to namespace ', { code: value }, ', where it is granted'],
      resource: { namespace: value },
    }
  }
  if (mismatch.dimension !== 'name' || value === undefined) return undefined
  if (mismatch.cause === 'no-name' && COLLECTION_VERBS.has(attributes.verb)) {
    return rule?.resourceNames.length === 1
      ? {
          words: ['ask for the one name that is granted, by the field selector ', { code: `metadata.name=${value}` }],
          resource: { fieldSelector: `metadata.name=${value}` },
        }
      : undefined
  }
  return mismatch.cause === 'misspelt' || mismatch.cause === 'case'
    ? { words: ['ask for ', { code: value }, ', the name that is granted'], resource: { name: value } }
    : undefined
}

/** The extras with keys that have a domain. */
function domainKeys({ headers }: HTTPRequest) {
  const { extra } = impersonationOf(headers)
  const plain = [...new Set(extra.map(({ key }) => key).filter((key) => !key.includes('/')))]
  if (plain.length === 0) return []
  const renamed = (key: string) => (key.includes('/') ? key : `example.com/${key.replace(/[^-a-z0-9._]/g, '-')}`)
  return [
    {
      words: [
        'use extra keys with a domain, such as ',
        { code: renamed(plain[0] ?? '') },
        ' for ',
        { code: plain[0] ?? '' },
      ] satisfies RichText,
      extra: extra.map(({ key, value }) => ({ key: renamed(key), value })),
    },
  ]
}

const READERS = { http: readHTTP, kubectl: readKubectl, curl: readCurl, review: readReview }

/** The most places at which a word is tried. */
const MOST_PLACES = 50

/**
 * The text of a request that becomes another one: with all else as it was typed where one word of it is what changes, else
 * printed anew. Undefined where its form cannot carry the request. A command is read and printed by what the cluster of the scenario
 * serves.
 */
export function rewritten(sent: HTTPRequest, other: HTTPRequest, scenario: Scenario): RequestText | undefined {
  const text = scenario.request
  const discovery = text.form === 'kubectl' ? discoveryIn(scenario) : ANY_VERSION
  const wanted = JSON.stringify(partsOf(other))
  const isWanted = (changed: string): boolean => {
    const { request } = READERS[text.form](changed, discovery)
    return request !== undefined && JSON.stringify(partsOf(request)) === wanted
  }
  const shorter = withoutHeaders(sent, other, text)
  if (shorter !== undefined && isWanted(shorter)) return { form: text.form, text: shorter }
  let left = MOST_PLACES
  for (const [before, after] of wordsThatDiffer(sent, other)) {
    for (let at = text.text.indexOf(before); at !== -1 && left-- > 0; at = text.text.indexOf(before, at + 1)) {
      const changed = `${text.text.slice(0, at)}${after}${text.text.slice(at + before.length)}`
      if (isWanted(changed)) return { form: text.form, text: changed }
    }
  }
  return printed(other, text, discovery)
}

/** The text without the headers that the other request does not have: without their lines, or the flags of a command. */
function withoutHeaders(sent: HTTPRequest, other: HTTPRequest, { form, text }: RequestText): string | undefined {
  const dropped = sent.headers.filter((header) => !other.headers.includes(header))
  if (dropped.length === 0 || dropped.length + other.headers.length !== sent.headers.length) return undefined
  let shorter = text
  for (const { span } of [...dropped].reverse()) {
    if (span === undefined) return undefined
    const [before, after] = [shorter.slice(0, span.start), shorter.slice(span.end)]
    shorter =
      form === 'http' ? before + after.replace(/^[^\n]*\n/, '') : before.replace(/(?<![ \t])[ \t]+$/, '') + after
  }
  return shorter
}

function partsOf({ method, target, headers, body }: HTTPRequest) {
  return [method, target, headers.map(({ name, value }) => [name, value]), body]
}

/** The parts of the path and the names of headers that differ, and the whole targets. */
function wordsThatDiffer(sent: HTTPRequest, other: HTTPRequest): readonly (readonly [before: string, after: string])[] {
  const parts = ({ target, headers }: HTTPRequest) => [...target.split(/[/?]/), ...headers.map(({ name }) => name)]
  const [before, after] = [parts(sent), parts(other)]
  const pairs = before.length === after.length ? before.map((word, at) => [word, after[at] ?? ''] as const) : []
  return [...pairs, [sent.target, other.target] as const].filter(([word, now]) => word !== '' && word !== now)
}

/** The request in the form in which it is written; undefined where that form cannot carry it. */
function printed(request: HTTPRequest, { form }: RequestText, discovery: Discovery): RequestText | undefined {
  const print = { http: printHTTP, kubectl: printKubectl, curl: printCurl, review: printReview }[form]
  const { text, gap } = print(request, discovery)
  return gap === undefined ? { form, text } : undefined
}
