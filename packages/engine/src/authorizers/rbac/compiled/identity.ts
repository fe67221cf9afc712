import { AUTHENTICATION_GROUP } from '../../../kube/index.ts'
import {
  allowedNames,
  apiGroupMatches,
  extraKeys,
  type HeldRule,
  includesName,
  type Names,
  resourceMatches,
  verbMatches,
} from '../../../rights/index.ts'
import { all, any, type CelClause, type Compiled, cel, isOneOf } from './clause.ts'

const USER = 'impersonatedUser'
const EXTRA = `${USER}.extra`
/** From this number of groups, extra keys or extra values on, one check for all replaces the single checks. */
const MANY = 4

/** The checks of one verb on the parts of a target. */
export interface IdentityVerb {
  readonly verb: string
  /** The API group of `groups`; those of `uids` and `userextras` are always in `authentication.k8s.io`. */
  readonly groupsIn: string
  /** Whether one check for all groups, and one for all extras, replaces many single checks. */
  readonly shortcuts: boolean
}

/** The condition under which rules allow the UID, groups and extras of a target. These are checked at the cluster scope. */
export function identityClause(identity: IdentityVerb, rules: readonly HeldRule[]): Compiled<CelClause> {
  const { verb, groupsIn } = identity
  const held = rules.filter(({ rule, namespace }) => namespace === '' && verbMatches(rule, verb))
  const inGroup = (group: string): readonly HeldRule[] => held.filter(({ rule }) => apiGroupMatches(rule, group))
  const parts = [
    uidClause(namesOn('uids', inGroup(AUTHENTICATION_GROUP))),
    groupsClause(namesOn('groups', inGroup(groupsIn)), identity),
    extraClause(inGroup(AUTHENTICATION_GROUP), identity),
  ]
  return { is: all(...parts.map(({ is }) => is)), by: parts.flatMap(({ by }) => by) }
}

function namesOn(resource: string, rules: readonly HeldRule[]): Compiled<Names> {
  const by = rules.filter(({ rule }) => resourceMatches(rule, resource))
  const free = by.find(({ rule }) => rule.resourceNames.length === 0)
  return free === undefined ? { is: by.flatMap(({ rule }) => rule.resourceNames), by } : { is: 'any', by: [free] }
}

function uidClause({ is: names, by }: Compiled<Names>): Compiled<CelClause> {
  const uid = `${USER}.uid`
  return { is: names === 'any' || any(cel(`!has(${uid})`), isOneOf(uid, names)), by }
}

function groupsClause({ is: names, by }: Compiled<Names>, { shortcuts }: IdentityVerb): Compiled<CelClause> {
  const groups = `${USER}.groups`
  if (names === 'any') return { is: true, by }
  const each = isOneOf('g', names)
  return {
    is: any(
      cel(`!has(${groups})`),
      shortcuts && includesName(names, '*') && cel(`size(${groups}) >= ${MANY}`),
      typeof each === 'object' && cel(`${groups}.all(g, ${each.cel})`),
    ),
    by,
  }
}

/** The values of `userextras/<key>` that one rule allows. */
interface ExtraGrant {
  readonly keys: Names
  readonly values: Names
}

function extraClause(rules: readonly HeldRule[], { shortcuts }: IdentityVerb): Compiled<CelClause> {
  const grants = rules.flatMap((held) => {
    const [keys, values] = [extraKeys(held.rule), allowedNames(held.rule)]
    return keys.length === 0 ? [] : [{ held, keys, values }]
  })
  const free = grants.find(({ keys, values }) => keys === 'any' && values === 'any')
  if (free !== undefined) return { is: true, by: [free.held] }
  const pair = any(...grants.map(pairClause))
  const together = shortcuts && grants.some(({ keys, values }) => includesName(keys, '*') && includesName(values, '*'))
  return {
    is: any(
      cel(`!has(${EXTRA})`),
      together && MANY_EXTRAS,
      typeof pair === 'object' && cel(`${EXTRA}.all(k, ${EXTRA}[k].all(v, ${pair.cel}))`),
    ),
    by: grants.map(({ held }) => held),
  }
}

function pairClause({ keys, values }: ExtraGrant): CelClause {
  return all(keys === 'any' || isOneOf('k', keys), values === 'any' || isOneOf('v', values))
}

/**
 * Four keys, or four values in all. CEL has no sums, so the clauses list the cases: one key with four values, two keys
 * where one has three values or both have two, three keys where one has two values.
 */
const MANY_EXTRAS = any(
  cel(`${EXTRA}.exists(k, size(${EXTRA}) + size(${EXTRA}[k]) > ${MANY})`),
  all(cel(`size(${EXTRA}) == 2`), cel(`${EXTRA}.all(k, size(${EXTRA}[k]) == 2)`)),
)
