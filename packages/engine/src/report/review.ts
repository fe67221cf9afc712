import { type Answer, REVIEW_VERSION, reviewedAttributes, reviewedUser } from '../kube/index.ts'
import { ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from '../policy/index.ts'
import { type Check, conditionsLeft } from '../trace/index.ts'
import { conditionResult, onlyIf, wrappedCEL } from '../words/index.ts'
import { yamlOf } from '../yaml/index.ts'

/**
 * A check as the `SubjectAccessReview` that an authorization webhook would receive, with its answer (Go:
 * `k8s.io/api/authorization/v1`).
 */
export function subjectAccessReview({ attributes, answer }: Check): Record<string, unknown> {
  return {
    apiVersion: REVIEW_VERSION,
    kind: 'SubjectAccessReview',
    spec: {
      ...reviewedAttributes(attributes),
      ...(attributes.accessRule !== undefined && { accessRule: accessRule(attributes.accessRule) }),
      ...reviewedUser(attributes.user),
    },
    status: statusOf(answer),
  }
}

/** The `SelfSubjectAccessReview` that a user sends to ask what a check asks, as the API server answers it. */
export function selfSubjectAccessReview({ attributes, answer }: Check): Record<string, unknown> {
  const { error } = answer
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: REVIEW_VERSION,
    metadata: {},
    // A request is asked for without a version, and the API server asks for all of them.
    spec: reviewedAttributes({ ...attributes, apiVersion: '' }),
    status: { ...statusOf(answer), ...(error !== undefined && { evaluationError: error }) },
  }
}

function statusOf({ decision, reason }: Answer): Record<string, unknown> {
  return {
    allowed: decision === 'Allow',
    ...(decision === 'Deny' && { denied: true }),
    ...(reason !== '' && { reason }),
  }
}

/** The review as YAML, with the conditions of its answer as comments: up to 1.37 it has no field for them. */
export function reviewYAML(check: Check): string {
  const left = conditionsLeft(check.answer)
  const comments = left.flatMap((one) => [
    '#',
    `# ${onlyIf(one)} (${one.id}):`,
    ...wrappedCEL(one.condition)
      .split('\n')
      .map((line) => `#   ${line}`),
    ...conditionResult(one)
      .split('\n')
      .map((line) => `# ${line}`),
  ])
  const head =
    comments.length === 0 ? [] : ['# Answered with conditions, which no field of a SubjectAccessReview holds:']
  return yamlOf(subjectAccessReview(check)) + [...head, ...comments].map((line) => `${line}\n`).join('')
}

/** The reference as KEP-5284 sketches it; the KEP writes “group version”. */
function accessRule(name: string): Record<string, unknown> {
  return { kind: ACCESS_RULE_KIND, groupVersion: ACCESS_RULE_VERSION, name }
}
