import type { CelInput } from '@bufbuild/cel'
import { childrenOf, type Expr, loopOf } from './tree.ts'
import type { Bindings } from './values.ts'

/** So many steps an evaluation may take: a tenth of a second or two in a browser. */
export const MOST_STEPS = 200_000
/** A step looks at so many characters or list entries: comparing and searching take longer over more. */
const LENGTH_OF_A_STEP = 64

/** How large the values are that an expression runs with. */
interface Sizes {
  /** Of the longest list or map. */
  readonly longest: number
  /** Of the longest text. */
  readonly text: number
}

/**
 * An upper bound for the steps of an evaluation, told before it begins: loops multiply, and a list is taken to be as
 * long as the longest there is, unless it is written out.
 */
export function stepsOf(expr: Expr, bindings: Bindings): number {
  return steps(expr, sizesOf(Object.values(bindings)))
}

function steps(expr: Expr, sizes: Sizes): number {
  const { exprKind } = expr
  if (exprKind.case === 'callExpr') {
    const { function: name } = exprKind.value
    const loop = loopOf(exprKind.value)
    if (loop !== undefined) {
      const inside = loop.body.reduce((sum, part) => sum + steps(part, sizes), 1)
      return steps(loop.range, sizes) + lengthOf(loop.range, sizes) * inside
    }
    const here = name === '_&&_' || name === '_||_' || name === '!_' ? 1 : 1 + sizes.text / LENGTH_OF_A_STEP
    const looked = name === '@in' ? lengthOf(exprKind.value.args[1] ?? expr, sizes) : 0
    return childrenOf(expr).reduce((sum, child) => sum + steps(child, sizes), here + looked)
  }
  return childrenOf(expr).reduce((sum, child) => sum + steps(child, sizes), 1)
}

function lengthOf(range: Expr, sizes: Sizes): number {
  const { exprKind } = range
  if (exprKind.case === 'listExpr') return exprKind.value.elements.length
  if (exprKind.case === 'structExpr') return exprKind.value.entries.length
  if (exprKind.case === 'callExpr') {
    const loop = loopOf(exprKind.value)
    if (loop !== undefined) return lengthOf(loop.range, sizes)
    if (exprKind.value.function === '_+_')
      return exprKind.value.args.reduce((sum, part) => sum + lengthOf(part, sizes), 0)
  }
  return sizes.longest + writtenLists(range)
}

/** Entries of lists that stand somewhere inside: a ternary or a macro may give one of those. */
function writtenLists(expr: Expr): number {
  const here = expr.exprKind.case === 'listExpr' ? expr.exprKind.value.elements.length : 0
  return childrenOf(expr).reduce((sum, child) => sum + writtenLists(child), here)
}

function sizesOf(values: readonly CelInput[]): Sizes {
  let longest = 0
  let text = 0
  const look = (value: CelInput): void => {
    if (typeof value === 'string') text = Math.max(text, value.length)
    else if (Array.isArray(value)) {
      longest = Math.max(longest, value.length)
      for (const item of value) look(item as CelInput)
    } else if (value instanceof Map) {
      longest = Math.max(longest, value.size)
      for (const [key, item] of value) {
        look(key as CelInput)
        look(item as CelInput)
      }
    }
  }
  for (const value of values) look(value)
  return { longest, text }
}
