import {
  type APIResource,
  type Attributes,
  combinedResource,
  identityOf,
  isNoAPIGroup,
  isWordForVerbs,
  type Misnaming,
  meansAPIGroup,
  meantActions,
  meantSubresource,
  misnamedModeVerb,
  misnamingOf,
  nearestVerb,
  type Rule,
  resourceName,
  writtenForName,
} from '../kube/index.ts'
import { isTypoOf, isTypoOfName } from '../text/index.ts'

/**
 * What is known about a value that does not fit.
 *
 * Verbs: `misspelt`, `case`, `no-verb` (`remove`, `edit`, `read`: words that no request has), `words-of-design` (a verb that
 * another design asks for the same). Resources: `misspelt`, `case`, `singular`, `kind`, `short-name`, `parent` (the resource
 * without the subresource), `subresources` (`pods/*`, which matches nothing), `subresource` (another subresource of it),
 * `no-key` (`userextras` alone), `with-group` (`deployments.apps`), `identity` (`users`, with the username of the service account or node that is asked for).
 * Groups: `misspelt`, `case`, `version` (`apps/v1`), `core` (the word for the core group), `other-group` (the resource is in
 * the rule, in another group), `wrong-group` (all of the rule is asked for in the group of the check, and nothing in this one). Names: `misspelt`, `case`, `no-name` (the check has no name), `any-name` (the check asks for
 * the name `*`), `username` (of a node or a service account, whose own name is asked for). Paths: `no-star`, `below-only`
 * (`/healthz/*` for `/healthz`), `trailing-slash`, `no-trailing-slash`, `no-slash`, `inner-star`, `case`.
 * All but paths: `wildcard` (a `*` that would cover the value if it were one). Verbs, resources and groups: `several-in-one`
 * (`get,list`, which is one value).
 */
export type ValueCause =
  | 'misspelt'
  | 'case'
  | 'no-verb'
  | 'words-of-design'
  | 'singular'
  | 'kind'
  | 'short-name'
  | 'parent'
  | 'subresources'
  | 'subresource'
  | 'version'
  | 'core'
  | 'other-group'
  | 'no-name'
  | 'any-name'
  | 'username'
  | 'identity'
  | 'wrong-group'
  | 'no-key'
  | 'with-group'
  | 'no-star'
  | 'below-only'
  | 'no-trailing-slash'
  | 'trailing-slash'
  | 'no-slash'
  | 'inner-star'
  | 'wildcard'
  | 'several-in-one'

/** How far a value of a rule is from the value that a check asks for, and what is known about it. */
export interface ValueMismatch {
  readonly cost: number
  readonly cause?: ValueCause
}

/** A mistake in one word. */
const MISTAKE = 1
/** Another value, of which one more in the list would do. */
const OTHER_VALUE = 2
/** The same verb for another thing. */
const OTHER_ARGUMENT = 1.5
/** Another subresource is farther than another verb on the same one. */
const OTHER_SUBRESOURCE = 2.25
/** A verb of impersonation where the check asks for an ordinary one, or the reverse. */
const OTHER_PERMISSION = 4
/** A resource that has nothing to do with the one that is asked for. */
const OTHER_RESOURCE = 5

/** Whether a text with stars would match a value if each star stood for any text. RBAC has no such wildcards. */
function wouldCover(pattern: string, value: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0 || pattern === '*' || !value.startsWith(first)) return false
  let from = first.length
  for (const [index, part] of rest.entries()) {
    const at = index === rest.length - 1 ? Math.max(from, value.length - part.length) : value.indexOf(part, from)
    if (at === -1 || !value.startsWith(part, at)) return false
    from = at + part.length
  }
  return true
}

/** The values that were probably meant by one with commas or blanks in it. */
export function severalIn(written: string): readonly string[] {
  return written.split(/[\s,]+/).filter((value) => value !== '')
}

function isAmong(asked: string, written: string): boolean {
  return /[\s,]/.test(written) && severalIn(written).includes(asked)
}

/** Verbs of impersonation, whose names are alike, but not misspellings of each other. */
const OF_IMPERSONATION = /^(?:impersonate|as-node|constrainedimpersonate)/

/** Compares a verb of a rule with the verb of a check. */
export function verbMismatch(verb: string, asked: string, check: Attributes): ValueMismatch {
  if (wouldCover(verb, asked)) return { cost: MISTAKE, cause: 'wildcard' }
  if (isAmong(asked, verb)) return { cost: MISTAKE, cause: 'several-in-one' }
  const impersonating = sameImpersonation(verb, asked)
  if (impersonating !== undefined) return impersonating
  if (verb.trim().toLowerCase() === asked) return { cost: MISTAKE, cause: 'case' }
  if (isWordForVerbs(verb) && isMeantBy(verb, check)) return { cost: MISTAKE, cause: 'no-verb' }
  if (nearestVerb(verb, [asked]) !== undefined) return { cost: MISTAKE, cause: 'misspelt' }
  return { cost: isSameFunction(verb, asked) ? OTHER_ARGUMENT : OTHER_VALUE }
}

/** Whether both verbs are of one kind, for two things: `granular:label(app)` and `granular:label(tier)`. */
function isSameFunction(verb: string, asked: string): boolean {
  const end = asked.indexOf('(')
  return end > 0 && asked.endsWith(')') && verb.endsWith(')') && verb.startsWith(asked.slice(0, end + 1))
}

/** Whether a word for verbs means what a check asks for. */
function isMeantBy(word: string, check: Attributes): boolean {
  return meantActions({ ...check, verb: word }).some(
    (one) =>
      one.verb === check.verb && one.apiGroup === check.apiGroup && combinedResource(one) === combinedResource(check),
  )
}

const ACTION = /^impersonate-on:(?:([^:]+):)?([^:]+)$/
const IDENTITY = /^impersonate:([^:]+)$/
/** Names of one mode of impersonation in the designs. */
const SAME_MODE: readonly (readonly string[])[] = [
  ['associated-node', 'scheduled-node'],
  ['arbitrary-node', 'node', 'nodes'],
]

/** Compares verbs of impersonation: the same permission in the words of two designs, or of the same mode. */
function sameImpersonation(verb: string, asked: string): ValueMismatch | undefined {
  if (OF_IMPERSONATION.test(asked) && verb.toLowerCase() !== asked && misnamedModeVerb(verb) === asked)
    return { cost: MISTAKE, cause: 'misspelt' }
  if (OF_IMPERSONATION.test(verb) !== OF_IMPERSONATION.test(asked)) return { cost: OTHER_PERMISSION }
  if (!OF_IMPERSONATION.test(verb)) return undefined
  const [, mode, action] = ACTION.exec(verb) ?? []
  const [, askedMode, askedAction] = ACTION.exec(asked) ?? []
  if (action !== undefined && action === askedAction) {
    if (mode === undefined || askedMode === undefined || sameMode(mode, askedMode))
      return { cost: MISTAKE, cause: 'words-of-design' }
  }
  const identity = IDENTITY.exec(verb)?.[1]
  const askedIdentity = IDENTITY.exec(asked)?.[1]
  if (identity !== undefined && askedIdentity !== undefined && sameMode(identity, askedIdentity))
    return { cost: MISTAKE, cause: 'words-of-design' }
  if (verb.toLowerCase() === asked) return { cost: MISTAKE, cause: 'case' }
  const sameModeActions = mode === askedMode && action !== undefined && askedAction !== undefined
  if (sameModeActions && nearestVerb(action, [askedAction]) !== undefined) return { cost: MISTAKE, cause: 'misspelt' }
  return { cost: OTHER_VALUE }
}

function sameMode(one: string, other: string): boolean {
  return SAME_MODE.some((names) => names.includes(one) && names.includes(other))
}

/** The resource and the subresource that a check asks for. */
export interface AskedResource {
  readonly apiGroup: string
  readonly resource: string
  readonly subresource: string
  /** The resource, where the table or the text has it. */
  readonly known: APIResource | undefined
  /** Whether a word is the plural of any resource that is known: then it is not a misspelling. */
  readonly isResource: (word: string) => boolean
}

/** Compares a resource of a rule, such as `pods/log`, with that of a check. Call it only where the rule's does not match. */
export function resourceMismatch(written: string, asked: AskedResource): ValueMismatch {
  const { apiGroup, resource, subresource, known } = asked
  if (isAmong(combinedResource({ resource, subresource }), written)) return { cost: MISTAKE, cause: 'several-in-one' }
  const atItsEnd = `${combinedResource({ resource, subresource })}.${apiGroup}`
  if (apiGroup !== '' && (written === atItsEnd || written === resourceName({ apiGroup, resource, subresource })))
    return { cost: MISTAKE, cause: 'with-group' }
  const slash = written.indexOf('/')
  const base = slash === -1 ? written : written.slice(0, slash)
  const sub = slash === -1 ? '' : written.slice(slash + 1)
  const ofBase = base === resource || base === '*' ? undefined : baseMismatch(base, asked)
  if (ofBase !== undefined && ofBase.cost >= OTHER_RESOURCE) return ofBase
  const isKnown = known?.subresources.has(sub) === true
  const ofSub = sub === subresource ? undefined : subresourceMismatch(sub, asked, isKnown)
  if (ofBase === undefined) return ofSub ?? { cost: OTHER_RESOURCE }
  return ofSub === undefined ? ofBase : { cost: ofBase.cost + ofSub.cost }
}

function baseMismatch(base: string, { resource, known, isResource }: AskedResource): ValueMismatch {
  const cause = known === undefined ? misnamingOfUnknown(base, resource) : misnamingOf(base, known)
  return cause === undefined || (cause === 'misspelt' && isResource(base))
    ? { cost: OTHER_RESOURCE }
    : { cost: MISTAKE, cause }
}

/** Of a resource that is not known, any other may exist as well. */
function misnamingOfUnknown(base: string, resource: string): Misnaming | undefined {
  const lower = base.trim().toLowerCase()
  if (lower === resource) return 'case'
  if (`${lower}s` === resource || `${lower}es` === resource) return 'singular'
  return isTypoOfName(base, resource) ? 'misspelt' : undefined
}

/** @param isKnown whether the resource has the subresource of the rule, which then is not a misspelling */
function subresourceMismatch(
  sub: string,
  { resource, subresource: asked }: AskedResource,
  isKnown: boolean,
): ValueMismatch {
  if (sub === '*') return { cost: MISTAKE, cause: 'subresources' }
  if (sub === '' && resource === 'userextras') return { cost: MISTAKE, cause: 'no-key' }
  if (sub === '') return { cost: OTHER_SUBRESOURCE, cause: 'parent' }
  const isMistake = !isKnown && asked !== '' && meantSubresource(sub, [asked]) !== undefined
  return isMistake ? { cost: MISTAKE, cause: 'misspelt' } : { cost: OTHER_SUBRESOURCE, cause: 'subresource' }
}

/** The API group of identities, as KEP-5284 spelled it under review and as it is released. */
const OF_IDENTITIES: readonly string[] = ['authentications.k8s.io', 'authentication.k8s.io']

/** Compares an API group of a rule with that of a check. */
export function groupMismatch(group: string, asked: string): ValueMismatch {
  if (wouldCover(group, asked)) return { cost: MISTAKE, cause: 'wildcard' }
  if (isAmong(asked, group)) return { cost: MISTAKE, cause: 'several-in-one' }
  if (group === 'core' || (asked === '' && /^v[0-9]+$/.test(group)))
    return { cost: asked === '' ? MISTAKE : OTHER_VALUE, ...(asked === '' && { cause: 'core' as const }) }
  const slash = group.indexOf('/')
  if (slash !== -1 && group.slice(0, slash) === asked)
    return { cost: MISTAKE, cause: /^v[0-9]/.test(group.slice(slash + 1)) ? 'version' : 'misspelt' }
  if (group.toLowerCase() === asked) return { cost: MISTAKE, cause: 'case' }
  if (OF_IDENTITIES.includes(group) && OF_IDENTITIES.includes(asked)) return { cost: MISTAKE, cause: 'words-of-design' }
  if (meansAPIGroup(group, asked) || (asked !== '' && isNoAPIGroup(group))) return { cost: MISTAKE, cause: 'misspelt' }
  return { cost: OTHER_VALUE, cause: 'other-group' }
}

/** Compares a resource name of a rule with the name of a check, which is empty where the request names no object. */
export function nameMismatch(
  name: string,
  asked: string,
  { verb, apiGroup, resource, namespace }: AskedIdentity,
): ValueMismatch {
  if (asked !== '' && wouldCover(name, asked)) return { cost: MISTAKE, cause: 'wildcard' }
  if (asked === '') return { cost: OTHER_VALUE - 0.5, cause: 'no-name' }
  if (asked === '*') return { cost: OTHER_VALUE - 0.5, cause: 'any-name' }
  if (name === '*') return { cost: MISTAKE, cause: 'wildcard' }
  if ((apiGroup === '' || OF_IMPERSONATION.test(verb)) && writtenForName(resource, asked, namespace).includes(name))
    return { cost: MISTAKE, cause: 'username' }
  if (name.toLowerCase() === asked.toLowerCase()) return { cost: MISTAKE, cause: 'case' }
  if (isTypoOfName(name, asked)) return { cost: MISTAKE + 0.5, cause: 'misspelt' }
  return { cost: OTHER_VALUE }
}

/** What a check asks for beside the name. */
export interface AskedIdentity {
  readonly verb: string
  readonly apiGroup: string
  readonly resource: string
  readonly namespace: string
}

/** Compares the resources of a rule that names the identity of a check among `users`, by its username. Undefined for another rule. */
export function identityMismatch(
  { resources, resourceNames }: Pick<Rule, 'resources' | 'resourceNames'>,
  { verb, resource, namespace, name }: AskedIdentity & Pick<Attributes, 'name'>,
): ((written: string) => ValueMismatch) | undefined {
  if (!OF_IMPERSONATION.test(verb) || !resources.includes('users')) return undefined
  const isMeant = resourceNames.some((written) => {
    const meant = identityOf(written, { legacy: verb === 'impersonate' })
    return meant?.resource === resource && meant.name === name && meant.namespace === namespace
  })
  if (!isMeant) return undefined
  return (written) => (written === 'users' ? { cost: MISTAKE, cause: 'identity' } : { cost: OTHER_RESOURCE })
}

/** Paths that kube-apiserver has: none of them is a misspelling of another. */
const PATHS: ReadonlySet<string> = new Set(
  '/api /apis /healthz /livez /readyz /version /metrics /logs /openapi/v2 /openapi/v3 /openid/v1/jwks'.split(' '),
)

/** Compares a URL of a rule with the path of a check. */
export function pathMismatch(url: string, asked: string): ValueMismatch {
  const bare = url.endsWith('/') ? url.slice(0, -1) : url
  if (bare === asked) return { cost: MISTAKE, cause: 'trailing-slash' }
  if (bare === asked.replace(/\/$/, '')) return { cost: MISTAKE, cause: 'no-trailing-slash' }
  if (url === `${asked}/*`) return { cost: MISTAKE, cause: 'below-only' }
  if (url !== '' && `/${url}` === asked) return { cost: MISTAKE, cause: 'no-slash' }
  if (url.toLowerCase() === asked.toLowerCase()) return { cost: MISTAKE, cause: 'case' }
  if (bare !== '' && asked.startsWith(`${bare}/`)) return { cost: MISTAKE + 0.5, cause: 'no-star' }
  if (/\*[^*]/.test(url) && asked.startsWith(url.slice(0, url.indexOf('*'))))
    return { cost: MISTAKE + 0.5, cause: 'inner-star' }
  if (!url.includes('*') && !PATHS.has(bare) && isTypoOf(url, asked)) return { cost: MISTAKE, cause: 'misspelt' }
  return { cost: OTHER_RESOURCE - 1 }
}
