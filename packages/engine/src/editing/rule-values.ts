import {
  ANY_VERSION,
  CHECKED_BY_MODE,
  constrainedMode,
  type Discovery,
  MODES,
  type Policy,
  resourceParts,
} from '../kube/index.ts'
import {
  aboutGroup,
  aboutResource,
  IDENTITIES,
  IDENTITY_API_GROUP,
  identityIn,
  PROPOSED_GROUP,
  resourcesIn,
} from './api-words.ts'
import type { Candidate } from './insertion.ts'
import { extraKeys, groupNames, type KnownName, resourceNames, ruleResources, subjectNames } from './names.ts'
import { prose } from './prose.ts'
import { textsAt } from './rule-text.ts'
import type { Site } from './site.ts'
import {
  actionVerb,
  EVERY_VERB,
  IDENTITY_VERBS,
  IMPERSONATE,
  PATH_VERBS,
  PROPOSED_VERBS,
  proposedActionVerb,
  REQUEST_VERBS,
  SPECIAL_VERBS,
  type VerbWords,
} from './verbs.ts'
import { WELL_KNOWN_GROUPS, WELL_KNOWN_PATHS } from './well-known.ts'

/** The values for a list of a rule, the most likely first, given the rest of the rule. */
export function ruleCandidates(field: string, site: Site, policy: Policy, discovery: Discovery): readonly Candidate[] {
  const rule = new RuleSoFar(site)
  switch (field) {
    case 'verbs':
      return verbsFor(rule, discovery).map(({ verb, detail, about }) => ({
        value: verb,
        kind: 'value',
        detail,
        about,
      }))
    case 'apiGroups':
      return groupsFor(policy, discovery)
    case 'resources':
      return resourcesFor(rule, policy, discovery)
    case 'resourceNames':
      return namesFor(rule, policy)
    case 'nonResourceURLs':
      return WELL_KNOWN_PATHS
    default:
      return []
  }
}

/** The other lists of the rule that is being edited. */
class RuleSoFar {
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly paths: readonly string[]

  constructor(site: Site) {
    const list = (name: string) => textsAt(site, [...site.path.slice(0, 2), name])
    this.groups = list('apiGroups')
    this.resources = list('resources')
    this.verbs = list('verbs')
    this.paths = list('nonResourceURLs')
  }

  /** Whether the rule is about impersonation: its values say so, or no value says otherwise. */
  get identities(): readonly string[] {
    return this.resources
      .map((resource) => resourceParts(resource)[0])
      .filter((resource) => identityIn(resource, this.groups))
  }
}

function verbsFor(rule: RuleSoFar, discovery: Discovery): readonly VerbWords[] {
  const { groups, resources, paths } = rule
  const actions = (verbs: readonly VerbWords[]) => [
    ...MODES.flatMap((mode) => verbs.map(({ verb }) => actionVerb(mode, verb))),
    ...verbs.map(({ verb }) => proposedActionVerb(verb)),
  ]
  if (paths.length > 0) return [...PATH_VERBS, EVERY_VERB, ...actions(PATH_VERBS)]

  const special = resources.flatMap((resource) =>
    groups.flatMap((group) => SPECIAL_VERBS.get(`${group}/${resource}`) ?? []),
  )
  const whom = [...identityVerbsFor(rule.identities), IMPERSONATE, ...PROPOSED_VERBS]
  const asked = requestVerbsFor(rule, discovery)
  const about = rule.identities.length > 0 || (resources.length === 0 && groups.includes(IDENTITY_API_GROUP))
  return about
    ? [...whom, ...asked, EVERY_VERB, ...actions(asked)]
    : [...asked, ...special, EVERY_VERB, ...actions(asked), ...whom]
}

/** The modes that check the resources of the rule; all modes while it names none. */
function identityVerbsFor(identities: readonly string[]): readonly VerbWords[] {
  if (identities.length === 0) return IDENTITY_VERBS
  const fits = ({ verb }: VerbWords): boolean => {
    const mode = constrainedMode(verb.slice('impersonate:'.length))
    const checked: readonly string[] = mode === undefined ? [] : CHECKED_BY_MODE[mode]
    return identities.some((identity) => checked.includes(identity))
  }
  return [...IDENTITY_VERBS.filter(fits), ...IDENTITY_VERBS.filter((words) => !fits(words))]
}

/** Verbs of requests, first those of the rule's resources. */
function requestVerbsFor({ groups, resources }: RuleSoFar, discovery: Discovery): readonly VerbWords[] {
  const known = resources.flatMap((resource) => {
    const [name, subresource] = resourceParts(resource)
    const one = resourcesIn(groups, discovery).find((candidate) => candidate.resource === name)
    return (subresource === '' ? one?.verbs : one?.subresources.get(subresource)) ?? []
  })
  const fits = ({ verb }: VerbWords): boolean => known.length === 0 || known.includes(verb)
  return [...REQUEST_VERBS.filter(fits), ...REQUEST_VERBS.filter((words) => !fits(words))]
}

function groupsFor(policy: Policy, discovery: Discovery): readonly Candidate[] {
  const fixed = ['', IDENTITY_API_GROUP, 'apps', 'batch', 'rbac.authorization.k8s.io', 'networking.k8s.io']
  const named = groupNames(policy).map(({ name }) => name)
  const own = discovery.custom.map(({ apiGroup }) => apiGroup)
  const groups = [...new Set([...fixed, ...own, ...discovery.resources.map(({ apiGroup }) => apiGroup), ...named, '*'])]
  return groups.map((group) => ({
    value: group,
    kind: 'value',
    detail: groupDetail(group, discovery),
    about: aboutGroup(group, discovery),
  }))
}

function groupDetail(group: string, discovery: Discovery): string {
  switch (group) {
    case '':
      return 'core: pods, secrets, …'
    case '*':
      return 'every group'
    case IDENTITY_API_GROUP:
      return 'impersonation targets'
    case PROPOSED_GROUP:
      return 'as proposed in KEP-5284'
    default:
      return resourcesIn([group], discovery)[0]?.resource ?? 'in this text'
  }
}

const EVERY_RESOURCE: Candidate = {
  value: '*',
  kind: 'value',
  detail: 'every resource',
  about: aboutResource('*', [], ANY_VERSION),
}

const OF_EVERY_RESOURCE: readonly Candidate[] = ['status', 'scale'].map((subresource) => ({
  value: `*/${subresource}`,
  kind: 'value',
  detail: 'of every resource',
  about: aboutResource(`*/${subresource}`, [], ANY_VERSION),
}))

function resourcesFor({ groups, verbs }: RuleSoFar, policy: Policy, discovery: Discovery): readonly Candidate[] {
  const known = resourcesIn(groups, discovery)
  const value = (name: string, detail: string): Candidate => ({
    value: name,
    kind: 'value',
    detail,
    about: aboutResource(name, groups, discovery),
  })
  const candidates = [
    ...identitiesFor(groups, verbs, policy),
    ...known.map(({ resource, kind, apiGroup }) =>
      value(
        resource,
        groups.length === 1 && groups[0] !== '*' ? kind : `${kind} of ${apiGroup === '' ? 'core' : apiGroup}`,
      ),
    ),
    ...known.flatMap(({ resource, subresources, kind }) =>
      [...subresources.keys()].map((subresource) => value(`${resource}/${subresource}`, kind)),
    ),
    ...ruleResources(policy, groups).map(({ name, detail }) => value(name, detail)),
    EVERY_RESOURCE,
    ...OF_EVERY_RESOURCE,
  ]
  return [...new Map(candidates.toReversed().map((candidate) => [candidate.value, candidate])).values()].toReversed()
}

function identitiesFor(groups: readonly string[], verbs: readonly string[], policy: Policy): readonly Candidate[] {
  const older = verbs.includes('impersonate')
  const inAuthentication = groups.includes(IDENTITY_API_GROUP) || groups.includes(PROPOSED_GROUP)
  const inCore = groups.includes('') && older ? ['users', 'groups'] : []
  const names = inAuthentication ? [...IDENTITIES.keys()].filter((name) => name !== 'userextras') : inCore
  const about = (name: string) => [prose(IDENTITIES.get(name) ?? '')]
  const detail = 'impersonation targets'
  const candidates: readonly Candidate[] = names.map((name) => ({
    value: name,
    kind: 'value',
    detail,
    about: about(name),
  }))
  if (!inAuthentication) return candidates
  return [
    ...candidates,
    ...extraKeys(policy).map(
      ({ name }): Candidate => ({ value: `userextras/${name}`, kind: 'name', detail, about: about('userextras') }),
    ),
    {
      value: 'userextras/',
      kind: 'value',
      detail: 'an extra field',
      about: about('userextras'),
      stops: `userextras/\${1:example.com/key}`,
    },
    {
      value: 'userextras/*',
      kind: 'value',
      detail: 'four or more extra fields at once',
      about: [
        prose(
          'Checked with the name `*` for four or more extra keys or values. If it is allowed, they are not checked one by one.',
        ),
      ],
    },
  ]
}

function namesFor({ groups, resources, verbs }: RuleSoFar, policy: Policy): readonly Candidate[] {
  const plain = resources.map((resource) => resourceParts(resource)[0])
  const subjects = (
    [
      ['users', 'User'],
      ['groups', 'Group'],
      ['serviceaccounts', 'ServiceAccount'],
    ] as const
  ).flatMap(([resource, kind]) => (plain.includes(resource) ? subjectNames(policy, kind) : []))
  const roles = (
    [
      ['roles', 'Role'],
      ['clusterroles', 'ClusterRole'],
    ] as const
  ).flatMap(([resource, kind]) => (plain.includes(resource) ? policy.roles.filter((role) => role.kind === kind) : []))
  const names: readonly KnownName[] = [
    ...resourceNames(policy, resources),
    ...subjects,
    ...roles.map(({ name, kind }) => ({ name, detail: kind })),
    ...(plain.includes('groups') && identityIn('groups', groups) ? WELL_KNOWN_GROUPS : []),
  ]
  const several = plain.includes('groups') || plain.includes('userextras')
  const ownNode = plain.includes('nodes') && verbs.some((verb) => verb === 'impersonate:associated-node')
  return [
    ...names.map(({ name, detail }): Candidate => ({ value: name, kind: 'name', detail, about: [] })),
    ...(several && identityIn(plain[0] ?? '', groups)
      ? [
          starName(
            'four or more at once',
            'The name that is checked first for four or more groups, extra keys or extra values. It is not a wildcard.',
          ),
        ]
      : []),
    ...(ownNode
      ? [
          starName(
            'the requestor’s own node',
            'The name that is checked for the node that the requestor runs on. It is not a wildcard.',
          ),
        ]
      : []),
  ]
}

function starName(detail: string, words: string): Candidate {
  return { value: '*', kind: 'value', detail, about: [prose(words)] }
}
