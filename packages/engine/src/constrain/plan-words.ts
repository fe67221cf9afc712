import { resourceName, serviceAccountOf } from '../kube/index.ts'
import { identityInWords, subjectInWords } from '../rights/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'
import type { Impersonator, Verdict } from './constrain.ts'
import type { LeftBecause, LegacyRight } from './legacy-rights.ts'
import type { StayCause } from './needs.ts'
import type { Widening } from './options.ts'
import { type PlannedRule, verbOrder } from './planned-rules.ts'

/** A number of requests each of which is counted once: “12 different requests”, and “1 request” of one. */
export function differentRequests(count: number): string {
  return count === 1 ? '1 request' : `${count.toLocaleString('en')} different requests`
}

/** What an impersonator could do before and may do now, in one or two sentences. */
export function closedInWords(one: Impersonator): RichText {
  const { subject, rights, requests, left, roles } = one
  const who = subjectInWords(subject)
  if (rights.length === 0) {
    return requests.some(({ verdict }) => verdict === 'constrained')
      ? [...who, ' is constrained already: no rule grants it the legacy verb.']
      : [...who, ' holds no legacy right: its requests were refused.']
  }
  if (left.length > 0)
    return [...who, ' can do anything as ', ...targetsInWords(rights), ', and still can: ', ...leftInWords(left)]
  const could: RichText = [...who, ' could do anything as ', ...targetsInWords(rights)]
  if (roles.length === 0) {
    const constrained = requests.some(({ verdict }) => verdict === 'constrained')
    return [
      ...could,
      constrained ? '; now only what constrained impersonation allows it already.' : '; now it may impersonate nobody.',
    ]
  }
  return [
    ...could,
    '; now it may ',
    ...actionsInWords(one),
    ' as ',
    ...identitiesInWords(one),
    ...placesInWords(one),
    '.',
  ]
}

/** Whom legacy rights allow to impersonate: "anybody", "jane and bob", "any service account in namespace ci". */
export function targetsInWords(rights: readonly LegacyRight[]): RichText {
  const of = (resource: string) => rights.filter(({ resources }) => resources.includes(resource))
  const isAny = ({ effective: { rule } }: LegacyRight): boolean => rule.resourceNames.length === 0
  const users = of('users')
  if (users.some(isAny)) return ['anybody']
  const accounts = of('serviceaccounts')
  const names = [...new Set(users.flatMap(({ effective: { rule } }) => rule.resourceNames))]
  const parts: RichText[] = names.length === 0 ? [] : [listInWords(names, 'and', 4)]
  if (accounts.some((right) => isAny(right) && right.namespace === '')) parts.push(['any service account'])
  else {
    const open = [...new Set(accounts.filter(isAny).map(({ namespace }) => namespace))]
    if (open.length > 0) parts.push(['any service account in ', ...namespacesInWords(open)])
    const named = [
      ...new Set(accounts.filter((right) => !isAny(right)).flatMap(({ effective: { rule } }) => rule.resourceNames)),
    ]
    if (named.length > 0)
      parts.push([`service account${named.length === 1 ? '' : 's'} `, ...listInWords(named, 'and', 4)])
  }
  // A group, a UID or an extra alone impersonates nobody.
  return parts.length === 0 ? ['nobody: it lacks the right to any name'] : joined(parts)
}

function joined(parts: readonly RichText[]): RichText {
  return parts.flatMap(
    (part, at): RichText => [...(at === 0 ? [] : [at === parts.length - 1 ? ' and ' : ', ']), ...part],
  )
}

function namespacesInWords(namespaces: readonly string[]): RichText {
  if (namespaces.length > 3) return [`${namespaces.length} namespaces`]
  return [namespaces.length === 1 ? 'namespace ' : 'namespaces ', ...listInWords(namespaces)]
}

/** The most groups of verbs and resources that a sentence lists. */
const MOST_LISTED = 4
/** The most verbs that a sentence lists. */
const MOST_VERBS = 5

function actionsInWords({ roles }: Impersonator): RichText {
  const verbs = new Map<string, Set<string>>()
  for (const { part, rules } of roles) {
    if (part !== 'action') continue
    for (const rule of rules) {
      const what = rule.nonResourceURLs.length > 0 ? rule.nonResourceURLs : resourcesOf(rule)
      for (const one of what) {
        const known = verbs.get(one) ?? new Set()
        for (const verb of rule.verbs) known.add(actionOf(verb))
        verbs.set(one, known)
      }
    }
  }
  const alike = new Map<string, { verbs: readonly string[]; what: string[] }>()
  for (const [what, of] of verbs) {
    const key = [...of].sort().join()
    const group = alike.get(key) ?? { verbs: [...of].sort((a, b) => verbOrder(a) - verbOrder(b)), what: [] }
    group.what.push(what)
    alike.set(key, group)
  }
  if (alike.size > MOST_LISTED) {
    const count = [...verbs.values()].reduce((sum, of) => sum + of.size, 0)
    return [`do ${count} things (a verb on a resource each)`]
  }
  return joined(
    [...alike.values()].map(({ verbs, what }): RichText => {
      const doing: RichText = verbs.length > MOST_VERBS ? [`use ${verbs.length} verbs on`] : listInWords(verbs)
      return [...doing, ' ', ...listInWords(what)]
    }),
  )
}

function resourcesOf({ apiGroups, resources }: PlannedRule): readonly string[] {
  return apiGroups.flatMap((group) => resources.map((resource) => resourceName({ apiGroup: group, resource })))
}

function actionOf(verb: string): string {
  return verb.slice(verb.lastIndexOf(':') + 1)
}

function identitiesInWords({ roles, requests }: Impersonator): RichText {
  const rules = roles.flatMap(({ part, rules }) => (part === 'identity' ? rules : []))
  const named = (grants: (rule: PlannedRule) => boolean) => {
    const of = rules.filter(grants)
    return {
      any: of.some(({ resourceNames }) => resourceNames.length === 0),
      names: [...new Set(of.flatMap((one) => one.resourceNames))],
    }
  }
  const moved = requests.flatMap(({ verdict, request }) =>
    verdict === 'moves' && request.target ? [request.target.username] : [],
  )
  const accounts = moved.filter((name) => serviceAccountOf(name) !== undefined)
  const users = named(({ resources }) => resources.includes('users'))
  const anyAccount = named(({ resources }) => resources.includes('serviceaccounts')).any
  const nodes = named(({ verbs }) => verbs.includes('impersonate:arbitrary-node'))
  const ownNode = rules.some(({ verbs }) => verbs.includes('impersonate:associated-node'))
  const parts: RichText[] = [
    ...(users.any ? [['any user']] : counted(users.names, 'user')),
    ...(anyAccount ? [['any service account of its namespaces']] : counted([...new Set(accounts)], 'service account')),
    ...(ownNode ? [['the node that it runs on']] : []),
    ...(nodes.any ? [['any node']] : counted(nodes.names, 'node')),
  ]
  return parts.length === 0 ? ['whom other rules allow'] : joined(parts)
}

function counted(names: readonly string[], noun: string): readonly RichText[] {
  if (names.length === 0) return []
  if (names.length > 2) return [[`${names.length} ${noun}s`]]
  return [
    joined(names.map((username) => (noun === 'node' ? ['node ', { code: username }] : identityInWords({ username })))),
  ]
}

function placesInWords({ roles }: Impersonator): RichText {
  const actions = roles.filter(({ part }) => part === 'action')
  const namespaces = [...new Set(actions.flatMap(({ boundIn }) => boundIn))]
  const everywhere = actions.some(({ boundIn }) => boundIn.length === 0)
  if (namespaces.length === 0) return everywhere ? [', in the whole cluster'] : []
  return [', in ', ...namespacesInWords(namespaces), ...(everywhere ? [' and in the whole cluster'] : [])]
}

/** Why rights stay, and what to do. */
export function leftInWords(left: readonly LegacyRight[]): RichText {
  const [{ left: because, effective, binding }] = left as [LegacyRight]
  const role: RichText = [`${effective.role.kind} `, { code: effective.role.name }]
  const more = new Set(left.map((one) => one.effective.rule)).size - 1
  return [
    ...LEFT_WORDS[because ?? 'text'](role, [`${binding.kind} `, { code: binding.name }]),
    ...(more > 0 ? [` ${more} more of its rules stay.`] : []),
  ]
}

const LEFT_WORDS: Readonly<Record<LeftBecause | 'text', (role: RichText, binding: RichText) => RichText>> = {
  'every-verb': (role) => [
    'a rule of ',
    ...role,
    ' allows every verb on service accounts and other resources, constrained impersonation included. Name its verbs, without ',
    { code: 'impersonate' },
    ', or bind another role.',
  ],
  'default-role': (role, binding) => [
    'Kubernetes writes ',
    ...role,
    ', which ',
    ...binding,
    ' grants. Bind a role of your own instead.',
  ],
  text: (role) => [
    'the text of ',
    ...role,
    ' cannot be changed here, because an alias or a template writes the rule. Remove the verb by hand.',
  ],
}

/** A verdict in a few words. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  moves: 'goes over',
  constrained: 'is constrained already',
  stays: 'cannot go over',
  failed: 'was refused anyway',
  differs: 'is not explained by this policy',
}

/** Why no mode takes a request, and what to do. */
export const STAY_WORDS: Readonly<Record<StayCause, { readonly why: string; readonly instead: string }>> = {
  'extra-key': {
    why: 'It asks for an extra that constrained impersonation refuses: a key without a domain, or an empty value.',
    instead: 'Have the client send keys such as example.com/scopes, or no extras. Until then it needs the legacy verb.',
  },
  masters: {
    why: 'It asks for the group system:masters, which constrained impersonation refuses.',
    instead: 'Bind the rights to a group of your own, and impersonate that.',
  },
  'no-mode': {
    why: 'It asks for a node or a service account with groups, a UID or extras; the modes for these take the name alone.',
    instead:
      'Have the client send Impersonate-User alone: the API server adds the groups of service accounts and nodes.',
  },
  group: {
    why: 'It asks for the empty group, which constrained impersonation refuses.',
    instead: 'Have the client leave it out.',
  },
  'any-group': {
    why: 'It asks for the group *. A rule for that name allows any groups where a request asks for four or more: the API server asks for * then.',
    instead: 'Give the group another name.',
  },
  privileged: {
    why: 'The requestor is in system:masters, which may do everything: no rule limits it.',
    instead: 'Give it another identity, without that group.',
  },
}

/** What a widening is called, and what it opens. */
export const WIDENING_WORDS: Readonly<Record<Widening, { readonly name: string; readonly adds: string }>> = {
  names: { name: 'Any object', adds: 'Any object of the resources, not those alone that were asked for.' },
  namespaces: { name: 'All namespaces', adds: 'The same in every namespace, also in those to come.' },
  users: {
    name: 'Any user',
    adds: 'Any username; with service accounts any of their namespaces, with nodes any. RBAC has no prefixes: it is these names or all.',
  },
  groups: {
    name: 'Any group',
    adds: 'Any group except system:masters, which is always refused. RBAC has no prefixes: it is these groups or all.',
  },
  uids: { name: 'Any UID', adds: 'Any UID.' },
  extras: { name: 'Any value of an extra', adds: 'Any value of the extra keys that were asked for.' },
}
