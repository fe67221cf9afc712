import type { Binding, Policy, Role } from '@authz-playground/engine'
import type { Difference } from '@authz-playground/engine/internal/vectors'
import type { AppliedText, LeftObject } from './document-vector.ts'

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const

/** The differences between the roles and bindings of a policy and those after applying the text. */
export function appliedDifferences(
  { roles, bindings }: Policy,
  applied: AppliedText | undefined,
): readonly Difference[] {
  // kubectl does not apply an object with a generated name.
  if (applied?.left === undefined || applied.prints !== undefined) return []
  const last = new Map(roles.map((role) => [`${role.kind}/${role.namespace}/${role.name}`, role]))
  const found = [...[...last.values()].map(roleOf), ...bindings.map(bindingOf)].map(printed).sort()
  const expected = applied.left.map(normal).map(printed).sort()
  return printed(found) === printed(expected) ? [] : [{ field: 'left', expected, found }]
}

function printed(value: unknown): string {
  return JSON.stringify(value)
}

function pairs(labels: Iterable<readonly [string, string]>) {
  return [...labels].sort(([a], [b]) => (a < b ? -1 : 1))
}

function normal({ kind, metadata, rules, aggregationRule, roleRef, subjects }: LeftObject) {
  const { name, namespace = '', labels = {} } = metadata
  if (roleRef !== undefined) {
    const who = (subjects ?? []).map((subject) => [
      subject.kind,
      subject.name,
      subject.kind === 'ServiceAccount' ? (subject.namespace ?? '') : '',
    ])
    return [kind, namespace, name, roleRef.kind, roleRef.name, who]
  }
  const lists = (rules ?? []).map((rule) => LISTS.map((list) => rule[list] ?? []))
  return [kind, namespace, name, pairs(Object.entries(labels)), lists, aggregationRule?.clusterRoleSelectors?.length]
}

function roleOf({ kind, namespace, name, labels, rules, aggregationRule }: Role) {
  const lists = rules.map((rule) => LISTS.map((list) => rule[list]))
  return [kind, namespace, name, pairs(labels), lists, aggregationRule?.clusterRoleSelectors.length]
}

function bindingOf({ kind, namespace, name, roleRef, subjects }: Binding) {
  const who = subjects.map((subject) => [subject.kind, subject.name, subject.namespace])
  return [kind, namespace, name, roleRef.kind, roleRef.name, who]
}
