import { booleanOf, type Expr, leftmost, loopOf, pathExpr, pathOf, withChildren } from './tree.ts'

/** What a name stands for, as far as it can be told before anything is evaluated. */
export type Kind = 'bool' | 'string' | 'int' | 'list' | 'map' | 'type' | 'any' | Fields
/** Something with named fields, each of its kind. */
export interface Fields {
  readonly fields: Readonly<Record<string, Kind>>
}

const USER: Fields = { fields: { username: 'string', uid: 'string', groups: 'list', extra: 'map' } }

/**
 * Every name that an expression may start with. `request.user` and `request.attributes` are what the check carries;
 * the rest is known to the API server only.
 */
export const VOCABULARY: Readonly<Record<string, Kind>> = {
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

/** Names of types are values in CEL: `type(x) == string`. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(
  'bool bytes double int list map null_type string type uint'.split(' '),
)

/**
 * The documents’ own names. Those of the review thread come with data of this shape; it writes `context.requestAttr`
 * and, in one expression, `context.requestAttrs`. `context.impersonatedPrincipal` is the compound-or-unified text’s.
 */
const ALIASES: readonly (readonly [written: readonly string[], meant: readonly string[]])[] = [
  [['principal'], ['request', 'user']],
  [['action'], ['request', 'attributes', 'verb']],
  [['resource'], ['impersonatedUser']],
  [['group'], ['request', 'attributes', 'apiGroup']],
  [['context', 'requestAttr'], ['impersonatedRequest']],
  [['context', 'requestAttrs'], ['impersonatedRequest']],
  [['context', 'impersonatedPrincipal'], ['impersonatedUser']],
]

/** Whether the check itself carries what a path names. */
export function isKnown([root, part]: readonly string[]): boolean {
  return root === 'request' && (part === 'user' || part === 'attributes')
}

/** The tree with the documents’ names replaced by ours. Names that a macro binds are left alone. */
export function withoutAliases(expr: Expr, bound: ReadonlySet<string> = new Set()): Expr {
  const path = pathOf(expr)
  if (path !== undefined) {
    if (bound.has(path[0] as string)) return expr
    const alias = ALIASES.find(([written]) => written.every((name, index) => path[index] === name))
    return alias === undefined ? expr : pathExpr([...alias[1], ...path.slice(alias[0].length)], leftmost(expr))
  }
  if (booleanOf(expr) !== undefined) return expr
  return withChildrenIn(expr, bound, withoutAliases)
}

/** As `withChildren`, with the names that are bound where each child stands. */
export function withChildrenIn(
  expr: Expr,
  bound: ReadonlySet<string>,
  change: (child: Expr, bound: ReadonlySet<string>) => Expr,
): Expr {
  const loop = expr.exprKind.case === 'callExpr' ? loopOf(expr.exprKind.value) : undefined
  if (loop === undefined) return withChildren(expr, (child) => change(child, bound))
  const inside = new Set([...bound, loop.name])
  return withChildren(expr, (child) => {
    if (child === loop.range) return change(child, bound)
    return loop.body.includes(child) ? change(child, inside) : child
  })
}
