import type { Rule, SubjectName } from '../kube/index.ts'
import type { PlannedRule, RulePart, ScopedRules } from './planned-rules.ts'

/** A role to add, and where it is bound to the impersonator. */
export interface PlannedRole {
  readonly kind: 'Role' | 'ClusterRole'
  readonly name: string
  /** Empty for a ClusterRole. */
  readonly namespace: string
  readonly part: RulePart
  readonly rules: readonly PlannedRule[]
  readonly subject: SubjectName
  /** The namespaces of its RoleBindings; empty where a ClusterRoleBinding binds it. */
  readonly boundIn: readonly string[]
}

/** Tells whether a role or binding has a name already, in a namespace or, where that is empty, in the whole cluster. */
export type Taken = (namespace: string, name: string) => boolean

/**
 * Roles for the rules of one impersonator: a ClusterRole for the whole cluster, a Role for a namespace, and one ClusterRole
 * bound in each where several namespaces need the same rules.
 */
export function plannedRoles(
  subject: SubjectName,
  scoped: readonly ScopedRules[],
  taken: Taken,
): readonly PlannedRole[] {
  const alike = new Map<string, ScopedRules[]>()
  for (const scope of scoped) {
    const key = JSON.stringify([scope.part, scope.namespace === '', scope.rules.map(partsOf)])
    alike.set(key, [...(alike.get(key) ?? []), scope])
  }
  return [...alike.values()].map((scopes) => {
    const [{ part, namespace, rules }] = scopes as [ScopedRules]
    const name = `${nameOf(subject)}-${ROLE_NAMES[part]}`
    const role = { part, subject }
    if (namespace === '')
      return { ...role, name: freeName(name, [''], taken), kind: 'ClusterRole', namespace, rules, boundIn: [] }
    const boundIn = scopes.map((scope) => scope.namespace)
    if (scopes.length === 1)
      return { ...role, name: freeName(name, boundIn, taken), kind: 'Role', namespace, rules, boundIn }
    const shared = freeName(`${name}-in-namespaces`, ['', ...boundIn], taken)
    return { ...role, name: shared, kind: 'ClusterRole', namespace: '', rules: joinedReasons(scopes), boundIn }
  })
}

const ROLE_NAMES: Readonly<Record<RulePart, string>> = {
  identity: 'impersonates',
  action: 'while-impersonating',
}

function partsOf({ because: _, ...parts }: PlannedRule): Rule {
  return parts
}

/** Equal rules of several namespaces, each with the requests of all of them. */
function joinedReasons(scopes: readonly ScopedRules[]): readonly PlannedRule[] {
  const [first] = scopes as [ScopedRules]
  return first.rules.map((rule, at) => ({
    ...rule,
    because: [...new Set(scopes.flatMap((scope) => scope.rules[at]?.because ?? []))],
  }))
}

/** The most characters of a name, so that a suffix fits into a label. */
const LONGEST = 40

function nameOf({ name }: SubjectName): string {
  const short = name.replace(/^.*[:/]/, '').replace(/@.*$/, '')
  const clean = short
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return clean === '' ? 'impersonator' : clean
}

/** The name, with a number where it is taken in one of the scopes. */
export function freeName(wanted: string, namespaces: readonly string[], taken: Taken): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`
    if (!namespaces.some((namespace) => taken(namespace, name))) return name
  }
}
