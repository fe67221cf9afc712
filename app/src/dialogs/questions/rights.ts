import type { AllowedVerb, Reach, ResourceRow } from '@authz-playground/engine/questions'

/** Verbs that are allowed at the same place, for the same names, by the same rules. */
export interface RightLine {
  readonly verbs: readonly string[]
  readonly reach: Reach
}

/** The rights on a resource, with a line for each place and rule. */
export function linesOf({ verbs }: Pick<ResourceRow, 'verbs'>): readonly RightLine[] {
  const lines = new Map<string, { readonly verbs: string[]; readonly reach: Reach }>()
  for (const { verb, reaches } of verbs) {
    for (const reach of reaches) {
      const key = keyOf(reach)
      const known = lines.get(key)
      if (known === undefined) lines.set(key, { verbs: [verb], reach })
      else known.verbs.push(verb)
    }
  }
  return [...lines.values()]
}

function keyOf({ namespace, names, ways }: AllowedVerb['reaches'][number]): string {
  const places = ways.map(({ rule, binding }) => [rule?.range.source, rule?.range.start, binding?.range.start])
  return JSON.stringify([namespace, names, places])
}

/** Rows by API group, in their order. */
export function byGroup(rows: readonly ResourceRow[]): readonly (readonly [string, readonly ResourceRow[]])[] {
  const groups = new Map<string, ResourceRow[]>()
  for (const row of rows) groups.set(row.apiGroup, [...(groups.get(row.apiGroup) ?? []), row])
  return [...groups]
}
