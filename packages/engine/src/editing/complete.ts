import type { KubernetesVersion, Policy } from '../kube/index.ts'
import { POLICY_KINDS } from '../policy/index.ts'
import { discoveryFor } from './api-words.ts'
import type { Completion } from './completion.ts'
import { completeCondition } from './conditions.ts'
import { type Candidate, listCompletion, literalCompletion, type Manner, scalarCompletion } from './insertion.ts'
import { keyCompletions } from './keys.ts'
import { type KnownName, namespaces, roleNames, subjectNames } from './names.ts'
import { prose } from './prose.ts'
import { neighbours, textAt } from './rule-text.ts'
import { ruleCandidates } from './rule-values.ts'
import { type Site, sitesAt } from './site.ts'
import { skeletons } from './skeletons.ts'
import { isProposedVerb } from './verbs.ts'
import { WELL_KNOWN_GROUPS } from './well-known.ts'

/**
 * Completions at a place of a policy, the most likely first. The text may be incomplete, as long as the place can be
 * recognised; `policy` is the result of {@link readPolicy} for it. Offers nothing that is already there, or that the
 * API server would refuse, nor, where the released API server decides, what only the proposal checks. Empty where nothing
 * is known; never an error.
 * @param within the design that decides, by its id, and the version of Kubernetes; without one what any of them has is offered
 */
export function completeAt(
  text: string,
  offset: number,
  policy: Policy,
  within: { readonly design?: string; readonly version?: KubernetesVersion } = {},
): readonly Completion[] {
  if (policy.text !== text || offset < 0 || offset > text.length) return []
  const { design, version } = within
  const all =
    completeCondition(text, offset, policy) ??
    sitesAt(policy, offset).flatMap((site) => completionsAt(site, policy, version))
  return design !== undefined && RELEASED.has(design) ? all.filter(({ label }) => !isProposedVerb(label)) : all
}

/** The designs whose checks are those of API servers that were released. */
const RELEASED: ReadonlySet<string> = new Set(['constrained', 'conditions-1.37', 'legacy'])

function completionsAt(site: Site, policy: Policy, version: KubernetesVersion | undefined): readonly Completion[] {
  const { type, wants } = site
  if (wants === 'key') {
    const beginning = site.path.length === 0 && !site.flow && site.column === 0 && isEmpty(site)
    return [...(beginning ? skeletons(site) : []), ...keyCompletions(site, policy)]
  }
  if (wants === 'item' && type.is === 'struct') return [entryCompletion(site)].filter((one) => one !== undefined)
  if (type.is === 'string') {
    const manner = mannerOf(site, policy.text)
    return offered(site, policy, version).map((candidate) => scalarCompletion(candidate, site, manner))
  }
  if (type.is === 'list' && type.of.is === 'string') {
    return offered(site, policy, version).map((candidate) => listCompletion(candidate, site))
  }
  if (type.is === 'boolean') {
    return [true, false].map((value) => literalCompletion(value, site))
  }
  return []
}

/** Whether the document contains only the word that is being typed. */
function isEmpty({ object, word }: Site): boolean {
  return object === undefined || object.pairs.every(({ key }) => key.start === word.start)
}

/** A new entry is written in the style of the list's other entries. */
function mannerOf(site: Site, text: string): Manner {
  const [first] = neighbours(site)
  if (first === undefined) return 'unknown'
  return /["']/.test(text.charAt(first.start)) ? 'quoted' : 'plain'
}

function offered(site: Site, policy: Policy, version: KubernetesVersion | undefined): readonly Candidate[] {
  const given = new Set(neighbours(site).flatMap((node) => (node.kind === 'scalar' ? [node.value] : [])))
  const fresh = candidates(site, policy, version).filter(({ value }) => !given.has(value))
  return fresh.filter(({ value }, index) => fresh.findIndex((other) => other.value === value) === index)
}

function candidates(site: Site, policy: Policy, version: KubernetesVersion | undefined): readonly Candidate[] {
  const { path, kind, type } = site
  const [first, , third] = path
  if (first === 'rules' && typeof third === 'string')
    return ruleCandidates(third, site, policy, discoveryFor(policy, version))
  const field = path.filter((step) => typeof step === 'string').join('.')
  switch (field) {
    case 'kind':
      return fixed(kindsOf(textAt(site, ['apiVersion'])))
    case 'metadata.namespace':
      return names(namespaces(policy))
    case 'roleRef.kind':
      return fixed(kind === 'ClusterRoleBinding' ? ['ClusterRole'] : ['ClusterRole', 'Role'])
    case 'roleRef.name':
      return names(roleNames(policy, roleKind(site), textAt(site, ['metadata', 'namespace']) || 'default'))
    case 'subjects.apiGroup':
      return fixed(['rbac.authorization.k8s.io'])
    case 'subjects.name':
      return subjectCandidates(textAt(site, [...path.slice(0, -1), 'kind']), policy)
    case 'subjects.namespace':
      return names(namespaces(policy))
    default:
      return type.is === 'string' ? fixed(type.values ?? []) : []
  }
}

/** The kinds of an API version; all kinds where the version is unknown or missing. */
function kindsOf(version: string): readonly string[] {
  const kinds = Object.entries(POLICY_KINDS)
  const fitting = kinds.filter(([, { fields }]) => {
    const type = fields.get('apiVersion')?.type
    return type?.is === 'string' && type.values?.includes(version)
  })
  return (fitting.length === 0 ? kinds : fitting).map(([kind]) => kind)
}

function roleKind(site: Site): string {
  return site.kind === 'ClusterRoleBinding' ? 'ClusterRole' : textAt(site, ['roleRef', 'kind'])
}

function subjectCandidates(kind: string, policy: Policy): readonly Candidate[] {
  const groups = kind === 'Group' ? WELL_KNOWN_GROUPS : []
  const seen = subjectNames(policy, kind)
  return names([...seen, ...groups.filter(({ name }) => seen.every((one) => one.name !== name))])
}

function names(known: readonly KnownName[]): readonly Candidate[] {
  return known.map(({ name, detail }) => ({ value: name, kind: 'name', detail, about: [] }))
}

function fixed(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value, kind: 'value', detail: KIND_DETAILS[value] ?? '', about: aboutFixed(value) }))
}

const KIND_DETAILS: Readonly<Record<string, string>> = {
  Role: 'in one namespace',
  ClusterRole: 'for the whole cluster',
  RoleBinding: 'grants in one namespace',
  ClusterRoleBinding: 'grants everywhere',
  ClusterAccessRule: 'allows or denies on conditions',
  User: 'by username',
  Group: 'by membership',
  ServiceAccount: 'by namespace and name',
}

const ABOUT: Readonly<Record<string, string>> = {
  Role: 'Rules that count in its own namespace.',
  ClusterRole: 'Rules that a ClusterRoleBinding grants everywhere, and a RoleBinding in its own namespace.',
  RoleBinding: 'Grants a Role or a ClusterRole in its own namespace.',
  ClusterRoleBinding: 'Grants a ClusterRole in every namespace and for what is in none.',
  ClusterAccessRule:
    'Allows or denies, on conditions in CEL. No API server has this kind: a comment in KEP-5284’s review sketches it.',
  Allow: 'Allows, where no Deny and no NoOpinion holds.',
  Deny: 'Denies, even if other entries allow. A condition that fails to evaluate denies too.',
  NoOpinion: 'Keeps the Allow conditions of this authorizer from counting.',
  User: 'The user with this username from authentication. Users are not stored objects.',
  Group: 'Every user with this group from authentication. Groups are not stored objects.',
  ServiceAccount: 'The user `system:serviceaccount:<namespace>:<name>`.',
}

function aboutFixed(value: string) {
  const words = Object.hasOwn(ABOUT, value) ? ABOUT[value] : undefined
  return words === undefined ? [] : [prose(words)]
}

/** A new entry of a list of mappings, with the fields that it needs. */
function entryCompletion({ type, column, touching, word }: Site): Completion | undefined {
  if (type.is !== 'struct') return undefined
  const indent = ' '.repeat(column + 2)
  const lines = ENTRIES[type.struct.name]
  if (lines === undefined) return undefined
  return {
    label: `- ${lines.label}`,
    kind: 'field',
    detail: 'one more entry',
    about: [prose(lines.about)],
    insert: `${touching ? ' ' : ''}- ${lines.fields.join(`\n${indent}`)}`,
    snippet: true,
    more: true,
    replace: word,
  }
}

const ENTRIES: Readonly<Record<string, { label: string; about: string; fields: readonly string[] }>> = {
  PolicyRule: {
    label: 'apiGroups, resources, verbs',
    about: 'A rule: verbs on resources.',
    fields: ['apiGroups: ["$1"]', 'resources: ["$2"]', 'verbs: ["$3"]'],
  },
  Subject: {
    label: 'kind, name',
    about: 'A subject: a user, a group or a service account.',
    fields: [`kind: \${1|User,Group,ServiceAccount|}`, 'name: $2'],
  },
  ClusterAccessRuleEntry: {
    label: 'effect, condition',
    about: 'An entry: an effect, and the condition under which it has it.',
    fields: [`effect: \${1|Allow,Deny,NoOpinion|}`, 'condition: >-', '  $2'],
  },
  LabelSelector: {
    label: 'matchLabels',
    about: 'A selector of ClusterRoles by their labels.',
    fields: ['matchLabels:', '  $1'],
  },
}
