import type { Spend } from '../authorizers/index.ts'
import { type Evaluator, evaluator } from './run.ts'
import { booleanOf, type Call, childrenOf, type Expr, loopOf, pathOf } from './tree.ts'
import { type Bindings, exprOf } from './values.ts'
import { isKnown, TYPE_NAMES, withChildrenIn } from './vocabulary.ts'

/**
 * Folds the values of a check into an expression. A part that depends only on the check becomes its value, and `&&`, `||`,
 * `!` and `?:` are simplified. A part that fails is kept unchanged, so that it fails again at the final evaluation unless
 * its neighbour decides the result.
 */
export function fold(expr: Expr, bindings: Bindings, spend?: Spend): Expr {
  return new Folding(evaluator(bindings, spend)).fold(expr, new Set(), true)
}

/** Whether an expression depends only on the values of a check. */
export function isSettledByCheck(expr: Expr): boolean {
  return freeNamesAreKnown(expr, NO_NAMES, NO_NAMES)
}

const NO_NAMES: ReadonlySet<string> = new Set()

class Folding {
  readonly #known = new Map<Expr, boolean>()

  constructor(readonly evaluate: Evaluator) {}

  /** `last`: the value is the result of the whole expression, so it only matters whether it is true. */
  fold(expr: Expr, bound: ReadonlySet<string>, last: boolean): Expr {
    if (this.#isKnown(expr, bound) && expr.exprKind.case !== 'constExpr') return this.#value(expr)
    const { exprKind } = expr
    if (exprKind.case !== 'callExpr') {
      // A path that ends in an unknown name is kept whole.
      return pathOf(expr) === undefined ? this.#children(expr, bound) : expr
    }
    const { function: name, args } = exprKind.value
    const [first, second, third] = args
    if ((name === '_&&_' || name === '_||_') && first !== undefined && second !== undefined) {
      return this.#logic(name === '_||_', expr, exprKind.value, bound, last)
    }
    if (name === '_?_:_' && first !== undefined && second !== undefined && third !== undefined) {
      const condition = this.fold(first, bound, false)
      const settled = booleanOf(condition)
      if (settled !== undefined) return this.fold(settled ? second : third, bound, last)
      return withCall(expr, exprKind.value, [
        condition,
        this.fold(second, bound, false),
        this.fold(third, bound, false),
      ])
    }
    // The argument of `has` is not a value but a field to look for.
    if (name === 'has' && exprKind.value.target === undefined) return expr
    const folded = this.#children(expr, bound)
    const settled = name === '!_' && childrenOf(folded).every((child) => child.exprKind.case === 'constExpr')
    return settled ? this.#value(folded) : folded
  }

  #logic(or: boolean, expr: Expr, call: Call, bound: ReadonlySet<string>, last: boolean): Expr {
    const [left, right] = call.args.map((arg) => this.fold(arg, bound, last)) as [Expr, Expr]
    const values = [booleanOf(left), booleanOf(right)]
    if (values[0] === or) return left
    if (values[1] === or) return right
    // `true && x` is x only where x is a boolean; for any other x it is an error.
    if (values[0] === !or && (last || isBoolean(right))) return right
    if (values[1] === !or && (last || isBoolean(left))) return left
    return withCall(expr, call, [left, right])
  }

  #children(expr: Expr, bound: ReadonlySet<string>): Expr {
    return withChildrenIn(expr, bound, (child, inside) => this.fold(child, inside, false))
  }

  #value(expr: Expr): Expr {
    return exprOf(this.evaluate(expr), expr) ?? expr
  }

  /** Whether every name in the expression is known from the check, or bound inside the expression. */
  #isKnown(expr: Expr, bound: ReadonlySet<string>): boolean {
    const before = this.#known.get(expr)
    if (before !== undefined) return before
    const known = freeNamesAreKnown(expr, bound, NO_NAMES)
    this.#known.set(expr, known)
    return known
  }
}

/** `outside`: names that enclosing loops bind, to unknown values. `inside`: names of its own loops. */
function freeNamesAreKnown(expr: Expr, outside: ReadonlySet<string>, inside: ReadonlySet<string>): boolean {
  const path = pathOf(expr)
  if (path !== undefined) {
    const [root = ''] = path
    if (inside.has(root)) return true
    return !outside.has(root) && (isKnown(path) || (path.length === 1 && TYPE_NAMES.has(root)))
  }
  const loop = expr.exprKind.case === 'callExpr' ? loopOf(expr.exprKind.value) : undefined
  if (loop === undefined) return childrenOf(expr).every((child) => freeNamesAreKnown(child, outside, inside))
  const within = new Set([...inside, loop.name])
  return (
    freeNamesAreKnown(loop.range, outside, inside) &&
    loop.body.every((part) => freeNamesAreKnown(part, outside, within))
  )
}

const BOOLEAN: ReadonlySet<string> = new Set(
  '_&&_ _||_ !_ _==_ _!=_ _<_ _<=_ _>_ _>=_ @in has startsWith endsWith contains matches all exists exists_one existsOne'.split(
    ' ',
  ),
)

function isBoolean({ exprKind }: Expr): boolean {
  return exprKind.case === 'callExpr' && BOOLEAN.has(exprKind.value.function)
}

function withCall(expr: Expr, call: Call, args: Expr[]): Expr {
  return { ...expr, exprKind: { case: 'callExpr', value: { ...call, args } } }
}
