import type { Policy } from '@authz-playground/engine'
import type { OutlineEntry } from './answer.ts'

/** The roles, bindings and access rules, in the order of the text. */
export function outlineOf({ roles, bindings, accessRules, lines }: Policy): readonly OutlineEntry[] {
  const rules = accessRules.map(({ name, span }) => ({ kind: 'ClusterAccessRule', name, namespace: '', span }))
  return [...roles, ...bindings, ...rules]
    .map(({ kind, name, namespace, span }) => {
      const { line, start: offset } = lines.range(span)
      return { kind, name, namespace, line, offset }
    })
    .sort((a, b) => a.offset - b.offset)
}
