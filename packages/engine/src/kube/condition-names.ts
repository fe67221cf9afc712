// The names in conditions of access rules, for evaluating, completing and explaining them.

/** The value of a name, as far as it is known before evaluation. */
export type NameKind = 'bool' | 'string' | 'int' | 'list' | 'map' | 'type' | 'any' | NameFields
/** An object with named fields, each with its type. */
export interface NameFields {
  readonly fields: Readonly<Record<string, NameKind>>
}

const USER: NameFields = { fields: { username: 'string', uid: 'string', groups: 'list', extra: 'map' } }

/**
 * Every name that an expression may start with. `request.user` and `request.attributes` come from the check; only the
 * API server knows the rest.
 */
export const CONDITION_NAMES: Readonly<Record<string, NameKind>> = {
  request: {
    fields: {
      user: USER,
      attributes: {
        fields: {
          verb: 'string',
          apiGroup: 'string',
          apiVersion: 'string',
          resource: 'string',
          subresource: 'string',
          namespace: 'string',
          name: 'string',
          path: 'string',
        },
      },
      impersonation: { fields: { target: { fields: { type: 'string', name: 'string' } } } },
    },
  },
  impersonatedUser: USER,
  impersonatedRequest: {
    // The path of a non-resource request, where the other fields are empty.
    fields: {
      verb: 'string',
      apiGroup: 'string',
      resource: 'string',
      namespace: 'string',
      name: 'string',
      path: 'string',
    },
  },
}

const SELECTOR: NameFields = { fields: { rawSelector: 'string', requirements: 'list' } }

/**
 * The names in `matchConditions` of an authorization webhook: `request` is the spec of the SubjectAccessReview (Go:
 * `k8s.io/apiserver/pkg/authorization/cel`, `buildRequestType`).
 */
export const REVIEW_NAMES: Readonly<Record<string, NameKind>> = {
  request: {
    fields: {
      user: 'string',
      groups: 'list',
      uid: 'string',
      extra: 'map',
      resourceAttributes: {
        fields: {
          namespace: 'string',
          verb: 'string',
          group: 'string',
          version: 'string',
          resource: 'string',
          subresource: 'string',
          name: 'string',
          fieldSelector: SELECTOR,
          labelSelector: SELECTOR,
        },
      },
      nonResourceAttributes: { fields: { path: 'string', verb: 'string' } },
    },
  },
}

/**
 * The documents’ own names. The review thread uses data of this shape; it writes `context.requestAttr` and, in one
 * expression, `context.requestAttrs`. `context.impersonatedPrincipal` is the compound-or-unified text’s; KEP-5681 has the requestor
 * and the review directly in `request`.
 */
export const CONDITION_ALIASES: readonly (readonly [written: readonly string[], meant: readonly string[]])[] = [
  [['principal'], ['request', 'user']],
  [['action'], ['request', 'attributes', 'verb']],
  [['resource'], ['impersonatedUser']],
  [['group'], ['request', 'attributes', 'apiGroup']],
  [['context', 'requestAttr'], ['impersonatedRequest']],
  [['context', 'requestAttrs'], ['impersonatedRequest']],
  [['context', 'impersonatedPrincipal'], ['impersonatedUser']],
  [
    ['request', 'userInfo'],
    ['request', 'user'],
  ],
  ...['verb', 'apiGroup', 'resource', 'name'].map(
    (field) =>
      [
        ['request', field],
        ['request', 'attributes', field],
      ] as const,
  ),
]
