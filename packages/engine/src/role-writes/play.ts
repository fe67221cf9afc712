import { dnsLabelProblems, goJSON, goQuote } from '../go/index.ts'
import type { Answer, Attributes, Evidence, UserInfo } from '../kube/index.ts'
import { RBAC_GROUP } from '../kube/index.ts'
import type { RbacBody } from '../policy/index.ts'
import {
  clause,
  forbidden,
  type Grant,
  type GrantedRule,
  type Outcome,
  type Question,
  type RichText,
  type RuleParts,
  type Waiver,
  type Written,
} from '../trace/index.ts'
import { brokenDown, compactRules, covers, goList } from './covers.ts'
import { rulesHeld } from './held-rules.ts'
import { nameProblem, type Sent, type SentObject } from './sent-object.ts'
import { alreadyExists, badRequest, conflict, escalates, invalid, notFound, refused, unknownError } from './status.ts'
import { rulesOfRole, type StoredRole, type StoredRoles } from './stored.ts'
import type { WriteRequest } from './write-request.ts'

type Refusal = Extract<Outcome, { kind: 'refused' }>
type Asking<Result> = Generator<Question, Result, Answer>

/** One write under way. */
interface Play {
  readonly write: WriteRequest
  readonly roles: StoredRoles
  readonly user: UserInfo
  readonly stored: StoredRole | undefined
}

/** What a request that writes a role or binding comes to, as a user. */
export function* played(write: WriteRequest, sent: Sent, roles: StoredRoles, user: UserInfo): Asking<Written> {
  if (sent.early !== undefined) return { outcome: sent.early, because: ['the handler does not take the request'] }
  const { kind, operation, attributes } = write
  const name = operation === 'create' ? (sent.object?.name ?? '') : attributes.name
  const stored = roles.find(kind, attributes.namespace, name)
  const play: Play = { write, roles, user, stored }
  let waived: Waiver | undefined = user.groups.includes('system:masters') ? 'system:masters' : undefined
  if (waived === undefined && isRole(write) && (yield* holdsEscalate(play))) waived = 'escalate'
  if (sent.late !== undefined) {
    return {
      outcome: sent.late,
      because: [sent.late.code === 404 ? 'there is nothing to patch' : 'it does not fit its path'],
    }
  }
  if (sent.object === undefined) throw new Error('a body that was not understood came to the handler')
  const { object } = sent
  const another = operation === 'update' ? otherUID(object, play) : undefined
  if (another !== undefined) return { outcome: another, because: ['it is not the object that is stored'] }
  const checked = yield* confirmed(object, waived, play)
  if ('outcome' in checked) return checked
  const { grant, because } = checked
  const refusal =
    operation === 'create' || stored === undefined ? unmade(object, play) : unchanged(object, stored, play)
  if (refusal !== undefined) return { outcome: refusal, because: whyNot(refusal), grant }
  if (operation !== 'create' && stored === undefined) {
    const question = creating(play)
    const answer = yield question
    if (answer.decision !== 'Allow') {
      const { error, reason } = answer
      return {
        outcome:
          error === undefined
            ? forbidden('handler', { attributes: question.attributes, reason })
            : refused(500, 'InternalError', `Internal error occurred: ${error}`),
        because: ['there is no such object, and the user may not create it'],
        grant,
      }
    }
  }
  return { outcome: { kind: 'allowed', code: stored === undefined ? 201 : 200 }, because, grant }
}

function isRole({ kind }: WriteRequest): boolean {
  return kind === 'Role' || kind === 'ClusterRole'
}

function asking(
  play: Play,
  purpose: 'escalate' | 'bind',
  { resource, name, apiGroup }: Pick<Attributes, 'resource' | 'name' | 'apiGroup'>,
): Question {
  const { user, write } = play
  const { attributes } = write
  return {
    phase: 'handler',
    purpose,
    attributes: {
      user,
      verb: purpose,
      isResourceRequest: true,
      path: '',
      apiGroup,
      apiVersion: '*',
      resource,
      subresource: '',
      namespace: attributes.namespace,
      name,
      fieldSelector: [],
      labelSelector: [],
      selectorNotParsed: false,
    },
  }
}

/** Go: `RoleEscalationAuthorized`. Of a create the name is not known yet. */
function* holdsEscalate(play: Play): Asking<boolean> {
  const { resource, attributes } = play.write
  return (
    (yield asking(play, 'escalate', { resource, name: attributes.name, apiGroup: RBAC_GROUP })).decision === 'Allow'
  )
}

/** Go: `withAuthorization`: an update that makes what is not there is a create too. */
function creating({ write: { attributes }, user }: Play): Question & { readonly attributes: Attributes } {
  return { phase: 'handler', purpose: 'create', attributes: { ...attributes, user, verb: 'create' } }
}

type Confirmed = { readonly grant: Grant; readonly because: RichText } | Written

/** Whether the user may grant what is written (Go: the storages of `pkg/registry/rbac`, each in its `policybased`). */
function* confirmed(object: SentObject, waived: Waiver | undefined, play: Play): Asking<Confirmed> {
  const grant = grantOf(object, play)
  const without = (waiver: Waiver): Confirmed => ({ grant: { ...grant, waived: waiver }, because: WAIVED[waiver] })
  if (waived !== undefined) return without(waived)
  if (object.before !== undefined && object.before.identity === object.body.identity) {
    return without('only-garbage-collection')
  }
  const { roleRef } = grant
  if (roleRef !== undefined) {
    const resource = REFERRED.get(roleRef.kind)
    const bind = resource && asking(play, 'bind', { resource, name: roleRef.name, apiGroup: object.body.roleGroup })
    if (bind && (yield bind).decision === 'Allow') return without('bind')
    const missing = notReferred(roleRef, play)
    if (missing !== undefined) return { outcome: missing, because: ['the role that it names is not there'] }
  }
  return covered(grant, object, play)
}

const REFERRED: ReadonlyMap<string, string> = new Map([
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
])

const WAIVED: Readonly<Record<Waiver, RichText>> = {
  'system:masters': clause`${'system:masters'} may grant anything`,
  escalate: clause`the user holds ${'escalate'} for it`,
  bind: clause`the user holds ${'bind'} for the role`,
  'only-garbage-collection': ['nothing changes that grants anything'],
}

function grantOf({ body, name, places }: SentObject, { write, roles, user }: Play): Grant {
  const { kind, attributes } = write
  const common = { kind, name, namespace: attributes.namespace, user }
  if ('role' in body.object) {
    const rules = body.object.role.rules.flatMap((rule, index) => taken(rule, places.rule(index)))
    return { ...common, rules }
  }
  const { roleRef } = body.object.binding
  const referred = rulesOfRole(roles.bound, roleRef, attributes.namespace) ?? []
  return {
    ...common,
    roleRef: { kind: roleRef.kind, name: roleRef.name, ...(places.roleRef && { range: places.roleRef }) },
    rules: referred.flatMap(({ rule, role }) => taken(rule, roles.bound.linesOf(role).range(rule.span))),
  }
}

function taken(rule: RuleParts, range: GrantedRule['range']): readonly GrantedRule[] {
  return brokenDown(rule).map((one) => ({ rule: one, ...(range && { range }) }))
}

/** Go: `GetRoleReferenceRules`, over the storage of roles. The message names the resource of the request, not the role’s. */
function notReferred({ kind, name }: NonNullable<Grant['roleRef']>, { write, roles }: Play): Refusal | undefined {
  const { namespace } = write.attributes
  if (!REFERRED.has(kind)) return unknownError(`unsupported role reference kind: ${goQuote(kind)}`)
  if (kind === 'Role' && namespace === '') return badRequest('Namespace parameter required.')
  const unnamed = nameProblem(name)
  if (unnamed !== undefined) return badRequest(unnamed)
  const found = rulesOfRole(roles.bound, { kind: kind as 'Role' | 'ClusterRole', name }, namespace)
  return found === undefined ? notFound(write.resource, name) : undefined
}

const EVERYTHING: readonly RuleParts[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
]

/** Go: `ConfirmNoEscalation`; for a ClusterRole that aggregates, or did, of everything there is. */
function covered(grant: Grant, { body, name }: SentObject, play: Play): Confirmed {
  const { write, user, roles, stored } = play
  const { resource, attributes } = write
  const held = rulesHeld(roles.bound, user, attributes.namespace, resource)
  const evidenceFor = (wanted: RuleParts): Evidence | undefined =>
    held.rules.find(({ rule }) => covers(rule, wanted))?.evidence()
  const look = (one: GrantedRule): GrantedRule => {
    const coveredBy = evidenceFor(one.rule)
    return coveredBy === undefined ? one : { ...one, coveredBy }
  }
  const looked = grant.rules.map(look)
  const missing = looked.filter(({ coveredBy }) => coveredBy === undefined)
  const before = write.operation === 'create' ? undefined : stored?.object
  const aggregates = aggregatesRoles(body) || (before !== undefined && 'rules' in before && hasSelectors(before))
  const all = aggregates ? EVERYTHING.map((rule) => look({ rule, forAggregation: true })) : []
  const result: Grant = { ...grant, rules: [...looked, ...all] }
  if (missing.length > 0) {
    const errors = held.error === undefined ? '' : `; resolution errors: [${held.error}]`
    const who = `user ${goQuote(user.username)} (groups=${goList(user.groups)})`
    const rules = compactRules(missing.map(({ rule }) => rule)).join('\n')
    const message = `${who} is attempting to grant RBAC permissions not currently held:\n${rules}${errors}`
    return {
      outcome: escalates(resource, name, message),
      because: [partOf(missing.length, looked.length)],
      grant: result,
    }
  }
  if (all.some(({ coveredBy }) => coveredBy === undefined)) {
    const message = 'must have cluster-admin privileges to use the aggregationRule'
    const because = clause`the user does not hold everything, which ${'aggregationRule'} asks for`
    return { outcome: escalates(resource, name, message), because, grant: result }
  }
  return { grant: result, because: [looked.length === 0 ? 'it grants nothing' : 'the user holds all that it grants'] }
}

function partOf(missing: number, all: number): string {
  if (missing === all)
    return all === 1 ? 'the user does not hold what it grants' : 'the user holds nothing that it grants'
  return `the user does not hold ${missing} of the ${all} rules that it grants`
}

function aggregatesRoles({ object }: RbacBody): boolean {
  return 'role' in object && hasSelectors(object.role)
}

function hasSelectors({
  aggregationRule,
}: {
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly unknown[] }
}): boolean {
  return (aggregationRule?.clusterRoleSelectors.length ?? 0) > 0
}

/** Go: the preconditions of `DefaultUpdatedObjectInfo`. A uid that is not known here is taken to be the one that is stored. */
function otherUID({ body, name, before, dryRun }: SentObject, { stored, write }: Play): Refusal | undefined {
  const { uid } = body.metadata
  const known = stored === undefined ? '' : before?.metadata.uid
  if (uid === '' || known === uid || (stored !== undefined && !known)) return undefined
  const { resource, attributes } = write
  // A dry run does not come to the storage that puts the prefix in front.
  const key = ['', dryRun ? '' : 'registry', resource, attributes.namespace, name]
    .filter((part, at) => at === 0 || part !== '')
    .join('/')
  return conflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${known}`,
  )
}

/** What keeps an object from being made: it is not valid, or there is one of its name. */
function unmade({ body, name, dryRun }: SentObject, { write, stored }: Play): Refusal | undefined {
  const { resource, operation } = write
  const version = versionOf(body)
  if (operation !== 'create' && version === undefined) return unparsedVersion(body)
  const errors = invalidIn(body, write)
  if (errors.length > 0) return invalid({ group: RBAC_GROUP, kind: write.kind, name }, errors)
  if (operation !== 'create') return undefined
  if (!dryRun && version !== undefined && version > 0n) {
    return unknownError('resourceVersion should not be set on objects to be created')
  }
  return stored === undefined ? undefined : alreadyExists(resource, name, body.metadata.generateName !== '')
}

/** What keeps an object from being changed. */
function unchanged(
  { body, name, before: known }: SentObject,
  { object }: StoredRole,
  { write }: Play,
): Refusal | undefined {
  const version = versionOf(body)
  if (version === undefined) return unparsedVersion(body)
  // A version that is not known here is taken to be the one that is stored.
  const newest = known?.metadata.resourceVersion ?? ''
  if (version > 0n && newest !== '' && newest !== String(version)) {
    return conflict(
      write.resource,
      name,
      'the object has been modified; please apply your changes to the latest version and try again',
    )
  }
  const all = invalidIn(body, write)
  // Metadata is validated three times over: for every object, with the kind, and against what is stored.
  const common = all.filter((error) => error.startsWith('metadata.') && !error.startsWith('metadata.finalizers['))
  const roleRef = 'binding' in body.object && 'roleRef' in object ? body.object.binding.roleRef : undefined
  const before = 'roleRef' in object ? object.roleRef : undefined
  const another =
    roleRef !== undefined &&
    (body.roleGroup !== RBAC_GROUP || roleRef.kind !== before?.kind || roleRef.name !== before.name)
  const immutable = another
    ? [
        `roleRef: Invalid value: ${goJSON({ APIGroup: body.roleGroup, Kind: roleRef.kind, Name: roleRef.name })}: cannot change roleRef`,
      ]
    : []
  const finalizers = all.filter((error) => error.startsWith('metadata.finalizers['))
  const again = all.filter((error) => /^metadata\.(?:labels|annotations|ownerReferences|managedFields)/.test(error))
  const errors = [...common, ...again, ...all, ...again, ...finalizers, ...immutable]
  return errors.length === 0 ? undefined : invalid({ group: RBAC_GROUP, kind: write.kind, name }, errors)
}

/** As `strconv.ParseUint` reads it; empty is zero. */
function versionOf({ metadata: { resourceVersion } }: RbacBody): bigint | undefined {
  if (resourceVersion === '') return 0n
  if (!/^\d{1,30}$/.test(resourceVersion)) return undefined
  const version = BigInt(resourceVersion)
  return version < 2n ** 64n ? version : undefined
}

function unparsedVersion({ metadata: { resourceVersion } }: RbacBody): Refusal {
  const why = /^\d+$/.test(resourceVersion) ? 'value out of range' : 'invalid syntax'
  return unknownError(`strconv.ParseUint: parsing ${goQuote(resourceVersion)}: ${why}`)
}

/** What validation refuses, as the API server prints it, the namespace of the path included. */
function invalidIn({ invalid: problems, metadata }: RbacBody, { kind, attributes }: WriteRequest): readonly string[] {
  const errors = problems.flatMap(({ detail = '' }) => detail.split('\n'))
  if (kind.startsWith('Cluster') || metadata.namespace !== '') return errors
  const { namespace } = attributes
  const misnamed = dnsLabelProblems(namespace).map(
    (words) => `metadata.namespace: Invalid value: ${goQuote(namespace)}: ${words}`,
  )
  const names = errors.filter((error) => /^metadata\.(?:generateName|name):/.test(error))
  return [...names, ...misnamed, ...errors.slice(names.length)]
}

function whyNot({ code, status }: Refusal): RichText {
  if (code === 422) return ['the object is not valid']
  if (status.reason === 'AlreadyExists') return ['there is one of this name']
  return ['the object does not fit what is stored']
}
