import type { Answer, Attributes, FieldRequirement, LabelRequirement, UserInfo } from '../kube/index.ts'
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
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      ...asked(attributes),
      ...(attributes.accessRule !== undefined && { accessRule: accessRule(attributes.accessRule) }),
      ...reviewUser(attributes.user),
    },
    status: statusOf(answer),
  }
}

/** The `SelfSubjectAccessReview` that a user sends to ask what a check asks, as the API server answers it. */
export function selfSubjectAccessReview({ attributes, answer }: Check): Record<string, unknown> {
  const { error } = answer
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    // A request is asked for without a version, and the API server asks for all of them.
    spec: asked({ ...attributes, apiVersion: '' }),
    status: { ...statusOf(answer), ...(error !== undefined && { evaluationError: error }) },
  }
}

function asked(attributes: Attributes): Record<string, unknown> {
  return attributes.isResourceRequest
    ? { resourceAttributes: resourceAttributes(attributes) }
    : { nonResourceAttributes: { path: attributes.path, verb: attributes.verb } }
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

function resourceAttributes(attributes: Attributes): Record<string, unknown> {
  const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, fieldSelector, labelSelector } =
    attributes
  const labels = labelRequirements(labelSelector)
  return {
    ...(namespace !== '' && { namespace }),
    verb,
    ...(apiGroup !== '' && { group: apiGroup }),
    ...(apiVersion !== '' && { version: apiVersion }),
    resource,
    ...(subresource !== '' && { subresource }),
    ...(name !== '' && { name }),
    ...(fieldSelector.length > 0 && { fieldSelector: { requirements: fieldSelector.map(fieldRequirement) } }),
    ...(labels.length > 0 && { labelSelector: { requirements: labels } }),
  }
}

/** The review knows only In, NotIn, Exists and DoesNotExist (Go: `metav1.FieldSelectorRequirement`). */
function fieldRequirement({ field, operator, value }: FieldRequirement): Record<string, unknown> {
  return { key: field, operator: operator === '!=' ? 'NotIn' : 'In', values: [value] }
}

const LABEL_OPERATORS: Readonly<Partial<Record<LabelRequirement['operator'], string>>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

/**
 * `gt` and `lt` have no counterpart in the API. The webhook authorizer omits such requirements, and so does this function.
 */
function labelRequirements(requirements: readonly LabelRequirement[]): readonly Record<string, unknown>[] {
  return requirements.flatMap(({ key, operator, values }) => {
    const known = LABEL_OPERATORS[operator]
    return known === undefined ? [] : [{ key, operator: known, ...(values.length > 0 && { values }) }]
  })
}

function reviewUser({ username, uid, groups, extra }: UserInfo): Record<string, unknown> {
  return {
    user: username,
    ...(groups.length > 0 && { groups }),
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
    ...(uid !== '' && { uid }),
  }
}
