import { askedResource } from './asked-resources.ts'
import { type Attributes, attributesFor } from './attributes.ts'
import { meantIdentity } from './identity-names.ts'
import { nodeOf, serviceAccountOf } from './names.ts'
import { readResourceWord, resourceName } from './resource-word.ts'
import { ANY_VERSION, type Discovery, type FoundResource, findResource, resourceInGroup } from './resources.ts'
import { subresourceMistake } from './subresources.ts'
import { nearestResource, servedInOtherVersions, unservedResource } from './unserved-resources.ts'
import { isIdentityVerb, userInfo } from './user.ts'
import { isKnownVerb, meantActions, verbFix } from './verb-words.ts'

/** What is asked about, as people write it: a verb on a resource, or on a path. */
export interface AskedAction {
  readonly verb: string
  /**
   * As in kubectl: any of its names, with the group where that is needed; with a subresource after a slash
   * ({@link readResourceWord}). Absent for a path.
   */
  readonly resource?: string
  /** The API group, where `resource` is the plural as a review has it, and nothing is to be read; empty for the core group. */
  readonly group?: string
  readonly subresource?: string
  /** Empty: all namespaces at once. Absent: `default`, where the resource is in namespaces. */
  readonly namespace?: string
  readonly name?: string
  readonly path?: string
}

/** What there is to say about how a question was read. */
export interface ActionRemark {
  readonly severity: 'warning' | 'note'
  readonly code:
    | 'unknown-verb'
    | 'unknown-resource'
    | 'unknown-subresource'
    | 'name-of-subresource'
    | 'extra-without-key'
    | 'other-identity'
    | 'namespace-assumed'
    | 'namespace-ignored'
  readonly message: string
  readonly fix?: string
  /** The part of the question that it is about, as it was written. */
  readonly word: string
}

/** A question as it was read: the attributes of the review, without a user. */
export interface ReadAction {
  readonly attributes: Attributes
  readonly remarks: readonly ActionRemark[]
}

const NOTHING_ASKED = attributesFor(userInfo({ username: '' }), {})

/**
 * Reads what is asked about, as `kubectl auth can-i` reads its words; but resources outside of namespaces are asked for without
 * one, as their requests are, and identities in the groups in which impersonation asks for them.
 *
 * @param discovery what the cluster serves; by default what any version of Kubernetes does
 */
export function readAction(asked: AskedAction, discovery: Discovery = ANY_VERSION): ReadAction {
  const { verb, resource = '', group, subresource = '', namespace = '', name = '', path } = asked
  if (path !== undefined) {
    const attributes = { ...NOTHING_ASKED, verb, isResourceRequest: false, path }
    return { attributes, remarks: remarksOnVerb(verb, true) }
  }
  if (group !== undefined) {
    const review = { ...NOTHING_ASKED, verb, apiGroup: group, resource, subresource, namespace, name }
    return { attributes: review, remarks: [] }
  }
  const words = wordsOf(asked)
  const found = words.type === '*' ? undefined : askedResource(words.type, [verb], discovery)
  const named = namedPart(words, found)
  const { apiGroup = '', apiVersion = '', resource: plural = words.type } = found ?? {}
  const attributes = { ...NOTHING_ASKED, verb, apiGroup, apiVersion, resource: plural, ...named }
  const scope = scopeOf(asked, attributes, found?.known?.namespaced ?? true, words.whole)
  const meant = isIdentityVerb(verb) ? meantIdentity(plural, attributes.name) : undefined
  const remarks = [
    ...remarksOnVerb(verb, false),
    ...(found === undefined && words.type !== '*' ? [unknownResource(words.type, discovery)] : []),
    ...(found === undefined ? [] : remarksOnUnserved(found, words.type, discovery)),
    ...(found === undefined ? [] : remarksOnSubresource(words, attributes, discovery)),
    ...remarksOnNames(words, named, found),
    ...remarksOnIdentity(attributes, words.whole),
    ...(meant === undefined ? scope.remarks : []),
  ]
  return { attributes: { ...attributes, namespace: scope.namespace, ...meant }, remarks }
}

/**
 * What requests ask where a review asks something that they do not: a cluster-scoped resource in a namespace, a word that is not a
 * verb, or an identity that no API serves. Empty where the review asks just what a request does.
 *
 * @param type the resource as it was typed
 */
export function meantByReview(
  review: Omit<Attributes, 'user'>,
  type: string,
  discovery: Discovery,
): readonly Omit<Attributes, 'user'>[] {
  if (!review.isResourceRequest || type === '*') return []
  const { verb, subresource, namespace, name } = review
  if (isIdentityVerb(verb)) {
    const asked = { verb, resource: type, namespace, name, ...(subresource !== '' && { subresource }) }
    const { user: _, ...meant } = readAction(asked, discovery).attributes
    return sameReview(meant, review) ? [] : [meant]
  }
  const known = discovery.resources.filter(
    ({ apiGroup, resource }) => apiGroup === review.apiGroup && resource === review.resource,
  )
  if (known.length === 0) return []
  const words = known.some(({ builtIn }) => builtIn) ? meantActions({ verb, ...partsOf(review) }) : []
  if (words.length === 0 && isOfNoRequest(review)) return []
  const actions = words.length > 0 ? words : [{ verb, ...partsOf(review) }]
  const meant = actions.map(({ namespace: everywhere, ...action }) => {
    return { ...review, ...action, namespace: everywhere ?? namespaceOf(action, namespace, discovery) }
  })
  return words.length === 0 && meant.every((one) => sameReview(one, review)) ? [] : meant
}

function partsOf({ apiGroup, resource, subresource, name }: Omit<Attributes, 'user'>) {
  return { apiGroup, resource, subresource, name }
}

/** Whether a review is about a resource of Kubernetes and has a verb that no request for one has. */
export function isOfNoRequest({ verb, isResourceRequest, apiGroup, resource }: Omit<Attributes, 'user'>): boolean {
  return isResourceRequest && !isKnownVerb(verb, false) && resourceInGroup(apiGroup, resource)?.builtIn === true
}

/** The namespace of a request for a resource, where one is asked for. */
function namespaceOf(
  { apiGroup, resource, name }: Pick<Attributes, 'apiGroup' | 'resource' | 'name'>,
  namespace: string,
  discovery: Discovery,
): string {
  if (namespace === '') return ''
  if (apiGroup === '' && resource === 'namespaces') return name
  return discovery.find(apiGroup, resource)?.namespaced === false ? '' : namespace
}

function sameReview(one: Omit<Attributes, 'user'>, other: Omit<Attributes, 'user'>): boolean {
  const parts = ['verb', 'apiGroup', 'resource', 'subresource', 'namespace', 'name'] as const
  return parts.every((part) => one[part] === other[part])
}

interface Words {
  readonly type: string
  readonly subresource: string
  readonly name: string
  /** Type and name, as a person writes them. */
  readonly whole: string
}

/** Without a subresource of its own, that after the slash counts. */
function wordsOf({ resource = '', subresource = '', name = '' }: AskedAction): Words {
  const whole = name === '' ? resource : `${resource}/${name}`
  return subresource === ''
    ? { ...readResourceWord(resource), name, whole }
    : { type: resource, subresource, name, whole }
}

const EXTRAS = 'userextras'

/** Extras are named by their key, which is the subresource of the check; its value is the name. */
function namedPart({ subresource, name }: Words, found: FoundResource | undefined) {
  return found?.resource === EXTRAS && subresource === '' ? { subresource: name, name: '' } : { subresource, name }
}

function remarksOnVerb(verb: string, ofPath: boolean): readonly ActionRemark[] {
  if (isKnownVerb(verb, ofPath)) return []
  const what = ofPath ? 'requests for paths' : 'requests and rules of Kubernetes'
  const fix = verbFix(verb, ofPath)
  const message = `“${verb}” is not a verb of ${what}; it is asked for as written.`
  return [{ severity: 'warning', code: 'unknown-verb', message, ...(fix !== undefined && { fix }), word: verb }]
}

function unknownResource(type: string, discovery: Discovery): ActionRemark {
  const remark = { severity: 'warning', code: 'unknown-resource', word: type } as const
  const other = findResource(type)?.known
  const inOthers = other && servedInOtherVersions(other, discovery)
  if (other !== undefined && inOthers !== undefined) {
    const message = `${inOthers} It is asked for as written, in the core group.`
    return { ...remark, message, fix: `Write ${resourceName(other)} to ask about it in its group.` }
  }
  const near = nearestResource(type, discovery)
  return {
    ...remark,
    message: `No API that is known has the resource “${type}”; it is asked for as written, in the core group.`,
    fix: near === undefined ? 'Write its plural with its group, as in widgets.example.com.' : `Did you mean “${near}”?`,
  }
}

/** A resource of a group that is known, without being one of its own: a rule that has it may still be counted. */
function remarksOnUnserved(
  { apiGroup, resource }: FoundResource,
  word: string,
  discovery: Discovery,
): readonly ActionRemark[] {
  const unserved = unservedResource(apiGroup, resource, discovery)
  return unserved === undefined ? [] : [{ severity: 'warning', code: 'unknown-resource', ...unserved, word }]
}

function remarksOnSubresource(
  { type, whole }: Words,
  attributes: Attributes,
  discovery: Discovery,
): readonly ActionRemark[] {
  const mistake = subresourceMistake(attributes, type, discovery)
  return mistake === undefined ? [] : [{ severity: 'warning', code: 'unknown-subresource', ...mistake, word: whole }]
}

/** Whether a name after a slash is a subresource, in either spelling: `scale`, `scale.apps`. */
function isSubresourceWord(type: string, name: string, found: FoundResource | undefined): boolean {
  const { subresource } = readResourceWord(`${type}/${name}`)
  return found?.known?.subresources.has(subresource) === true
}

function remarksOnNames(
  { type, whole }: Words,
  { subresource, name }: { readonly subresource: string; readonly name: string },
  found: FoundResource | undefined,
): readonly ActionRemark[] {
  if (found?.resource === EXTRAS && subresource === '') {
    const message = 'Each extra is asked for by its key.'
    return [{ severity: 'warning', code: 'extra-without-key', message, fix: 'Write userextras/KEY.', word: whole }]
  }
  const mistake = subresource === '' ? nameOfSubresource(type, name, found) : undefined
  return mistake === undefined ? [] : [{ severity: 'note', code: 'name-of-subresource', ...mistake, word: whole }]
}

/** Says of a name after a slash that is a word for a subresource, such as “exec” in `pods/exec`, that it is read as a name. */
export function nameOfSubresource(
  type: string,
  name: string,
  found: FoundResource | undefined,
): Pick<ActionRemark, 'message' | 'fix'> | undefined {
  if (name === '' || !isSubresourceWord(type, name, found)) return undefined
  const message = `“${name}” is the name of an object here.`
  return { message, fix: 'Write it as the subresource if that is meant.' }
}

/** Service accounts and nodes are not impersonated as the users that they are, or only so. */
function remarksOnIdentity({ verb, resource, name }: Attributes, word: string): readonly ActionRemark[] {
  const remark = (message: string, fix: string): readonly ActionRemark[] => [
    { severity: 'warning', code: 'other-identity', message, fix, word },
  ]
  const isLegacy = verb === 'impersonate'
  if (isLegacy && resource === 'nodes') {
    const example = `system:node:${name === '' ? 'NAME' : name}`
    return remark('The legacy verb asks for a node as a user.', `Ask about users named ${example}.`)
  }
  if (!isIdentityVerb(verb)) return []
  const meant = meantIdentity(resource, name)
  if (meant !== undefined) {
    const where = meant.namespace === '' ? '' : ` in namespace ${meant.namespace}`
    return remark(
      `No request asks for a username here, so the answer is about ${resource} named ${meant.name}${where}.`,
      `Write ${meant.name}${meant.namespace === '' ? '' : ` and the namespace ${meant.namespace}`}.`,
    )
  }
  if (resource !== 'users') return []
  const account = serviceAccountOf(name)
  if (account !== undefined) {
    const fix = `Ask about serviceaccounts named ${account.name} in namespace ${account.namespace}.`
    return remark('A service account is not asked for as a user.', fix)
  }
  const node = isLegacy ? undefined : nodeOf(name)
  return node === undefined ? [] : remark('A node is not asked for as a user.', `Ask about nodes named ${node}.`)
}

/** The namespace that the request has, and what there is to say about it. */
function scopeOf(
  { namespace }: Pick<AskedAction, 'namespace'>,
  { apiGroup, resource, name }: Attributes,
  namespaced: boolean,
  word: string,
): { readonly namespace: string; readonly remarks: readonly ActionRemark[] } {
  // A request for a namespace has the namespace’s own name as its namespace.
  if (apiGroup === '' && resource === 'namespaces') return { namespace: name, remarks: [] }
  if (namespaced) {
    const message = 'The namespace default is assumed.'
    if (namespace !== undefined) return { namespace, remarks: [] }
    return { namespace: 'default', remarks: [{ severity: 'note', code: 'namespace-assumed', message, word }] }
  }
  if (namespace === undefined || namespace === '') return { namespace: '', remarks: [] }
  const message = `${resource} are not in namespaces, so the namespace has no effect.`
  return { namespace: '', remarks: [{ severity: 'note', code: 'namespace-ignored', message, word }] }
}
