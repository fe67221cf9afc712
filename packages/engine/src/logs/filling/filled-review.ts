import type { HTTPRequest, RequestText } from '../../http/index.ts'
import {
  attributesFor,
  type PlainUser,
  REVIEW_VERSION,
  resourceName,
  reviewedAttributes,
  reviewedUser,
  userInfo,
} from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, ruleAllowsAction, rulesThat } from '../../rights/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { yamlOf } from '../../yaml/index.ts'
import type { AdmissionCheck, AdmissionRefusal } from '../line/admission-refusal.ts'
import type { ObservedAttributes } from '../line/observed-request.ts'
import { WITH_MORE } from './agreement.ts'
import type { Missing } from './filled-part.ts'

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

/** The checks of a step after authorization, as reviews by which its user asks them: the text does not say who that is. */
export interface AdmissionReviews {
  /** Either one allows. Empty where the step asks no check, or the resource is not known. */
  readonly reviews: readonly RequestText[]
  /** What was filled in, or what to add. */
  readonly notes: readonly RichText[]
}

/** The checks of a step; the resource of an owner that it does not name comes from the policy, where that has one. */
export function admissionReviews(refusal: AdmissionRefusal, policy = ''): AdmissionReviews {
  const { check, orElse } = refusal
  if (check === undefined) return { reviews: [], notes: [] }
  if (check.resource !== undefined) {
    const notes: readonly RichText[] =
      orElse === undefined
        ? []
        : [clause`Either check allows: the one for ${check.name ?? ''}, or the one for ${orElse.name ?? ''}.`]
    return { reviews: [check, ...(orElse ? [orElse] : [])].map(reviewOf), notes }
  }
  if (check.subresource !== 'finalizers') return { reviews: [], notes: [] }
  const [owner, ...others] = ownersIn(refusal, policy)
  if (owner === undefined || others.length > 0) return { reviews: [], notes: [ADD_OWNER] }
  const type = resourceName(owner)
  const why =
    refusal.owner === undefined
      ? 'the policy names the finalizers of no other resource'
      : `the owner is a ${refusal.owner.kind}`
  return {
    reviews: [reviewOf({ ...check, ...owner })],
    notes: [
      clause`The resource of the owner is taken for ${type}: ${[why]}.`,
      [
        'The text does not name the namespace, so the check is asked cluster-wide. In a namespace a Role there is enough as well.',
      ],
    ],
  }
}

const ADD_OWNER: RichText = [
  'The text does not name the owner: ask the review of ',
  { code: 'update' },
  ' on ',
  { code: 'OWNER/finalizers' },
  ', with the resource to which the ownerReference refers in place of OWNER.',
]

function reviewOf(check: AdmissionCheck): RequestText {
  const asked = attributesFor(userInfo({ username: '' }), check)
  const review = { apiVersion: REVIEW_VERSION, kind: 'SelfSubjectAccessReview', spec: reviewedAttributes(asked) }
  return { form: 'review', text: yamlOf(review) }
}

/** The resources of the policy that the owner may be of. */
function ownersIn({ owner }: AdmissionRefusal, policy: string): readonly ResourceOfGroup[] {
  const named = readPolicy(policy).roles.flatMap(({ rules }) =>
    rules.flatMap(({ apiGroups, resources }) =>
      apiGroups.flatMap((apiGroup) => resources.map((one) => ({ apiGroup, resource: one }))),
    ),
  )
  const found = named.flatMap(({ apiGroup, resource: one }) => {
    const [resource = '', subresource] = one.split('/')
    if (apiGroup === '*' || resource === '*') return []
    const fits =
      owner === undefined
        ? subresource === 'finalizers'
        : apiGroup === owner.apiGroup && isPluralOf(resource, owner.kind)
    return fits ? [{ apiGroup, resource }] : []
  })
  return [...new Map(found.map((one) => [resourceName(one), one])).values()]
}

interface ResourceOfGroup {
  readonly apiGroup: string
  readonly resource: string
}

function isPluralOf(resource: string, kind: string): boolean {
  const one = kind.toLowerCase()
  return [`${one}s`, `${one}es`, one.replace(/y$/, 'ies'), one].includes(resource)
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
