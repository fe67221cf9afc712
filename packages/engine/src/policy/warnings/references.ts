import { goQuote } from '../../go/index.ts'
import { type Binding, type ObjectName, objectKey, RBAC_GROUP, type Role } from '../../kube/index.ts'
import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt, nearest } from '../../text/index.ts'
import { sameRole } from '../read/applied-objects.ts'
import type { RbacObject } from '../read/rbac-objects.ts'
import { isDefaultRole } from './default-role-names.ts'
import { problemOf, type RuleDescription } from './rule.ts'

export const roleNotFound: RuleDescription = {
  name: 'role-not-found',
  severity: 'warning',
  summary: 'A binding to a role that the text does not have.',
  decidedSingly: true,
}

export const duplicateObject: RuleDescription = {
  name: 'duplicate-object',
  severity: 'warning',
  summary: 'An object that is twice in the text.',
}

/**
 * Warns of bindings to roles that the text does not have, and of objects that it has twice. The warnings do not affect
 * decisions. A binding to one of the `defaults`, or to another role that kube-apiserver creates itself, is fine, as
 * long as these roles count.
 */
export function warnOfReferences(
  objects: readonly RbacObject[],
  { defaults, withoutDefaults }: { readonly defaults: readonly Role[]; readonly withoutDefaults: boolean },
  lineOf: (offset: number) => number,
  report: ReportProblem,
): void {
  const roles = new RolesByName()
  for (const object of objects) {
    if (!('role' in object)) continue
    const earlier = roles.add(object.role)
    if (earlier !== undefined) reportReplaced(earlier, object.role, 'rules', lineOf, report)
  }
  const given = new Set(defaults.map(objectKey))
  const bindings = new Map<string, Binding>()
  for (const object of objects) {
    if (!('binding' in object)) continue
    const { binding, roleNameSpan } = object
    const key = objectKey(binding)
    const earlier = bindings.get(key)
    // A binding to another role is not applied; `appliedInOrder` reports it as an error.
    if (earlier === undefined || sameRole(earlier.roleRef, binding.roleRef)) bindings.set(key, binding)
    if (earlier !== undefined && bindings.get(key) === binding) {
      reportReplaced(earlier, binding, 'subjects', lineOf, report)
    }
    const { kind, name } = binding.roleRef
    const namespace = kind === 'Role' ? binding.namespace : ''
    const wanted = { kind, namespace, name }
    const isDefault = isDefaultRole(wanted)
    if (!roles.has(wanted) && !given.has(objectKey(wanted)) && (withoutDefaults || !isDefault))
      reportMissingRole(binding, roleNameSpan, roles, isDefault, report)
  }
}

function named({ kind, namespace, name }: Role | Binding): string {
  return `${kind} “${excerpt(name)}”${namespace === '' ? '' : ` in “${namespace}”`}`
}

/** Reports that `kubectl apply` of the later object removes what the earlier one had. */
function reportReplaced(
  earlier: Role | Binding,
  later: Role | Binding,
  what: 'rules' | 'subjects',
  lineOf: (offset: number) => number,
  report: ReportProblem,
): void {
  const common = { path: 'metadata.name', fix: 'Remove one of them, or give it another name.' }
  report(
    problemOf(duplicateObject, {
      ...common,
      message: `This ${named(earlier)} does not count: line ${lineOf(later.nameSpan.start)} has it again, and applying both in order leaves the ${what} of the last one.`,
      span: earlier.nameSpan,
    }),
  )
  report(
    problemOf(duplicateObject, {
      ...common,
      message: `This ${named(later)} replaces that of line ${lineOf(earlier.nameSpan.start)}: only the ${what} here are left.`,
      span: later.nameSpan,
    }),
  )
}

function reportMissingRole(
  binding: Binding,
  span: Span,
  roles: RolesByName,
  isDefault: boolean,
  report: ReportProblem,
): void {
  const { kind, name } = binding.roleRef
  const where = kind === 'Role' ? ` in namespace “${binding.namespace}”` : ''
  const missing = `There is no ${kind} “${excerpt(name)}”${where} in this text, so what the binding grants does not count here.`
  report(
    problemOf(roleNotFound, {
      // A cluster is as it should be; only whether the role counts here is in question.
      ...(isDefault && { severity: 'note' }),
      message: isDefault ? `${missing} Every cluster has it from the start.` : missing,
      ...(isDefault ? { fix: 'Include the default roles if its rules are to count.' } : suggestRole(binding, roles)),
      ...(isDefault && { setting: 'default-roles' as const }),
      detail: `${kind.toLowerCase()}.${RBAC_GROUP} ${goQuote(name)} not found`,
      span,
      path: 'roleRef.name',
    }),
  )
}

/** With more roles than this in the text, no similar name is suggested: comparing all of them takes too long. */
const MOST_COMPARED = 200

function suggestRole(
  { roleRef: { kind, name }, namespace }: Binding,
  roles: RolesByName,
): { readonly fix: string; readonly replacement?: string } {
  const other = kind === 'Role' ? 'ClusterRole' : 'Role'
  if (roles.has({ kind: other, namespace: other === 'Role' ? namespace : '', name })) {
    return { fix: `Write kind: ${other}; there is one of that name.` }
  }
  const sameName = roles.anywhere(kind, name)
  if (sameName !== undefined) {
    return { fix: `The role is in “${sameName.namespace}”; put the role and its binding into one namespace.` }
  }
  const inReach = roles.namesIn(kind, kind === 'Role' ? namespace : '')
  const near = inReach.length <= MOST_COMPARED ? nearest(name, inReach) : undefined
  if (near === undefined) return { fix: 'Add the role, or mend the name.' }
  return { fix: `Did you mean “${excerpt(near)}”?`, replacement: near }
}

/** The roles of a text by kind, namespace and name. The indexes for suggestions are made when the first one is needed. */
class RolesByName {
  readonly #roles = new Map<string, Role>()
  #first: Map<string, Role> | undefined
  #names: Map<string, string[]> | undefined

  /** Returns the earlier role that it replaces. */
  add(role: Role): Role | undefined {
    const key = objectKey(role)
    const earlier = this.#roles.get(key)
    this.#roles.set(key, role)
    return earlier
  }

  has(role: ObjectName): boolean {
    return this.#roles.has(objectKey(role))
  }

  /** The first role of that kind and name, in whatever namespace. */
  anywhere(kind: Role['kind'], name: string): Role | undefined {
    if (this.#first === undefined) {
      this.#first = new Map()
      for (const role of this.#roles.values()) {
        const key = `${role.kind}/${role.name}`
        if (!this.#first.has(key)) this.#first.set(key, role)
      }
    }
    return this.#first.get(`${kind}/${name}`)
  }

  /** The names of the roles of that kind in a namespace; empty for the whole cluster. */
  namesIn(kind: Role['kind'], namespace: string): readonly string[] {
    if (this.#names === undefined) {
      this.#names = new Map()
      for (const role of this.#roles.values()) {
        const key = `${role.kind}/${role.namespace}`
        const names = this.#names.get(key)
        if (names === undefined) this.#names.set(key, [role.name])
        else names.push(role.name)
      }
    }
    return this.#names.get(`${kind}/${namespace}`) ?? []
  }
}
