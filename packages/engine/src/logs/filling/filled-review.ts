import type { HTTPRequest, RequestText } from '../../http/index.ts'
import {
  attributesFor,
  guessedPlural,
  isNamespacedResource,
  type PlainUser,
  REVIEW_VERSION,
  resourceInGroup,
  resourceName,
  reviewedAttributes,
  reviewedUser,
  userInfo,
} from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, ruleAllowsAction, rulesThat } from '../../rights/index.ts'
import { clause, listInWords, type RichText } from '../../trace/index.ts'
import { yamlOf } from '../../yaml/index.ts'
import { type AdmissionRefusal, sentenceForOwner } from '../line/admission-refusal.ts'
import type { AdmissionCheck } from '../line/admission-steps.ts'
import type { ObservedAttributes } from '../line/observed-request.ts'
import { resourceOfOwner } from '../line/reported-owner.ts'
import { type Missing, WITH_MORE } from './filled-part.ts'
import { namedRequestor } from './filled-requestor.ts'

/** The one check that a text reports, as the review that asks it. A review without an answer has no status. */
export function filledReview(
  { fieldSelector: _, labelSelector: __, ...check }: ObservedAttributes,
  requestor: PlainUser,
): RequestText {
  const user = userInfo(requestor)
  const review = {
    apiVersion: REVIEW_VERSION,
    kind: 'SubjectAccessReview',
    spec: { ...reviewedUser(user), ...reviewedAttributes(attributesFor(user, { ...check, apiVersion: '' })) },
  }
  return { form: 'review', text: yamlOf(review) }
}

/** The checks of a step after authorization, as reviews by which its user asks them. */
export interface AdmissionReviews {
  /** Any of them allows. Empty where the step asks no check, or the resource is not known. */
  readonly reviews: readonly RequestText[]
  /** Who was refused; absent where the text does not say it. */
  readonly requestor?: PlainUser
  /** The headline of the refusal, where more is known than its text says. */
  readonly sentence?: string
  /** What was filled in, or what to add. */
  readonly notes: readonly RichText[]
}

/** The checks of a step; the resource of an owner that it does not name comes from the policy, where that has one. */
export function admissionReviews(refusal: AdmissionRefusal, policy = ''): AdmissionReviews {
  const { check, orElse = [] } = refusal
  if (check === undefined) return { reviews: [], notes: [] }
  if (check.resource !== undefined) {
    const checks = [check, ...orElse]
    const named = refusal.username === undefined ? undefined : namedRequestor(refusal.username)
    return {
      reviews: checks.map(reviewOf),
      ...(named && { requestor: named.requestor }),
      notes: [
        ...(checks.length === 1 ? [] : [anyOf(checks)]),
        ...(isAskedInNamespace(check) && check.namespace === undefined ? [NO_NAMESPACE] : []),
        ...(named ? [named.note] : []),
      ],
    }
  }
  if (check.subresource !== 'finalizers') return { reviews: [], notes: [] }
  const owners = ownersIn(refusal, policy)
  const [owner] = owners
  if (owner === undefined || owner.apiGroup === '*' || owners.length > 1)
    return { reviews: [], notes: owners.length === 0 ? [] : [whichOwner(owners)] }
  const { name, namespace: reported } = refusal.owner ?? {}
  const isNamespaced = isNamespacedResource(owner.apiGroup, owner.resource)
  const namespace = isNamespaced === false ? undefined : reported
  const asked = { ...check, ...owner, ...(name && { name }), ...(namespace && { namespace }) }
  return {
    reviews: [reviewOf(asked)],
    sentence: sentenceForOwner(refusal, asked),
    notes: [
      clause`The resource of the owner is taken for ${resourceName(owner)}: ${[whyOwner(refusal, owner)]}.`,
      ...(namespace === undefined && isNamespaced !== false ? [NO_NAMESPACE] : []),
    ],
  }
}

function anyOf(checks: readonly AdmissionCheck[]): RichText {
  const [{ name: first = '' } = {}, { name: second = '' } = {}] = checks
  if (checks.length === 2) return clause`Either check allows: the one for ${first}, or the one for ${second}.`
  return [
    'Any of these checks allows: those for ',
    ...listInWords(
      checks.map(({ name = '' }) => name),
      'and',
    ),
    '.',
  ]
}

/** The steps ask about a resource that may be of namespaces in that of the refused object. */
function isAskedInNamespace({ verb, apiGroup = '', resource = '' }: AdmissionCheck): boolean {
  return ['delete', 'use'].includes(verb) && isNamespacedResource(apiGroup, resource) !== false
}

const NO_NAMESPACE: RichText = [
  'The API server asks in the namespace of the refused object, which the text does not name. So the check is asked cluster-wide: add the namespace to the review, because a Role there is enough as well.',
]

function whichOwner(found: readonly ResourceOfGroup[]): RichText {
  const names = found.map((one) => (one.apiGroup === '*' ? one.resource : resourceName(one)))
  return [
    `The policy names the finalizers of ${names.join(', ')}: ask the review of `,
    { code: 'update' },
    ' on ',
    { code: 'OWNER/finalizers' },
    ', with the resource to which the ownerReference refers in place of OWNER.',
  ]
}

function whyOwner({ owner }: AdmissionRefusal, { resource, apiGroup }: ResourceOfGroup): string {
  if (owner?.kind === undefined) return 'the policy names the finalizers of no other resource'
  const is = `the owner is a ${owner.kind}`
  return resourceInGroup(apiGroup, resource) === undefined ? `${is}, and plurals are usually formed so` : is
}

function reviewOf(check: AdmissionCheck): RequestText {
  const asked = attributesFor(userInfo({ username: '' }), check)
  const review = { apiVersion: REVIEW_VERSION, kind: 'SelfSubjectAccessReview', spec: reviewedAttributes(asked) }
  return { form: 'review', text: yamlOf(review) }
}

/** The resources that the owner may be of: of those of the policy, or that of its kind. */
function ownersIn({ owner: { kind, apiGroup: ofOwner = '' } = {} }: AdmissionRefusal, policy: string) {
  const named = readPolicy(policy).roles.flatMap(({ rules }) =>
    rules.flatMap(({ apiGroups, resources }) =>
      apiGroups.flatMap((apiGroup) => resources.map((one) => ({ apiGroup, resource: one }))),
    ),
  )
  const found = named.flatMap(({ apiGroup, resource: one }): readonly ResourceOfGroup[] => {
    const [resource = '', subresource] = one.split('/')
    if (resource === '*' || (apiGroup === '*' && kind !== undefined)) return []
    const fits = kind === undefined ? subresource === 'finalizers' : apiGroup === ofOwner && isPluralOf(resource, kind)
    return fits ? [{ apiGroup, resource }] : []
  })
  if (found.length > 0 || kind === undefined) return [...new Map(found.map((one) => [resourceName(one), one])).values()]
  return [resourceOfOwner({ kind, apiGroup: ofOwner }) as ResourceOfGroup]
}

interface ResourceOfGroup {
  readonly apiGroup: string
  readonly resource: string
}

function isPluralOf(resource: string, kind: string): boolean {
  const one = kind.toLowerCase()
  return [`${one}s`, guessedPlural(kind), one].includes(resource)
}

/**
 * What may be wrong where a mode refused and the policy grants the old verb for users: a request with the name alone passes by it.
 */
export function nameAlone({ verb }: ObservedAttributes, requestor: PlainUser, policy: string): readonly Missing[] {
  if (!/^impersonate(?:-on)?:/.test(verb)) return []
  const legacy = { verb: 'impersonate', apiGroup: '', resource: 'users' }
  const only = rulesThat((rule) => rule.resourceNames.length === 0 && ruleAllowsAction(rule, legacy))
  const { rules } = rightsOf(readPolicy(policy)).heldIn(userInfo(requestor), '', { only })
  return rules.length === 0 ? [] : [{ words: WITH_MORE, place: 'request', needed: false }]
}

/** What a text with one check of the impersonation filter does not report: the rest of the request. `line` where it is known. */
export function restOfRequest(line: Pick<HTTPRequest, 'method' | 'target'> | undefined): Missing {
  const request: RichText = line === undefined ? ['it'] : [{ code: `${line.method} ${line.target}` }]
  const words: RichText = [
    'The text reports one check of the impersonation filter, and this check is decided. To decide the whole request, write ',
    ...request,
    ' with ',
    { code: 'Impersonate-User' },
    ' and all other headers that the client sent.',
  ]
  return { words, place: 'request', needed: false }
}
