import type { Binding, Policy, Role, Rule, Subject } from '../kube/index.ts'
import { type EffectiveRule, rightsOf } from '../rights/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { nouns, type Prose } from './prose.ts'

/** The most bindings, subjects or rules that are listed. */
const MOST = 5

// Rights are those of the text in the editor, which may be ahead of the cluster that was decided, or not be its policy at all.

/** The rules of a role after aggregation; those that are written in it where aggregation is too long to tell. */
export function rulesIn(role: Role, policy: Policy): readonly EffectiveRule[] {
  try {
    return rightsOf(policy).rulesIn(role)
  } catch (error) {
    if (error instanceof BeyondLimit) return role.rules.map((rule, index) => ({ rule, role, index }))
    throw error
  }
}

/** ClusterRoles that aggregate the rules of this one. */
function aggregatedInto(role: Role, policy: Policy): readonly Role[] {
  if (role.kind === 'Role' || role.rules.length === 0) return []
  return policy.roles.filter(
    (other) =>
      other.aggregationRule !== undefined &&
      other.name !== role.name &&
      rulesIn(other, policy).some((entry) => entry.role === role),
  )
}

function lineOf({ start }: { readonly start: number }, { lines }: Policy): number {
  return lines.range({ start, end: start }).line
}

/** The grant of a rule: verbs on resources, with the names that it is limited to, or on paths. */
export function ruleWords({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): Prose {
  const may = wildcard(verbs, 'every verb', 8)
  if (nonResourceURLs.length > 0) return [...may, ' on ', ...wildcard(nonResourceURLs, 'every non-resource path', 6)]
  if (resources.length === 0 || apiGroups.length === 0)
    return ['nothing: it names no ', resources.length === 0 ? 'resource' : 'API group']
  const what = wildcard(resources, 'every resource', 8)
  const groups = apiGroups.filter((group) => group !== '')
  const core = groups.length < apiGroups.length
  const where: Prose = apiGroups.includes('*')
    ? [' of every API group']
    : groups.length === 0
      ? []
      : [' of ', ...nouns(groups, 4), ...(core ? [' and the core group'] : [])]
  const named: Prose = resourceNames.length === 0 ? [] : [' named ', ...nouns(resourceNames, 4)]
  return [...may, ' on ', ...what, ...where, ...named]
}

function wildcard(names: readonly string[], every: string, most: number): Prose {
  if (names.length === 0) return ['no verb']
  return names.includes('*') ? [every] : nouns(names, most)
}

/** Where a binding grants rules. */
function scopeWords({ kind, namespace }: Binding): Prose {
  return kind === 'ClusterRoleBinding' ? ['in every namespace'] : ['in namespace ', { code: namespace }]
}

function subjectWords(subjects: readonly Subject[], binding: Binding): Prose {
  if (subjects.length === 0) return ['no subject: the binding lists none']
  const shown = subjects.slice(0, MOST)
  const more = subjects.length - shown.length
  return [
    ...shown.flatMap(
      (subject, index): Prose => [index === 0 ? '' : ', ', `${subject.kind} `, { code: subjectName(subject, binding) }],
    ),
    ...(more > 0 ? [` and ${more.toLocaleString('en')} more`] : []),
  ].filter((piece) => piece !== '')
}

function subjectName({ kind, name, namespace }: Subject, binding: Binding): string {
  return kind === 'ServiceAccount' ? `${namespace === '' ? binding.namespace : namespace}/${name}` : name
}

/**
 * The subjects to which a role is granted, one paragraph per binding; a sentence of its own where no binding names it.
 */
export function grantedTo(policy: Policy, role: Role): readonly Prose[] {
  const bindings = rightsOf(policy).bindingsTo(role)
  const into = aggregatedInto(role, policy)
  const aggregated: readonly Prose[] = into
    .slice(0, MOST)
    .map((other) => [
      'Aggregated into ClusterRole ',
      { code: other.name },
      ` (line ${lineOf(other.nameSpan, policy)}).`,
    ])
  if (bindings.length === 0 && into.length === 0) {
    return [['Granted to no subject: no binding in this text refers to ', `${role.kind} `, { code: role.name }, '.']]
  }
  const more = bindings.length - MOST
  return [
    ...bindings
      .slice(0, MOST)
      .map(
        (binding): Prose => [
          'To ',
          ...subjectWords(binding.subjects, binding),
          ', ',
          ...scopeWords(binding),
          `, through ${binding.kind} `,
          { code: binding.name },
          ` (line ${lineOf(binding.nameSpan, policy)}).`,
        ],
      ),
    ...(more > 0 ? [[`And through ${more.toLocaleString('en')} more bindings.`]] : []),
    ...aggregated,
  ]
}

/** The subjects, the role and the rules of a binding. */
export function bindingWords(policy: Policy, binding: Binding): readonly Prose[] {
  const { roleRef, subjects } = binding
  const role = rightsOf(policy).roleOf(binding)
  const name: Prose = [`${roleRef.kind} `, { code: roleRef.name }]
  if (role === undefined) {
    const where: Prose = roleRef.kind === 'Role' ? [' in namespace ', { code: binding.namespace }] : []
    return [['Grants nothing: this text has no ', ...name, ...where, '.']]
  }
  const rules = rulesIn(role, policy)
  const more = rules.length - MOST
  return [
    [
      'Grants ',
      ...name,
      ` (line ${lineOf(role.nameSpan, policy)}) to `,
      ...subjectWords(subjects, binding),
      ', ',
      ...scopeWords(binding),
      rules.length === 0 ? '. It has no rules.' : ':',
    ],
    ...rules.slice(0, MOST).map(({ rule }): Prose => [...ruleWords(rule), '.']),
    ...(more > 0 ? [[`And ${more.toLocaleString('en')} more rules.`]] : []),
  ]
}
