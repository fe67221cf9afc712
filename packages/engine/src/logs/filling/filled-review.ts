import type { HTTPRequest, RequestText } from '../../http/index.ts'
import {
  attributesFor,
  type PlainUser,
  REVIEW_VERSION,
  reviewedAttributes,
  reviewedUser,
  userInfo,
} from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, ruleAllowsAction, rulesThat } from '../../rights/index.ts'
import type { RichText } from '../../trace/index.ts'
import { yamlOf } from '../../yaml/index.ts'
import type { AdmissionRefusal } from '../line/admission-refusal.ts'
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

/**
 * The check of a step after authorization as the review by which its user asks it: the text does not say who that is. Undefined
 * where the step asks no check, or the text does not name its resource.
 */
export function admissionReview({ check }: AdmissionRefusal): RequestText | undefined {
  if (check?.resource === undefined) return undefined
  const asked = attributesFor(userInfo({ username: '' }), check)
  const review = { apiVersion: REVIEW_VERSION, kind: 'SelfSubjectAccessReview', spec: reviewedAttributes(asked) }
  return { form: 'review', text: yamlOf(review) }
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
