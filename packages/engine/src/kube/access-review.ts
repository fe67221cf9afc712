import type { Attributes, FieldRequirement, LabelRequirement } from './attributes.ts'
import type { UserInfo } from './user.ts'

/** The attributes of a check in the spec of a review. */
export function reviewedAttributes(attributes: Omit<Attributes, 'user'>): Record<string, unknown> {
  return attributes.isResourceRequest
    ? { resourceAttributes: resourceAttributes(attributes) }
    : { nonResourceAttributes: { path: attributes.path, verb: attributes.verb } }
}

function resourceAttributes(attributes: Omit<Attributes, 'user'>): Record<string, unknown> {
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

/** The user in the spec of a review. */
export function reviewedUser({ username, uid, groups, extra }: UserInfo): Record<string, unknown> {
  return {
    user: username,
    ...(groups.length > 0 && { groups }),
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
    ...(uid !== '' && { uid }),
  }
}
