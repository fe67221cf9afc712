import { isDeepStrictEqual } from 'node:util'
import { decider, type PlainUser, type RequestText, type Scenario } from '@authz-playground/engine'
import { REVIEW_VERSION, UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import { admissionReviews } from '@authz-playground/engine/internal/logs'
import { readReview } from '@authz-playground/engine/internal/review'
import type { Difference, VectorCheck } from '@authz-playground/engine/internal/vectors'
import { parseClusterOutput } from '@authz-playground/engine/logs'
import type { AnsweredReview, AnsweredStep, ReviewStatus, ReviewVector } from './review-vector.ts'

const decide = await decider()

/** The differences between the engine's answers and those of a vector. */
export function reviewDifferences({ policy, reviews, steps }: ReviewVector): readonly Difference[] {
  return [
    ...reviews.flatMap((one, index) => differencesOfReview(policy, one).map((found) => at(`reviews[${index}]`, found))),
    ...steps.flatMap((one, index) => differencesOfStep(policy, one).map((found) => at(`steps[${index}]`, found))),
  ]
}

function at(place: string, difference: Difference): Difference {
  return { ...difference, field: `${place}.${difference.field}` }
}

function different(field: string, expected: unknown, found: unknown): readonly Difference[] {
  return isDeepStrictEqual(expected, found) ? [] : [{ field, expected, found }]
}

/** A review that the API server refuses has a problem here; of every other, the status is the same. */
function differencesOfReview(policy: string, { sender, review, code, status }: AnsweredReview): readonly Difference[] {
  const text = JSON.stringify(review)
  if (status === undefined) {
    const isRefused = readReview(text).diagnostics.some(({ severity }) => severity !== 'note')
    return different('code', code, isRefused ? code : 201)
  }
  // The fields that are false or empty, the API server leaves out.
  const { allowed, denied = false, reason = '' } = status
  return different('status', { allowed, denied, reason }, answerTo(policy, { form: 'review', text }, sender))
}

/** The status that the engine answers. */
function answerTo(
  policy: string,
  request: RequestText,
  requestor: PlainUser,
): Omit<ReviewStatus, 'evaluationError'> | undefined {
  const scenario: Scenario = {
    version: 2,
    policy,
    request,
    requestor,
    cluster: { version: UNNAMED_VERSION, authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
  const { trace } = decide(scenario)
  const answer = trace?.steps.flatMap(({ check }) => (check ? [check.answer] : [])).at(-1)
  return answer && { allowed: answer.decision === 'Allow', denied: answer.decision === 'Deny', reason: answer.reason }
}

/**
 * Each check of a step is decided the same; and the checks that the engine reads from the words of a refusal are checks that the
 * step asked, among them the last, which no step allowed.
 */
function differencesOfStep(policy: string, step: AnsweredStep): readonly Difference[] {
  return [
    ...step.checks.flatMap((check, index) => {
      const { decision, reason = '' } = check
      const expected = { allowed: decision === 'Allow', denied: decision === 'Deny', reason }
      return different(`checks[${index}]`, expected, answerTo(policy, reviewOf(check), step.user))
    }),
    ...(step.message === undefined ? [] : differencesOfRefusal(policy, step, step.message)),
  ]
}

function differencesOfRefusal(policy: string, step: AnsweredStep, message: string): readonly Difference[] {
  const [refusal] = parseClusterOutput(textOf(step, message)).admission
  const { reviews = [], requestor } = refusal ? admissionReviews(refusal) : {}
  const read = reviews.map((one) => attributesOf(readReview(one.text)))
  // The check of all finalizers at once adds nothing to that of the owner, so it is not asked.
  const unallowed = step.checks.filter(({ resource, decision }) => resource !== '*' && decision !== 'Allow')
  const asked = distinct(unallowed.map(attributesIn))
  return [
    ...different('message', asked, read),
    ...(requestor === undefined ? [] : different('user', step.user.username, requestor.username)),
    ...reviews.flatMap((one) => different('refused', false, answerTo(policy, one, step.user)?.allowed)),
  ]
}

/** A refusal about an owner does not name it: controllers log it beside the message. */
function textOf({ owner, namespace = '' }: AnsweredStep, message: string): string {
  if (owner === undefined) return `Error from server: ${message}`
  const [group = ''] = owner.apiVersion.split('/').slice(0, -1)
  const { kind, name } = owner
  return JSON.stringify({
    msg: 'Reconciler error',
    controllerGroup: group,
    controllerKind: kind,
    namespace,
    name,
    error: message,
  })
}

type Attributes = Partial<Record<'verb' | 'apiGroup' | 'resource' | 'subresource' | 'namespace' | 'name', string>>

/** A signer that is the name of its domain is asked for twice. */
function distinct(all: readonly Attributes[]): readonly Attributes[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

function attributesIn(check: Attributes): Attributes {
  const { verb = '', apiGroup = '', resource = '', subresource = '', namespace = '', name = '' } = check
  return { verb, apiGroup, resource, subresource, namespace, name }
}

function attributesOf({ question }: ReturnType<typeof readReview>): Attributes | undefined {
  return question?.kind === 'access' ? attributesIn(question.attributes) : undefined
}

/** The review by which the user of a check asks it. */
function reviewOf({ verb, apiGroup, path, ...check }: VectorCheck): RequestText {
  const { resource, subresource, namespace, name, apiVersion } = check
  const attributes =
    path === undefined
      ? { resourceAttributes: { verb, group: apiGroup, version: apiVersion, resource, subresource, namespace, name } }
      : { nonResourceAttributes: { verb, path } }
  const review = { apiVersion: REVIEW_VERSION, kind: 'SelfSubjectAccessReview', spec: attributes }
  return { form: 'review', text: JSON.stringify(review) }
}
