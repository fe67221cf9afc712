import { defaultRoles } from '../cluster/index.ts'
import { readPolicy } from '../policy/index.ts'
import { edited } from '../text/index.ts'
import { editsOfAll, lintPolicy } from './index.ts'

// Policies of a few words, for cases of rules.

export const VERSION = 'apiVersion: rbac.authorization.k8s.io/v1'

export function role(rules: readonly string[], { kind = 'ClusterRole', name = 'r', more = '' } = {}): string {
  const metadata = kind === 'Role' ? `{name: ${name}, namespace: prod${more}}` : `{name: ${name}${more}}`
  return `${VERSION}\nkind: ${kind}\nmetadata: ${metadata}\nrules:\n${rules.map((rule) => `- {${rule}}\n`).join('')}`
}

export function binding(
  subjects: string,
  { kind = 'ClusterRoleBinding', name = 'b', to = 'r', roleKind = 'ClusterRole' } = {},
): string {
  const metadata = kind === 'RoleBinding' ? `{name: ${name}, namespace: prod}` : `{name: ${name}}`
  return `${VERSION}\nkind: ${kind}\nmetadata: ${metadata}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${roleKind}, name: ${to}}\nsubjects: [${subjects}]\n`
}

export const JANE = '{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}'

/** The code of each finding, and its place in the text, in a cluster that has the default roles. */
export function found(text: string, context = {}): readonly (readonly [string, string])[] {
  return lintPolicy(readPolicy(text), { defaults: defaultRoles(), ...context }).map(({ code, range }) => [
    code,
    text.slice(range.start, range.end),
  ])
}

export function codes(text: string, context = {}): readonly string[] {
  return found(text, context).map(([code]) => code)
}

/** The text after mending everything that can be mended, until nothing is left to mend. */
export function mended(text: string): string {
  const policy = readPolicy(text)
  const after = edited(text, editsOfAll(policy, lintPolicy(policy)))
  return after === text ? text : mended(after)
}
