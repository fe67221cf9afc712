import type { CelInput } from '@bufbuild/cel'
import { weightOf } from './pattern.ts'
import { type Call, childrenOf, type Expr, loopOf, pathOf } from './tree.ts'
import type { Bindings } from './values.ts'

/** The most steps of an evaluation: some hundredths of a second in a browser. */
export const MOST_STEPS = 50_000
/** The characters that one step compares or searches. */
const LENGTH_OF_A_STEP = 64
/** The characters that one step matches against one instruction of a pattern. */
const MATCHES_OF_A_STEP = 16
/** The most characters of a number or boolean that `string` converts. */
const LONGEST_NUMBER = 32

/** The largest size of a value. */
interface Size {
  /** In characters, for a text. */
  readonly text: number
  /** The number of entries, for a list or a map. */
  readonly length: number
  /** The largest size of an entry. */
  readonly item?: Size
}

interface Cost {
  readonly steps: number
  /** The largest size of the result. */
  readonly size: Size
}

const SMALL: Size = { text: 0, length: 0 }

/**
 * An upper bound for the steps of an evaluation, computed before it begins. Nested loops multiply. The size of a loop's
 * result follows from the sizes of its range and its body, at any depth.
 */
export function stepsOf(expr: Expr, bindings: Bindings): number {
  const known = new Map<CelInput, Size>()
  const sizeAt = (path: readonly string[]): Size => {
    const value = valueAt(path, bindings)
    if (value === undefined) return SMALL
    const size = known.get(value) ?? sizeOf(value)
    known.set(value, size)
    return size
  }
  return costOf(expr, new Map(), sizeAt).steps
}

/** The sizes of the names that enclosing loops bind: those of the entries of their ranges. */
type Scope = ReadonlyMap<string, Size>
type SizeAt = (path: readonly string[]) => Size

function costOf(expr: Expr, scope: Scope, sizeAt: SizeAt): Cost {
  const { exprKind } = expr
  const path = pathOf(expr)
  if (path !== undefined) {
    const [root = '', ...fields] = path
    const bound = scope.get(root)
    const size = bound === undefined ? sizeAt(path) : fields.reduce<Size>(({ item }) => item ?? SMALL, bound)
    return { steps: path.length, size }
  }
  if (exprKind.case === 'constExpr') {
    const { constantKind } = exprKind.value
    const isText = constantKind.case === 'stringValue' || constantKind.case === 'bytesValue'
    return { steps: 1, size: isText ? { text: constantKind.value.length, length: 0 } : SMALL }
  }
  if (exprKind.case === 'callExpr') return costOfCall(expr, exprKind.value, scope, sizeAt)
  const parts = childrenOf(expr).map((child) => costOf(child, scope, sizeAt))
  const steps = stepsIn(parts) + 1
  const isWhole = exprKind.case === 'listExpr' || exprKind.case === 'structExpr'
  const item = joined(parts.map(({ size }) => size))
  return { steps, size: isWhole ? { text: 0, length: parts.length, item } : (item.item ?? SMALL) }
}

function costOfCall(expr: Expr, call: Call, scope: Scope, sizeAt: SizeAt): Cost {
  const { function: name } = call
  const loop = loopOf(call)
  if (loop !== undefined) {
    const range = costOf(loop.range, scope, sizeAt)
    const inside = new Map([...scope, [loop.name, range.size.item ?? SMALL]])
    const body = loop.body.map((part) => costOf(part, inside, sizeAt))
    const steps = range.steps + range.size.length * (1 + stepsIn(body))
    if (name === 'filter') return { steps, size: range.size }
    if (name !== 'map') return { steps, size: SMALL }
    return { steps, size: { text: 0, length: range.size.length, item: body.at(-1)?.size ?? SMALL } }
  }
  const parts = childrenOf(expr).map((child) => costOf(child, scope, sizeAt))
  const sizes = parts.map(({ size }) => size)
  const steps = stepsIn(parts) + 1
  switch (name) {
    case '_&&_':
    case '_||_':
    case '!_':
    case 'has':
      return { steps, size: SMALL }
    case '_?_:_':
    case 'dyn':
      return { steps, size: joined(sizes) }
    case 'split':
      return { steps, size: { text: 0, length: 1 + joined(sizes).text, item: joined(sizes) } }
    case 'substring':
    case 'charAt':
    case 'lowerAscii':
    case 'upperAscii':
    case 'trim':
      return { steps: sizes.reduce((sum, one) => sum + insideOf(one), steps), size: joined(sizes) }
    case '_[_]':
      return { steps, size: sizes[0]?.item ?? SMALL }
    case '_+_': {
      const text = sizes.reduce((sum, one) => sum + one.text, 0)
      const length = sizes.reduce((sum, one) => sum + one.length, 0)
      return { steps: steps + length + text / LENGTH_OF_A_STEP, size: { ...joined(sizes), text, length } }
    }
    case 'string':
    case 'bytes': {
      const text = LONGEST_NUMBER + 3 * joined(sizes).text
      return { steps: steps + text / LENGTH_OF_A_STEP, size: { text, length: 0 } }
    }
    case 'matches': {
      const pattern = call.args.at(-1)?.exprKind
      const constant = pattern?.case === 'constExpr' ? pattern.value.constantKind : undefined
      const { text } = joined(sizes)
      const weight = constant?.case === 'stringValue' ? weightOf(constant.value) : text
      return { steps: steps + ((1 + text) * weight) / MATCHES_OF_A_STEP, size: SMALL }
    }
    default:
      // Comparing and searching read, at worst, the whole value.
      return { steps: sizes.reduce((sum, one) => sum + insideOf(one), steps), size: SMALL }
  }
}

/** The steps to read a whole value. */
function insideOf({ text, length, item }: Size): number {
  return 1 + text / LENGTH_OF_A_STEP + (item === undefined ? 0 : length * insideOf(item))
}

function stepsIn(parts: readonly Cost[]): number {
  return parts.reduce((sum, { steps }) => sum + steps, 0)
}

/** The smallest size that covers all these sizes. */
function joined(sizes: readonly Size[]): Size {
  const items = sizes.flatMap(({ item }) => item ?? [])
  return {
    text: Math.max(0, ...sizes.map(({ text }) => text)),
    length: Math.max(0, ...sizes.map(({ length }) => length)),
    ...(items.length > 0 && { item: joined(items) }),
  }
}

function valueAt(path: readonly string[], bindings: Bindings): CelInput | undefined {
  const [root = '', ...fields] = path
  let value: unknown = Object.hasOwn(bindings, root) ? bindings[root] : undefined
  for (const field of fields) {
    if (!(value instanceof Map)) return undefined
    value = value.get(field)
  }
  return value as CelInput | undefined
}

function sizeOf(value: CelInput): Size {
  if (typeof value === 'string') return { text: value.length, length: 0 }
  if (Array.isArray(value)) return { text: 0, length: value.length, item: largest(value) }
  return value instanceof Map ? { text: 0, length: value.size, item: largest([...value].flat()) } : SMALL
}

/** As `joined`, for the sizes of values, without a call with thousands of arguments. */
function largest(values: readonly unknown[]): Size {
  return values.reduce<Size>((all, one) => joined([all, sizeOf(one as CelInput)]), SMALL)
}
