import type { Policy } from '../kube/index.ts'
import { type PathStep, placeAt } from '../policy/index.ts'
import { placeInScalar, scalarValue } from '../yaml/index.ts'

/** A place in a CEL expression of an access rule. */
export interface ExpressionPlace {
  /** The expression up to the place, without YAML's quoting and indentation. */
  readonly before: string
  /** Inside a text literal, where names have no meaning. */
  readonly quoted: boolean
  /** The opening quote of the YAML scalar, if it has one. */
  readonly quote: '' | '"' | "'"
}

/** Longer expressions are not completed. Characters. */
const LONGEST = 20_000

/** The place in an access rule's expression at an offset; undefined outside of any. */
export function expressionAt(policy: Policy, offset: number): ExpressionPlace | undefined {
  const place = placeAt(policy, offset)
  const { object, node, role, path } = place ?? {}
  if (role !== 'value' || object?.kind !== 'ClusterAccessRule' || !isExpression(path?.slice(object.depth) ?? [])) {
    return undefined
  }
  if (node?.kind !== 'scalar' || node.end - node.start > LONGEST) return node === undefined ? NOTHING_YET : undefined
  const read = scalarValue(node)
  const value = read.type === 'string' ? read.value : node.value
  const before = value.slice(0, offsetInValue(policy.text, node, value, offset))
  const first = policy.text.charAt(node.start)
  return { before, quoted: endsInText(before), quote: first === '"' || first === "'" ? first : '' }
}

const NOTHING_YET: ExpressionPlace = { before: '', quoted: false, quote: '' }

function isExpression([first, second, index, last]: readonly PathStep[]): boolean {
  if (first !== 'rule') return false
  return second === 'filterExpression' || (second === 'entries' && typeof index === 'number' && last === 'condition')
}

/** How much of a scalar’s value is before an offset of the text: the reverse of {@link placeInScalar}. */
function offsetInValue(text: string, span: { start: number; end: number }, value: string, offset: number): number {
  let low = 0
  let high = value.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (placeInScalar(text, span, value, middle) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Whether a text literal has begun and not ended. */
function endsInText(cel: string): boolean {
  let quote = ''
  for (let at = 0; at < cel.length; at++) {
    const character = cel.charAt(at)
    if (quote === '') {
      if (character === '"' || character === "'") quote = character
    } else if (character === '\\') at++
    else if (character === quote) quote = ''
  }
  return quote !== ''
}
