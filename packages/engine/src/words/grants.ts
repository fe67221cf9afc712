import { attributesFor, RBAC_GROUP, ROLES_FOR_PEOPLE, type Rule, resourceName } from '../kube/index.ts'
import { identityInWords } from '../rights/index.ts'
import type { SourceRange } from '../text/index.ts'
import {
  type Check,
  type Grant,
  type GrantedRule,
  grantedCount,
  type Outcome,
  type RichText,
  type Trace,
} from '../trace/index.ts'
import { lineInWords, onWhat, type Sentences, scopeInWords } from './phrases.ts'

/** The most missing rules that a sentence names; the list below it has all. */
const MOST_NAMED = 3

/** The sentence after an answer about a role or binding that was written. Empty where the request writes none. */
export function whyGranted(grant: Grant | undefined): string {
  switch (grant?.waived) {
    case 'system:masters':
      return ' Members of system:masters may grant permissions that they do not hold.'
    case 'escalate':
      return ' Its writer holds the verb escalate for it, so it may grant more than its writer holds.'
    case 'bind':
      return ' Its writer holds the verb bind for the role, so any rules of the role may be bound.'
    case 'only-garbage-collection':
      return ' The write changes nothing that grants permissions, so nothing is compared.'
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
  action: RichText,
): Sentences {
  const { code, message, status } = outcome
  if (code === 403 && grant !== undefined) return escalating(grant, action)
  return {
    answer: [`${code}: the request is authorized, and nothing is stored.`],
    because: [
      'The API server says: ',
      { code: message },
      ...(status.reason === 'NotFound' ? aboutMissingRole(steps.findLast(({ check }) => check)?.check) : []),
    ],
  }
}

/** Where a binding names a role that does not exist, the API server's message is about the binding. */
function aboutMissingRole(asked: Check | undefined): RichText {
  if (asked?.attributes.verb !== 'bind') return []
  const { resource, name } = asked.attributes
  return [
    '. The role that it binds does not exist, so its rules cannot be compared: ',
    ...(resource === 'clusterroles' && ROLES_FOR_PEOPLE.has(name)
      ? ['let the default roles count, as ', { code: name }, ' is one of them.']
      : ['create it first, or hold ', { code: 'bind' }, ' on it.']),
  ]
}

function escalating(grant: Grant, action: RichText): Sentences {
  const { user, kind, namespace, roleRef } = grant
  const who = identityInWords(user)
  const missing = grant.rules.filter(({ coveredBy }) => coveredBy === undefined)
  const forAll = missing.every(({ forAggregation }) => forAggregation)
  const verb = roleRef === undefined ? 'escalate' : 'bind'
  const held = attributesFor(user, {
    verb,
    apiGroup: RBAC_GROUP,
    apiVersion: '*',
    resource: roleRef?.kind === 'Role' || kind === 'Role' ? 'roles' : 'clusterroles',
    namespace,
    name: roleRef?.name ?? '',
  })
  const what = roleRef === undefined ? 'it would grant ' : 'the role that it binds grants '
  const named = missing.filter(({ forAggregation }) => forAll === (forAggregation === true))
  return {
    answer: forAll
      ? [
          '403: ',
          ...who,
          ' may ',
          ...action,
          ', but an aggregation rule only with full authority, and ',
          ...who,
          ' does not hold that.',
        ]
      : [
          '403: ',
          ...who,
          ' may ',
          ...action,
          ', but not this one: ',
          what,
          ...inList(named, grant.unlisted?.missing ?? 0),
          ', which ',
          ...who,
          ' does not hold.',
        ],
    because: [
      forAll
        ? 'An aggregation rule adds the rules of any role that somebody labels. '
        : 'Nobody may grant more than they hold. ',
      'Hold ',
      forAll ? 'every verb on every resource and URL' : missing.length === 1 ? 'that rule' : 'those rules',
      namespace === '' ? ' cluster-wide' : ' in the namespace',
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

function inList(rules: readonly GrantedRule[], unlisted: number): RichText {
  const named = rules.slice(0, MOST_NAMED)
  const more = rules.length + unlisted - named.length
  return named
    .flatMap(({ rule, range }, at): RichText => {
      const last = at === named.length - 1 && more === 0
      const between = at === 0 ? [] : [last ? ' and ' : ', ']
      const where = range?.source === 'request' || at > 0 || range === undefined ? [] : [` (${lineInWords(range)})`]
      return [...between, ...ruleInWords(rule), ...where]
    })
    .concat(more > 0 ? [` and ${more} more`] : [])
}

/** A simple rule in words: "get on secrets named a", "get on the URL /healthz". */
export function ruleInWords({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): RichText {
  const verb: RichText = [{ code: verbs[0] ?? '' }, ' on ']
  if (nonResourceURLs[0] !== undefined) return [...verb, 'the URL ', { code: nonResourceURLs[0] }]
  return [
    ...verb,
    { code: resourceName({ apiGroup: apiGroups[0] ?? '', resource: resources[0] ?? '' }) },
    ...(resourceNames[0] === undefined ? [] : [' named ', { code: resourceNames[0] }]),
  ]
}

/** The rules that would be granted, and the rules that cover them, in words. */
export interface GrantedWords {
  readonly heading: RichText
  /** Rule by rule; rules that the user does not hold come first. */
  readonly rules: readonly RichText[]
}

/** The most rules that a report names; it counts the others. */
const MOST = 20

/**
 * Each rule that a role or binding would grant, and the user's rule that covers it. Undefined where nothing was compared.
 * `inWords` names the place of a rule.
 */
export function grantedWords(
  grant: Grant | undefined,
  inWords: (range: SourceRange) => string = lineInWords,
): GrantedWords | undefined {
  if (grant === undefined || grant.waived !== undefined || grant.rules.length === 0) return undefined
  const named = uncoveredFirst(grant).slice(0, MOST)
  const all = grantedCount(grant)
  const rest = all.rules - named.length
  const missing = all.missing - grantedCount({ rules: named }).missing
  return {
    heading: [
      'What it would grant, compared with what ',
      ...identityInWords(grant.user),
      ' holds ',
      ...grantScope(grant),
    ],
    rules: [
      ...named.map((one) => ruleBeside(one, inWords)),
      ...(rest > 0 ? [[`${rest} more, ${missing} of them not held`]] : []),
    ],
  }
}

/**
 * The rules; those that the user does not hold come first, because they end the request. In their own order where nothing
 * was compared.
 */
export function uncoveredFirst({ rules, waived }: Pick<Grant, 'rules' | 'waived'>): readonly GrantedRule[] {
  if (waived !== undefined) return rules
  const held = rules.filter(({ coveredBy }) => coveredBy !== undefined)
  return [...rules.filter(({ coveredBy }) => coveredBy === undefined), ...held]
}

/** The scope in which the user must hold the rules that a role or binding grants. */
export function grantScope({ namespace }: Pick<Grant, 'namespace'>): RichText {
  return scopeInWords(namespace)
}

function ruleBeside(
  { rule, forAggregation, coveredBy }: GrantedRule,
  inWords: (range: SourceRange) => string,
): RichText {
  return [
    ...ruleInWords(rule),
    forAggregation ? ', for the aggregation rule: ' : ': ',
    ...(coveredBy?.rule === undefined || coveredBy.role === undefined
      ? [coveredBy === undefined ? 'not held' : 'held']
      : [`held by ${inWords(coveredBy.rule.range)}, of ${coveredBy.role.kind} `, { code: coveredBy.role.name }]),
  ]
}

/** Whether a check is for `escalate` or `bind`: the permission to grant rules that the user does not hold. */
export function asksForGrant(check: Check | undefined): boolean {
  return check?.phase === 'handler' && (check.purpose === 'escalate' || check.purpose === 'bind')
}

/** The places in the request of the rules that it would grant, or of the role that it binds. */
export function grantInRequest(grant: Trace['grant']): readonly SourceRange[] {
  if (grant === undefined) return []
  const ranges = [grant.roleRef?.range, ...grant.rules.map(({ range }) => range)]
  return distinct(ranges.filter((range) => range?.source === 'request'))
}

/** Each place once: the simple rules of one rule share its place. */
export function distinct(ranges: readonly (SourceRange | undefined)[]): readonly SourceRange[] {
  const byPlace = new Map(ranges.flatMap((one) => (one === undefined ? [] : [[`${one.source} ${one.start}`, one]])))
  return [...byPlace.values()]
}
