/** A condition that is being put together: settled already, or CEL. `or`: it needs brackets beside `&&`. */
export type Clause = boolean | { readonly cel: string; readonly or?: true }

/** CEL as it stands, of one comparison or call. */
export function cel(text: string): Clause {
  return { cel: text }
}

export function all(...clauses: readonly Clause[]): Clause {
  if (clauses.includes(false)) return false
  const open = distinct(clauses)
  if (open.length === 0) return true
  if (open.length === 1) return open[0] as Clause
  return { cel: open.map(({ cel, or }) => (or ? `(${cel})` : cel)).join(' && ') }
}

export function any(...clauses: readonly Clause[]): Clause {
  if (clauses.includes(true)) return true
  const open = distinct(clauses)
  if (open.length === 0) return false
  if (open.length === 1) return open[0] as Clause
  return { cel: open.map(({ cel }) => (cel.includes(' && ') ? `(${cel})` : cel)).join(' || '), or: true }
}

/** What is open of some clauses, each once. */
function distinct(clauses: readonly Clause[]): readonly Exclude<Clause, boolean>[] {
  const open = clauses.filter((one) => typeof one !== 'boolean')
  return [...new Map(open.map((one) => [one.cel, one])).values()]
}

/** Whether a value is one of some texts; never where there are none. */
export function isOneOf(value: string, texts: readonly string[]): Clause {
  const literals = [...new Set(texts)].map(literal)
  if (literals.length === 0) return false
  return cel(literals.length === 1 ? `${value} == ${literals[0]}` : `${value} in [${literals.join(', ')}]`)
}

/** A text as CEL writes it, which has JSON's escapes and others. */
export function literal(text: string): string {
  return JSON.stringify(text)
}
