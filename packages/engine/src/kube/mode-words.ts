import { isTypoOf } from '../text/index.ts'
import { REQUEST_VERBS } from './attributes.ts'
import { AUTHENTICATION_GROUP, extraKeyOf } from './user.ts'

/** A released mode of impersonation with verbs of its own. */
export type ConstrainedMode = 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info'

/** The released modes of impersonation with verbs of their own, and the resources that each checks (Go: `mode.go` of the impersonation filter). */
export const CHECKED_BY_MODE: Readonly<Record<ConstrainedMode, readonly string[]>> = {
  'user-info': ['users', 'groups', 'uids', 'userextras'],
  serviceaccount: ['serviceaccounts'],
  'arbitrary-node': ['nodes'],
  'associated-node': ['nodes'],
}

/** Not in the order in which the API server tries them: see `MODES_IN_ORDER` of the designs. */
export const MODES = Object.keys(CHECKED_BY_MODE) as readonly ConstrainedMode[]

/** The resources that the verb `impersonate` is checked on, in the core group or, as UIDs and extras, in `authentication.k8s.io`. */
export const CHECKED_BY_IMPERSONATE: readonly string[] = ['users', 'groups', 'serviceaccounts', 'uids', 'userextras']

/**
 * The API group in which the API server checks a released verb of impersonation on a resource of a rule (Go: `mode.go` and `impersonation.go`
 * of the impersonation filter). Undefined for another verb, and where the verb `impersonate` is not checked on the resource.
 */
export function checkedGroup(verb: string, resource: string): string | undefined {
  if (MODES.some((mode) => verb === `impersonate:${mode}`)) return AUTHENTICATION_GROUP
  if (verb !== 'impersonate') return undefined
  if (resource === 'uids' || resource === 'userextras' || extraKeyOf(resource) !== undefined)
    return AUTHENTICATION_GROUP
  return CHECKED_BY_IMPERSONATE.includes(resource) ? '' : undefined
}

/** The mode of a name; undefined where it is none. */
export function constrainedMode(name: string | undefined): ConstrainedMode | undefined {
  return MODES.find((mode) => mode === name)
}

/** Words that people write for a mode: whom it impersonates. */
const WRITTEN_FOR_MODE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'user-info': ['user', 'users', 'group', 'groups', 'uid', 'uids', 'userextras'],
    serviceaccount: ['sa', 'serviceaccounts', 'service-accounts', 'account', 'accounts'],
  }).flatMap(([mode, words]) => words.map((word) => [word, mode] as const)),
)

/** Whether a verb is one of KEP-5284 as proposed, or of another design that is shown here. */
export function isOfOtherDesign(verb: string): boolean {
  return (
    /^impersonate:(?:scheduled-node|nodes?)$/.test(verb) ||
    REQUEST_VERBS.some((one) => verb === `impersonate-on:${one}`) ||
    /^(?:impersonate-within$|as-node\b|constrainedimpersonate$|impersonate-on:(?:scheduled-node|(?:node|serviceaccount|user-info):.+):[^:]+$|impersonate:(?:node|serviceaccount|user-info):.+)/.test(
      verb,
    )
  )
}

/** The released verbs that a verb of impersonation probably means: itself where it is one. */
export function meantModeVerbs(verb: string): readonly string[] {
  if (verb === 'impersonate:scheduled-node') return ['impersonate:associated-node']
  if (/^impersonate:nodes?$/.test(verb)) return ['impersonate:arbitrary-node']
  const [, merged] = /^impersonate-on:([a-z]+)$/.exec(verb) ?? []
  if (merged !== undefined && REQUEST_VERBS.includes(merged))
    return MODES.map((mode) => `impersonate-on:${mode}:${merged}`)
  const [, on, mode = '', action] = /^impersonate(-on)?:([^:]+)(?::([^:]+))?$/i.exec(verb) ?? []
  const meant = MODES.find(
    (one) =>
      one === mode.toLowerCase() ||
      one === WRITTEN_FOR_MODE.get(mode.toLowerCase()) ||
      isTypoOf(mode, one) ||
      one.replace('-', '') === mode.replace(/[-_]/g, '').toLowerCase(),
  )
  if (meant === undefined)
    return verb.toLowerCase() === 'impersonate' || isTypoOf(verb, 'impersonate') ? ['impersonate'] : []
  if (on !== undefined && action === undefined) return []
  return [action === undefined ? `impersonate:${meant}` : `impersonate-on:${meant}:${action}`]
}

/** The released verb that one misspells, or names by other words. Undefined for a verb of any design, and where none alone is meant. */
export function misnamedModeVerb(verb: string): string | undefined {
  if (isOfOtherDesign(verb)) return undefined
  const [meant, ...more] = meantModeVerbs(verb)
  return meant === verb || more.length > 0 ? undefined : meant
}
