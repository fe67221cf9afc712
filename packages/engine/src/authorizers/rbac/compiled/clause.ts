/** A condition that is being put together: settled already, or CEL, and what joins its parts. */
export type ConditionClause = boolean | Open

interface Open {
  readonly cel: string
  /** The operator outside of all brackets, where there is one. */
  readonly joined?: '&&' | '||'
}

/** CEL as it stands, of one comparison or call. */
export function cel(text: string): ConditionClause {
  return { cel: text }
}

export function all(...clauses: readonly ConditionClause[]): ConditionClause {
  return clauses.includes(false) ? false : (join(clauses, '&&') ?? true)
}

export function any(...clauses: readonly ConditionClause[]): ConditionClause {
  return clauses.includes(true) ? true : (join(clauses, '||') ?? false)
}

/** What is open of some clauses, each once; undefined where nothing is. */
function join(clauses: readonly ConditionClause[], joined: '&&' | '||'): Open | undefined {
  const open = new Map(clauses.flatMap((one) => (typeof one === 'boolean' ? [] : [[one.cel, one] as const])))
  const [first, ...others] = open.values()
  if (first === undefined || others.length === 0) return first
  const inside = (part: Open): string =>
    part.joined === undefined || part.joined === joined ? part.cel : `(${part.cel})`
  return { cel: [first, ...others].map(inside).join(` ${joined} `), joined }
}

/** Whether a value is one of some texts; never where there are none. */
export function isOneOf(value: string, texts: readonly string[]): ConditionClause {
  const literals = [...new Set(texts)].map(celLiteral)
  if (literals.length === 0) return false
  return cel(literals.length === 1 ? `${value} == ${literals[0]}` : `${value} in [${literals.join(', ')}]`)
}

/** A text as CEL writes it, which has JSON's escapes and others. */
export function celLiteral(text: string): string {
  return JSON.stringify(text)
}
