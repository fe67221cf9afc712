// The names that conditions of access rules are written with, for whoever evaluates, completes or explains them.

/** What a name stands for, as far as it can be told before anything is evaluated. */
export type NameKind = 'bool' | 'string' | 'int' | 'list' | 'map' | 'type' | 'any' | NameFields
/** Something with named fields, each of its kind. */
export interface NameFields {
  readonly fields: Readonly<Record<string, NameKind>>
}

const USER: NameFields = { fields: { username: 'string', uid: 'string', groups: 'list', extra: 'map' } }

/**
 * Every name that an expression may start with. `request.user` and `request.attributes` are what the check carries;
 * the rest is known to the API server only.
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
    // The path is that of a request about no resource; all else is empty then.
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

/**
 * The documents’ own names. Those of the review thread come with data of this shape; it writes `context.requestAttr`
 * and, in one expression, `context.requestAttrs`. `context.impersonatedPrincipal` is the compound-or-unified text’s.
 */
export const CONDITION_ALIASES: readonly (readonly [written: readonly string[], meant: readonly string[]])[] = [
  [['principal'], ['request', 'user']],
  [['action'], ['request', 'attributes', 'verb']],
  [['resource'], ['impersonatedUser']],
  [['group'], ['request', 'attributes', 'apiGroup']],
  [['context', 'requestAttr'], ['impersonatedRequest']],
  [['context', 'requestAttrs'], ['impersonatedRequest']],
  [['context', 'impersonatedPrincipal'], ['impersonatedUser']],
]
