import { aggregateErrors, dnsLabelProblems, goJSON, goQuote } from '../go/index.ts'
import {
  type Answer,
  type Attributes,
  attributesFor,
  type Evidence,
  RBAC_GROUP,
  type Rule,
  type UserInfo,
} from '../kube/index.ts'
import { changedRoleRef, errorIn, errorsInOrder, type RbacBody } from '../policy/index.ts'
import type { SimpleRule } from '../rights/index.ts'
import { BeyondLimit } from '../text/index.ts'
import {
  clause,
  forbidden,
  type Grant,
  type GrantedRule,
  type Outcome,
  type Question,
  type RichText,
  type RoleWriteResult,
  unknownError,
  type Waiver,
} from '../trace/index.ts'
import { compactRules, goList } from './compact-rules.ts'
import { HeldRulesIndex, type RuleCoverage } from './coverage.ts'
import { nameProblem, type SentContent, type SentObject } from './sent-object.ts'
import {
  alreadyExists,
  badRequestStatus,
  conflict,
  escalates,
  invalid,
  notFound,
  notFoundMessage,
  refused,
} from './status.ts'
import type { StoredRole, StoredRoles } from './stored.ts'
import { MOST_COMPARISONS, MOST_MISSING, type WriteBudget } from './write-budget.ts'
import type { WriteRequest } from './write-request.ts'

type Refusal = Extract<Outcome, { kind: 'refused' }>
type Asking<Result> = Generator<Question, Result, Answer>

/** One write by a user. */
interface UserWrite {
  readonly write: WriteRequest
  readonly roles: StoredRoles
  readonly user: UserInfo
  readonly budget: WriteBudget
}

/** The state of one write. */
interface Play extends UserWrite {
  readonly stored: StoredRole | undefined
}

/** Runs the handler of a request that writes a role or binding, for a user. */
export function* runRoleWrite(one: UserWrite, sent: SentContent): Asking<RoleWriteResult> {
  if (sent.early !== undefined) return { outcome: sent.early, because: ['the handler refuses the request'] }
  const { write, roles, user } = one
  const { kind, operation, attributes } = write
  const name = operation === 'create' ? (sent.object?.name ?? '') : attributes.name
  const stored = roles.find(kind, attributes.namespace, name)
  const play: Play = { ...one, stored }
  let waived: Waiver | undefined = user.groups.includes('system:masters') ? 'system:masters' : undefined
  if (waived === undefined && isRole(write) && (yield* holdsEscalate(play))) waived = 'escalate'
  if (sent.late !== undefined) {
    return {
      outcome: sent.late,
      because: [sent.late.code === 404 ? 'there is nothing to patch' : 'it does not fit its path'],
    }
  }
  if (sent.object === undefined) throw new Error('a body that was not understood reached the handler')
  const { object } = sent
  const another = operation === 'update' ? otherUID(object, play) : undefined
  if (another !== undefined) return { outcome: another, because: ['it is not the stored object'] }
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
    attributes: attributesFor(user, {
      verb: purpose,
      apiGroup,
      apiVersion: '*',
      resource,
      namespace: attributes.namespace,
      name,
    }),
  }
}

/** Go: `RoleEscalationAuthorized`. The name of a create is not known yet. */
function* holdsEscalate(play: Play): Asking<boolean> {
  const { resource, attributes } = play.write
  return (
    (yield asking(play, 'escalate', { resource, name: attributes.name, apiGroup: RBAC_GROUP })).decision === 'Allow'
  )
}

/** Go: `withAuthorization`: an update that creates a missing object needs the verb create too. */
function creating({ write: { attributes }, user }: Play): Question & { readonly attributes: Attributes } {
  return { phase: 'handler', purpose: 'create', attributes: { ...attributes, user, verb: 'create' } }
}

type Confirmed = { readonly grant: Grant; readonly because: RichText } | RoleWriteResult

/**
 * Whether the user may grant the rules of the written object (Go: the storages of `pkg/registry/rbac`, each in its
 * `policybased`).
 */
function* confirmed(object: SentObject, waived: Waiver | undefined, play: Play): Asking<Confirmed> {
  const granting = grantOf(object, play)
  const without = (waiver: Waiver): Confirmed => {
    const rules = listed(besideHeld(granting.rules, new HeldRulesIndex([], play.budget)))
    return { grant: { ...granting.grant, ...rules, waived: waiver }, because: WAIVED[waiver] }
  }
  if (waived !== undefined) return without(waived)
  if (object.before !== undefined && object.before.identity === object.body.identity) {
    return without('only-garbage-collection')
  }
  const { roleRef } = granting.grant
  if (roleRef !== undefined) {
    const resource = REFERRED.get(roleRef.kind)
    const bind = resource && asking(play, 'bind', { resource, name: roleRef.name, apiGroup: object.body.roleGroup })
    if (bind && (yield bind).decision === 'Allow') return without('bind')
    const missing = notReferred(roleRef, play)
    if (missing !== undefined) return { outcome: missing, because: ['the role that it names does not exist'] }
  }
  return covered(granting, object, play)
}

const REFERRED: ReadonlyMap<string, string> = new Map([
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
])

const WAIVED: Readonly<Record<Waiver, RichText>> = {
  'system:masters': clause`${'system:masters'} may grant anything`,
  escalate: clause`the user holds ${'escalate'} for it`,
  bind: clause`the user holds ${'bind'} for the role`,
  'only-garbage-collection': ['nothing that grants permissions changes'],
}

function grantOf({ body, name, places }: SentObject, { write, roles, user }: Play): Granting {
  const { kind, attributes } = write
  const common = { kind, name, namespace: attributes.namespace, user }
  if ('role' in body.object) {
    return {
      grant: common,
      rules: body.object.role.rules.map((rule, index) => withRange(rule, places.rule(index))),
    }
  }
  const { roleRef } = body.object.binding
  const referred = roles.rights.rulesOf({ roleRef, namespace: attributes.namespace }) ?? []
  return {
    grant: {
      ...common,
      roleRef: { kind: roleRef.kind, name: roleRef.name, ...(places.roleRef && { range: places.roleRef }) },
    },
    rules: referred.map(({ rule, role }) => withRange(rule, roles.rights.linesOf(role).range(rule.span))),
  }
}

/** The rules that the written object grants, as they are written. */
interface Granting {
  readonly grant: Omit<Grant, 'rules'>
  readonly rules: readonly WholeRule[]
}

type WholeRule = Pick<GrantedRule, 'rule' | 'range'>

function withRange(rule: Rule, range: GrantedRule['range']): WholeRule {
  return { rule, ...(range && { range }) }
}

/**
 * Go: `GetRoleReferenceRules`, on the storage of roles. The message names the resource of the request, not that of the
 * role.
 */
function notReferred({ kind, name }: NonNullable<Grant['roleRef']>, { write, roles }: Play): Refusal | undefined {
  const { namespace } = write.attributes
  if (!REFERRED.has(kind)) return unknownError(`unsupported role reference kind: ${goQuote(kind)}`)
  if (kind === 'Role' && namespace === '') return badRequestStatus('Namespace parameter required.')
  const unnamed = nameProblem(name)
  if (unnamed !== undefined) return badRequestStatus(unnamed)
  const found = roles.rights.rulesOf({ roleRef: { kind: kind as 'Role' | 'ClusterRole', name }, namespace })
  return found === undefined ? notFound(write.resource, name) : undefined
}

const EVERYTHING: readonly WholeRule[] = [
  { rule: { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] } },
  { rule: { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] } },
]

/** Go: `ConfirmNoEscalation`. A ClusterRole that aggregates, or did so before, must be covered by all permissions. */
function covered({ grant, rules }: Granting, { body, name }: SentObject, play: Play): Confirmed {
  const { write, user, roles, stored, budget } = play
  const { resource, attributes } = write
  // Unlike the authorizer, the handler reads bindings from storage, in the order of their names.
  const held = roles.rights.heldIn(user, attributes.namespace, { order: 'names' })
  const index = new HeldRulesIndex(
    held.rules.map(({ rule }) => rule),
    budget,
  )
  const before = write.operation === 'create' ? undefined : stored?.object
  const aggregates = aggregatesRoles(body) || (before !== undefined && 'rules' in before && hasSelectors(before))
  const beside = besideHeld(rules, index)
  const all = aggregates ? besideHeld(EVERYTHING, index) : []
  const count = sum(beside, 'count')
  const missing = sum(beside, 'missing')
  const evidence = (at: number): Evidence | undefined => held.rules[at]?.evidence()
  const result: Grant = { ...grant, ...listed(beside, evidence) }
  const whole: Grant = {
    ...result,
    rules: [...result.rules, ...listed(all, evidence).rules.map((one) => ({ ...one, forAggregation: true as const }))],
  }
  if (missing > 0) {
    // A missing role is reported as if it were of the request's resource.
    const notFoundRoles = held.notFound.map(({ roleRef }) => notFoundMessage(resource, roleRef.name))
    const errors = notFoundRoles.length === 0 ? '' : `; resolution errors: [${aggregateErrors(notFoundRoles)}]`
    const who = `user ${goQuote(user.username)} (groups=${goList(user.groups)})`
    const lines = budget.spendMissing(missing) ? compactRules(missingIn(beside), budget) : undefined
    if (lines === undefined) throw tooManyMissing(beside, missing)
    const message = `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${errors}`
    return { outcome: escalates(resource, name, message), because: [partOf(missing, count)], grant: whole }
  }
  if (sum(all, 'missing') > 0) {
    const message = 'must have cluster-admin privileges to use the aggregationRule'
    const because = clause`the user does not hold all permissions, which ${'aggregationRule'} requires`
    return { outcome: escalates(resource, name, message), because, grant: whole }
  }
  return { grant: whole, because: [count === 0 ? 'it grants nothing' : 'the user holds all that it grants'] }
}

interface Compared extends WholeRule {
  readonly coverage: RuleCoverage
}

function besideHeld(rules: readonly WholeRule[], held: HeldRulesIndex): readonly Compared[] {
  return rules.map((one) => {
    const coverage = held.coverageOf(one.rule)
    if (coverage === undefined) {
      const message = `Comparing the rules that it grants with those that its writer holds takes more than ${inWords(MOST_COMPARISONS)} comparisons, together with the earlier requests.`
      throw beyondLimit(message, one)
    }
    return { ...one, coverage }
  })
}

function sum(compared: readonly Compared[], what: 'count' | 'missing'): number {
  return compared.reduce((all, { coverage }) => all + coverage[what], 0)
}

function* missingIn(compared: readonly Compared[]): Generator<Rule> {
  for (const { coverage } of compared) for (const { rule } of coverage.singles('missing')) yield rule
}

function tooManyMissing(compared: readonly Compared[], missing: number): BeyondLimit {
  const most = compared.reduce((one, other) => (other.coverage.missing > one.coverage.missing ? other : one))
  const message = `It grants ${inWords(missing)} rules that its writer does not hold, each of one verb and one resource. The refusal would name them all, but the playground names no more than ${inWords(MOST_MISSING)} in all refusals of a scenario.`
  return beyondLimit(message, most)
}

function beyondLimit(message: string, { range }: WholeRule): BeyondLimit {
  return new BeyondLimit({ message, fix: 'Remove verbs, groups, resources or names from this rule.' }, range)
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}

/** The most missing rules that are listed, and also the most held rules; the others are counted. */
const MOST_LISTED = 2000

/** The simple rules, in order. Where there are too many to list, missing rules come first. */
function listed(
  compared: readonly Compared[],
  evidence: (held: number) => Evidence | undefined = () => undefined,
): Pick<Grant, 'rules' | 'unlisted'> {
  const found = new Map<number, Evidence | undefined>()
  const evidenceOnce = (held: number): Evidence | undefined => {
    if (!found.has(held)) found.set(held, evidence(held))
    return found.get(held)
  }
  const count = sum(compared, 'count')
  const missing = sum(compared, 'missing')
  const few = count <= MOST_LISTED
  const named = few ? firstOf(compared, 'all') : firstOf(compared, 'missing')
  const rules = [...named, ...(few ? [] : firstOf(compared, 'covered'))].map(
    ({ rule, coveredBy, range }): GrantedRule => {
      const by = coveredBy === undefined ? undefined : evidenceOnce(coveredBy)
      return { rule, ...(range && { range }), ...(by && { coveredBy: by }) }
    },
  )
  if (few) return { rules }
  const held = rules.length - named.length
  return { rules, unlisted: { missing: missing - named.length, held: count - missing - held } }
}

function firstOf(compared: readonly Compared[], which: 'all' | 'covered' | 'missing') {
  const found: (SimpleRule & Pick<WholeRule, 'range'>)[] = []
  for (const { coverage, range } of compared) {
    for (const single of coverage.singles(which)) {
      if (found.length === MOST_LISTED) return found
      found.push({ ...single, ...(range && { range }) })
    }
  }
  return found
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

/**
 * Go: the preconditions of `DefaultUpdatedObjectInfo`. Where the stored uid is not known here, the sent one is assumed to
 * match.
 */
function otherUID({ body, name, before, dryRun }: SentObject, { stored, write }: Play): Refusal | undefined {
  const { uid } = body.metadata
  const known = stored === undefined ? '' : before?.metadata.uid
  if (uid === '' || known === uid || (stored !== undefined && !known)) return undefined
  const { resource, attributes } = write
  // A dry run does not reach the storage that adds the prefix.
  const key = ['', dryRun ? '' : 'registry', resource, attributes.namespace, name]
    .filter((part, at) => at === 0 || part !== '')
    .join('/')
  return conflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${known}`,
  )
}

/** The refusal of a create: the object is invalid, or its name exists already. */
function unmade({ body, name, dryRun }: SentObject, { write, stored }: Play): Refusal | undefined {
  const { resource, operation } = write
  const version = versionOf(body)
  if (operation !== 'create' && version === undefined) return unparsedVersion(body)
  const errors = errorsInOrder(invalidIn(body, write), write.version)
  if (errors.length > 0) return invalid({ group: RBAC_GROUP, kind: write.kind, name }, errors)
  if (operation !== 'create') return undefined
  if (!dryRun && version !== undefined && version > 0n) {
    return unknownError('resourceVersion should not be set on objects to be created')
  }
  return stored === undefined ? undefined : alreadyExists(resource, name, body.metadata.generateName !== '')
}

/** The refusal of an update. */
function unchanged(
  { body, name, before: known }: SentObject,
  { object }: StoredRole,
  { write }: Play,
): Refusal | undefined {
  const version = versionOf(body)
  if (version === undefined) return unparsedVersion(body)
  // Where the stored version is not known here, the sent one is assumed to match.
  const newest = known?.metadata.resourceVersion ?? ''
  if (version > 0n && newest !== '' && newest !== String(version)) {
    return conflict(
      write.resource,
      name,
      'the object has been modified; please apply your changes to the latest version and try again',
    )
  }
  const all = invalidIn(body, write)
  // Metadata is validated three times: for every object, with the kind, and against the stored object.
  const common = all.filter((error) => error.startsWith('metadata.') && !error.startsWith('metadata.finalizers['))
  const roleRef = 'binding' in body.object && 'roleRef' in object ? body.object.binding.roleRef : undefined
  const before = 'roleRef' in object ? object.roleRef : undefined
  const another =
    roleRef !== undefined &&
    (body.roleGroup !== RBAC_GROUP || roleRef.kind !== before?.kind || roleRef.name !== before.name)
  const immutable = another
    ? [
        `roleRef: Invalid value: ${goJSON({ APIGroup: body.roleGroup, Kind: roleRef.kind, Name: roleRef.name })}: ${changedRoleRef(write.version)}`,
      ]
    : []
  const finalizers = all.filter((error) => error.startsWith('metadata.finalizers['))
  const again = all.filter((error) => /^metadata\.(?:labels|annotations|ownerReferences|managedFields)/.test(error))
  const errors = errorsInOrder([...common, ...again, ...all, ...again, ...finalizers, ...immutable], write.version)
  return errors.length === 0 ? undefined : invalid({ group: RBAC_GROUP, kind: write.kind, name }, errors)
}

/** The resource version, parsed like `strconv.ParseUint`; empty is zero. */
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

/** The errors of validation, as the API server prints them, including that of the namespace in the path. */
function invalidIn(
  { invalid: problems, metadata }: RbacBody,
  { kind, attributes, version }: WriteRequest,
): readonly string[] {
  const errors = problems.flatMap((problem) => (errorIn(problem, version).detail ?? '').split('\n'))
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
  if (status.reason === 'AlreadyExists') return ['its name exists already']
  return ['the object does not fit what is stored']
}
