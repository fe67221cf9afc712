import type { Attributes } from '../kube/index.ts'
import { RBAC_GROUP, ROLES_FOR_PEOPLE } from '../kube/index.ts'
import {
  type Check,
  type Grant,
  type GrantedRule,
  grantedCount,
  type Label,
  type Outcome,
  type RuleParts,
  type Trace,
} from '../trace/index.ts'
import { lineInWords } from './line.ts'
import { calledIn, onWhat } from './phrases.ts'
import type { Sentences } from './sentence.ts'

/** So many rules that are not held are named in a sentence; the list below it has all. */
const MOST_NAMED = 3

/** What is said behind an answer about a role or binding that was written; nothing where it was no matter of that. */
export function whyGranted(grant: Grant | undefined): string {
  switch (grant?.waived) {
    case 'system:masters':
      return ' Members of system:masters may grant what they do not hold.'
    case 'escalate':
      return ' The verb escalate is held for it, so it may grant what its writer does not hold.'
    case 'bind':
      return ' The verb bind is held for the role, so it may be bound whatever it grants.'
    case 'only-garbage-collection':
      return ' Nothing in it changes that could grant anything, so nothing is compared.'
    case undefined:
      if (grant === undefined) return ''
      return grant.rules.length === 0
        ? ' It grants nothing.'
        : ` Its writer holds all that it grants: ${inCount(grantedCount(grant).rules)}.`
  }
}

function inCount(rules: number): string {
  return rules === 1 ? 'one rule' : `${rules} rules`
}

/** Words for a request that was authorized and that its handler refuses. */
export function refusedWriting(
  outcome: Extract<Outcome, { kind: 'refused' }>,
  { grant, steps }: Trace,
  deed: Label,
): Sentences {
  const { code, message, status } = outcome
  if (code === 403 && grant !== undefined) return escalating(grant, deed)
  return {
    answer: [`${code}: the request is authorized, and nothing is stored.`],
    because: [
      'The API server says: ',
      { code: message },
      ...(status.reason === 'NotFound' ? aboutMissingRole(steps.findLast(({ check }) => check)?.check) : []),
    ],
  }
}

/** Of a role that is to be bound and that is not there, the message speaks as if it were a binding. */
function aboutMissingRole(asked: Check | undefined): Label {
  if (asked?.attributes.verb !== 'bind') return []
  const { resource, name } = asked.attributes
  return [
    '. The role that it binds is not there, so its rules cannot be compared: ',
    ...(resource === 'clusterroles' && ROLES_FOR_PEOPLE.has(name)
      ? ['let the default roles count, as ', { code: name }, ' is one of them.']
      : ['create it first, or hold ', { code: 'bind' }, ' on it.']),
  ]
}

function escalating(grant: Grant, deed: Label): Sentences {
  const { user, kind, namespace, roleRef } = grant
  const who = calledIn(user.username)
  const missing = grant.rules.filter(({ coveredBy }) => coveredBy === undefined)
  const forAll = missing.every(({ forAggregation }) => forAggregation)
  const verb = roleRef === undefined ? 'escalate' : 'bind'
  const held: Attributes = {
    user,
    verb,
    isResourceRequest: true,
    path: '',
    apiGroup: RBAC_GROUP,
    apiVersion: '*',
    resource: roleRef?.kind === 'Role' || kind === 'Role' ? 'roles' : 'clusterroles',
    subresource: '',
    namespace,
    name: roleRef?.name ?? '',
    fieldSelector: [],
    labelSelector: [],
    selectorNotParsed: false,
  }
  const what = roleRef === undefined ? 'it would grant ' : 'the role that it binds grants '
  const named = missing.filter(({ forAggregation }) => forAll === (forAggregation === true))
  return {
    answer: forAll
      ? [
          '403: ',
          ...who,
          ' may ',
          ...deed,
          ', but an aggregation rule only with full authority, and ',
          ...who,
          ' does not hold that.',
        ]
      : [
          '403: ',
          ...who,
          ' may ',
          ...deed,
          ', but not this one: ',
          what,
          ...inList(named, grant.unlisted?.missing ?? 0),
          ', which ',
          ...who,
          ' does not hold.',
        ],
    because: [
      forAll ? 'An aggregation rule gathers any rule that anybody labels. ' : 'Nobody passes on more than they hold. ',
      'Hold ',
      forAll ? 'every verb on every resource and URL' : missing.length === 1 ? 'that rule' : 'those rules',
      namespace === '' ? ' in the whole cluster' : ' in the namespace',
      ', or ',
      { code: verb },
      ' on ',
      ...onWhat(held),
      forAll
        ? ', or leave the aggregation rule out.'
        : roleRef === undefined
          ? `, or leave ${missing.length === 1 ? 'it' : 'them'} out.`
          : ', or bind a smaller role.',
    ],
  }
}

function inList(rules: readonly GrantedRule[], unlisted: number): Label {
  const named = rules.slice(0, MOST_NAMED)
  const more = rules.length + unlisted - named.length
  return named
    .flatMap(({ rule, range }, at): Label => {
      const last = at === named.length - 1 && more === 0
      const between = at === 0 ? [] : [last ? ' and ' : ', ']
      const where = range?.source === 'request' || at > 0 || range === undefined ? [] : [` (${lineInWords(range)})`]
      return [...between, ...ruleInWords(rule), ...where]
    })
    .concat(more > 0 ? [` and ${more} more`] : [])
}

/** A rule that was taken apart, as a person would say it: "get on secrets named a", "get on the URL /healthz". */
export function ruleInWords({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RuleParts): Label {
  const verb: Label = [{ code: verbs[0] ?? '' }, ' on ']
  if (nonResourceURLs[0] !== undefined) return [...verb, 'the URL ', { code: nonResourceURLs[0] }]
  const group = apiGroups[0] ?? ''
  return [
    ...verb,
    { code: group === '' ? (resources[0] ?? '') : `${resources[0] ?? ''}.${group}` },
    ...(resourceNames[0] === undefined ? [] : [' named ', { code: resourceNames[0] }]),
  ]
}
