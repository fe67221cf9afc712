import type { Scenario } from '../../decide/index.ts'
import {
  attributesFor,
  fitsMask,
  isMasked,
  missingGroups,
  serviceAccountOf,
  UNNAMED_USER,
  userInfo,
} from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, ruleAllows, rulesThat, subjectsIn, usernameOf } from '../../rights/index.ts'
import { clause, listInWords, type RichText } from '../../trace/index.ts'
import type { ObservedRequest } from '../line/observed-request.ts'
import type { Missing } from './filled-part.ts'

/** A request whose masks are replaced as far as the policy has exactly one name that fits. */
export interface Unmasked {
  readonly observed: ObservedRequest
  /** Which names were taken for masks, and why. */
  readonly assumed: readonly RichText[]
  /** The masks that stay. */
  readonly missing: readonly Missing[]
}

/** Replaces masks, such as `***`, that a text has in place of the requestor and of the namespace. */
export function unmasked(observed: ObservedRequest, { policy: text }: Scenario): Unmasked {
  const { requestor, request } = observed
  const { attributes } = request
  const masks = [requestor.username, attributes?.namespace, attributes?.name].filter((one) => isMasked(one ?? ''))
  if (masks.length === 0) return { observed, assumed: [], missing: [] }
  const policy = readPolicy(text)
  const { bindings } = policy
  const names = bindings.flatMap((one) => subjectsIn(one).flatMap((subject) => usernameOf(subject) ?? []))
  const places = [...new Set(bindings.flatMap(({ namespace }) => (namespace === '' ? [] : [namespace])))]
  const assumed: RichText[] = []
  const missing: Missing[] = []
  const named = (
    masked: string,
    what: string,
    fitting: readonly string[],
    place: Missing['place'],
    isAllowed = (_: string) => false,
  ): string => {
    const all = [...new Set(fitting.filter((one) => fitsMask(one, masked)))]
    const allowed = all.filter(isAllowed)
    const candidates = all.filter((one) => !allowed.includes(one))
    const [only, ...others] = candidates
    // A mask of the whole name says nothing about the user: that the policy binds a single one is not a reason.
    const isBold = what === 'user' && ANY_NAMES.every((one) => fitsMask(one, masked))
    if (only !== undefined && others.length === 0 && !isBold) {
      assumed.push([
        ...clause`The ${[what]} is masked here, as ${masked}: ${only} is filled in, `,
        'the only one that fits the policy and the rest of the text.',
      ])
      return only
    }
    const words: RichText = [
      ...(masked === UNNAMED_USER
        ? clause`The text does not name the user, so ${masked} is in its place. `
        : clause`The ${[what]} is masked here, as ${masked}. `),
      ...mayBe(candidates),
      ...(allowed.length === 0 ? [] : notMeant(allowed)),
      'Write its name.',
    ]
    missing.push({ words, place, needed: false })
    return masked
  }
  // A placeholder that the user has as well is one name; asterisks stand for any.
  const isOwn =
    attributes !== undefined &&
    /^[<$({]/.test(attributes.namespace) &&
    requestor.username?.includes(`:${attributes.namespace}:`)
  const placesFor = (user: string): readonly string[] => {
    const own = isOwn ? serviceAccountOf(user)?.namespace : undefined
    return own === undefined ? places : [own]
  }
  /** Whether the policy grants to a user what the cluster refused to the one who is meant. */
  const isAllowed = (candidate: string): boolean => {
    if (attributes === undefined || observed.answer.authorization !== 'forbidden') return false
    const { fieldSelector: _, labelSelector: __, ...check } = attributes
    const [place = check.namespace, ...more] = placesFor(candidate).filter((one) => fitsMask(one, check.namespace))
    const namespace = isMasked(check.namespace) && more.length === 0 ? place : check.namespace
    const user = userInfo({ username: candidate, groups: missingGroups({ username: candidate }) })
    const asked = attributesFor(user, { ...check, namespace, apiVersion: '' })
    const only = rulesThat((rule) => ruleAllows(rule, asked))
    return rightsOf(policy).heldIn(user, asked.namespace, { only }).rules.length > 0
  }
  const username = isMasked(requestor.username ?? '')
    ? named(requestor.username ?? '', 'user', names, 'requestor', isAllowed)
    : requestor.username
  const filled = { ...observed, requestor: { ...requestor, ...(username !== undefined && { username }) } }
  if (attributes === undefined) return { observed: filled, assumed, missing }
  const namespace = isMasked(attributes.namespace)
    ? named(attributes.namespace, 'namespace', placesFor(username ?? ''), 'request')
    : attributes.namespace
  const name = isMasked(attributes.name) ? named(attributes.name, 'name of the object', [], 'request') : attributes.name
  return {
    observed: { ...filled, request: { ...request, attributes: { ...attributes, namespace, name } } },
    assumed,
    missing,
  }
}

/** Those to whom the policy grants it: the cluster would not have refused them. */
function notMeant(allowed: readonly string[]): RichText {
  return [
    'By the policy ',
    ...listInWords(allowed.slice(0, MOST_NAMED)),
    ' may do it, so another user is meant, or the cluster has another policy. ',
  ]
}

/** Names that have nothing in common: a mask that both fit has no letter of a name. */
const ANY_NAMES = ['a', 'system:b']

/** The most names that are listed; the others are counted. */
const MOST_NAMED = 3

function mayBe(candidates: readonly string[]): RichText {
  if (candidates.length === 0) return []
  const named = candidates.slice(0, MOST_NAMED)
  const more = candidates.length - named.length
  if (more === 0) return ['The policy has ', ...listInWords(named, 'or'), '. ']
  return [
    'The policy has ',
    ...named.flatMap((code, at): RichText => [at === 0 ? '' : ', ', { code }]),
    ` and ${more} more. `,
  ]
}
