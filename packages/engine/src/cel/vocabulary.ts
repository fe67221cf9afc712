import { CONDITION_ALIASES } from '../kube/index.ts'
import { booleanOf, type Expr, leftmost, loopOf, pathExpr, pathOf, withChildren } from './tree.ts'

/** Names of types are values in CEL: `type(x) == string`. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(
  'bool bytes double int list map null_type string type uint'.split(' '),
)

/** Whether the value of a path is known from the check itself. */
export function isKnown([root, part]: readonly string[]): boolean {
  return root === 'request' && (part === 'user' || part === 'attributes')
}

/** The tree with the documents’ names replaced by ours. Names that a macro binds are not replaced. */
export function withoutAliases(expr: Expr, bound: ReadonlySet<string> = new Set()): Expr {
  const path = pathOf(expr)
  if (path !== undefined) {
    if (bound.has(path[0] as string)) return expr
    const alias = CONDITION_ALIASES.find(([written]) => written.every((name, index) => path[index] === name))
    return alias === undefined ? expr : pathExpr([...alias[1], ...path.slice(alias[0].length)], leftmost(expr))
  }
  if (booleanOf(expr) !== undefined) return expr
  return withChildrenIn(expr, bound, withoutAliases)
}

/** As `withChildren`, with the names that are bound for each child. */
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
