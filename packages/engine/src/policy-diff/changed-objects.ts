import type { AccessRule, Binding, Role } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import type { SourceRange } from '../text/index.ts'

/** A role, binding or access rule that one of two policies does not have, or has with other contents. */
export interface ObjectChange {
  readonly change: 'added' | 'removed' | 'changed'
  readonly kind: Role['kind'] | Binding['kind'] | 'ClusterAccessRule'
  /** Empty for cluster-scoped objects. */
  readonly namespace: string
  readonly name: string
  /** In the policy after the change; of a removed object in the one before. */
  readonly range: SourceRange
}

type Compared = Pick<ObjectChange, 'kind' | 'namespace' | 'name' | 'range'> & { readonly contents: string }

/** The objects that differ, by their names: removed ones first, then those that were changed or added, in the order of the text. */
export function changedObjects(before: Policy, after: Policy): readonly ObjectChange[] {
  const [old, now] = [objectsOf(before), objectsOf(after)]
  const changed = [...now].flatMap(([key, { contents, ...object }]): readonly ObjectChange[] => {
    const then = old.get(key)
    if (then?.contents === contents) return []
    return [{ change: then === undefined ? 'added' : 'changed', ...object }]
  })
  const removed = [...old].flatMap(([key, { contents: _, ...object }]): readonly ObjectChange[] =>
    now.has(key) ? [] : [{ change: 'removed', ...object }],
  )
  return [...removed, ...changed]
}

/** Of several objects with one name, the last one counts. */
function objectsOf(policy: Policy): ReadonlyMap<string, Compared> {
  const found = new Map<string, Compared>()
  const add = (object: Pick<ObjectChange, 'kind' | 'namespace' | 'name'>, value: Role | Binding | AccessRule) => {
    const { kind, namespace, name } = object
    const range = policy.lines.range(value.nameSpan)
    found.set(`${kind}/${namespace}/${name}`, { kind, namespace, name, range, contents: contentsOf(value) })
  }
  for (const one of [...policy.roles, ...policy.bindings]) add(one, one)
  for (const one of policy.accessRules) add({ kind: 'ClusterAccessRule', namespace: '', name: one.name }, one)
  return found
}

/** Everything about an object but its places in the text. */
function contentsOf(object: Role | Binding | AccessRule): string {
  return JSON.stringify(object, (key, value: unknown) => {
    if (/^(?:span|.*Span)$/.test(key)) return undefined
    return value instanceof Map ? [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : value
  })
}
