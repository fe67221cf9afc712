import type { HeldRule } from '../../../rights/index.ts'

/** A part of a condition: a known value, or CEL. */
export type CelClause = boolean | Open

interface Open {
  readonly cel: string
  /** The operator outside of all brackets; absent if there is none. */
  readonly joined?: '&&' | '||'
}

/** A result, and the rules that it comes from. */
export interface Compiled<Result> {
  readonly is: Result
  readonly by: readonly HeldRule[]
}

/** A clause from a CEL text of one comparison or call. */
export function cel(text: string): CelClause {
  return { cel: text }
}

export function all(...clauses: readonly CelClause[]): CelClause {
  return clauses.includes(false) ? false : (join(clauses, '&&') ?? true)
}

export function any(...clauses: readonly CelClause[]): CelClause {
  return clauses.includes(true) ? true : (join(clauses, '||') ?? false)
}

/** Joins the CEL texts of some clauses, each once; undefined if all clauses are known values. */
function join(clauses: readonly CelClause[], joined: '&&' | '||'): Open | undefined {
  const open = new Map(clauses.flatMap((one) => (typeof one === 'boolean' ? [] : [[one.cel, one] as const])))
  const [first, ...others] = open.values()
  if (first === undefined || others.length === 0) return first
  const inside = (part: Open): string =>
    part.joined === undefined || part.joined === joined ? part.cel : `(${part.cel})`
  return { cel: [first, ...others].map(inside).join(` ${joined} `), joined }
}

/** Whether a CEL value is one of some texts; false if there are none. */
export function isOneOf(value: string, texts: readonly string[]): CelClause {
  const literals = [...new Set(texts)].map(celLiteral)
  if (literals.length === 0) return false
  return cel(literals.length === 1 ? `${value} == ${literals[0]}` : `${value} in [${literals.join(', ')}]`)
}

/** A CEL string literal. CEL has all escapes of JSON. */
export function celLiteral(text: string): string {
  return JSON.stringify(text)
}
