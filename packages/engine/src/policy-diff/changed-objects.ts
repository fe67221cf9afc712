import type { AccessRule, Binding, Policy, Role } from '../kube/index.ts'
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

interface Compared extends Omit<ObjectChange, 'change' | 'range'> {
  readonly value: Role | Binding | AccessRule
}

/** The objects that differ, by their names: removed ones first, then those that were changed or added, in the order of the text. */
export function changedObjects(before: Policy, after: Policy): readonly ObjectChange[] {
  const [old, now] = [objectsOf(before), objectsOf(after)]
  const changed = [...now].flatMap(([key, object]): readonly ObjectChange[] => {
    const then = old.get(key)
    if (then !== undefined && isSame(then, before, object, after)) return []
    return [placed(then === undefined ? 'added' : 'changed', object, after)]
  })
  const removed = [...old].flatMap(([key, object]) => (now.has(key) ? [] : [placed('removed', object, before)]))
  return [...removed, ...changed]
}

function placed(change: ObjectChange['change'], { value, ...object }: Compared, { lines }: Policy): ObjectChange {
  return { change, ...object, range: lines.range(value.nameSpan) }
}

/** Of several objects with one name, the last one counts. */
function objectsOf({ roles, bindings, accessRules }: Policy): ReadonlyMap<string, Compared> {
  const found = new Map<string, Compared>()
  const add = (kind: Compared['kind'], namespace: string, value: Compared['value']) =>
    found.set(`${kind}/${namespace}/${value.name}`, { kind, namespace, name: value.name, value })
  for (const one of [...roles, ...bindings]) add(one.kind, one.namespace, one)
  for (const one of accessRules) add('ClusterAccessRule', '', one)
  return found
}

/** Most objects have the same text; what the others say is compared without their places. */
function isSame(one: Compared, { text }: Policy, other: Compared, { text: otherText }: Policy): boolean {
  const [a, b] = [one.value, other.value]
  if (text.slice(a.span.start, a.span.end) === otherText.slice(b.span.start, b.span.end)) return true
  return contentsOf(a) === contentsOf(b)
}

/** Everything about an object but its places in the text. */
function contentsOf(object: Role | Binding | AccessRule): string {
  return JSON.stringify(object, (key, value: unknown) => {
    if (/^(?:span|.*Span)$/.test(key)) return undefined
    return value instanceof Map ? [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : value
  })
}
