import type { Policy } from '@authz-playground/engine'
import type { OutlineEntry, SubjectName } from './answer.ts'

/** The subjects of all bindings, each once, in the order of the text. */
export function subjectsOf({ bindings }: Pick<Policy, 'bindings'>): readonly SubjectName[] {
  const all = bindings
    .flatMap(({ subjects, namespace }) =>
      subjects.map(({ kind, name, namespace: its }) => ({
        kind,
        name,
        namespace: kind === 'ServiceAccount' ? its || namespace : '',
      })),
    )
    .filter(({ name }) => name !== '')
  return [...new Map(all.map((one) => [`${one.kind} ${one.namespace} ${one.name}`, one])).values()]
}

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
