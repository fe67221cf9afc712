import { API_RESOURCES, type APIResource } from '../kube/index.ts'
import { nouns, type Prose, prose } from './prose.ts'

export const AUTHENTICATION_GROUP = 'authentication.k8s.io'
/** How KEP-5284 spells it in its reviews. */
export const PROPOSED_GROUP = 'authentications.k8s.io'

/** API groups that the API server serves by itself or that extensions everybody knows serve, the core group first. */
export const API_GROUPS: readonly string[] = [...new Set(API_RESOURCES.map(({ apiGroup }) => apiGroup))]

/** What impersonation is asked about, where no object stands behind it. */
export const IDENTITIES: ReadonlyMap<string, string> = new Map([
  ['users', 'Users, by name. No objects: asked when somebody wants to be a user.'],
  [
    'groups',
    'Groups, by name. No objects: asked for each `Impersonate-Group`; with four or more of them the name `*` first.',
  ],
  ['uids', 'UIDs. No objects: asked for `Impersonate-Uid`.'],
  ['userextras', 'Extra fields. Asked as `userextras/<key>`, and the name is the value.'],
  ['serviceaccounts', 'Service accounts, by name, in their namespace: a RoleBinding there is enough.'],
  ['nodes', 'Nodes, by name; the name is `*` for the node that the requestor runs on.'],
])

const SUBRESOURCES: ReadonlyMap<string, string> = new Map([
  ['approval', 'Approving or denying it.'],
  ['attach', 'Attaching to what runs in it.'],
  ['binding', 'Assigning it to a node.'],
  ['ephemeralcontainers', 'Adding containers to look into it while it runs.'],
  ['eviction', 'Deleting it within its disruption budget.'],
  ['exec', 'Running commands in it.'],
  ['finalize', 'Ending its finalizers.'],
  ['log', 'Reading what it wrote.'],
  ['portforward', 'Reaching its ports.'],
  ['proxy', 'Reaching it through the API server.'],
  ['resize', 'Changing what its containers may use while they run.'],
  ['scale', 'Its number of replicas.'],
  ['status', 'Its status, which controllers write.'],
  ['token', 'Tokens in its name (`create` makes one).'],
])

/** What an API group in a rule stands for. */
export function aboutGroup(group: string): readonly Prose[] {
  if (group === '*') return [prose('Every API group. In rules `*` is a wildcard only when it stands alone.')]
  if (group === PROPOSED_GROUP) {
    return [
      prose('How KEP-5284 spells the group of identities. The released API server asks for `authentication.k8s.io`.'),
    ]
  }
  const resources = API_RESOURCES.filter(({ apiGroup }) => apiGroup === group).map(({ resource }) => resource)
  const about: Prose[] = []
  if (group === '')
    about.push(prose('The core group, of objects with `apiVersion: v1`. It is written as an empty text.'))
  if (resources.length > 0) about.push(['Resources: ', ...nouns(resources, 6), '.'])
  if (group === AUTHENTICATION_GROUP) {
    about.push(
      prose(
        'Constrained impersonation asks here whom somebody may be: `users`, `groups`, `uids`, `userextras/<key>`, `serviceaccounts` and `nodes`.',
      ),
    )
  }
  return about.length > 0
    ? about
    : [prose('A group that the API server does not serve by itself: custom resources, or an extension.')]
}

/** What a resource in a rule stands for, in the API groups of the rule. */
export function aboutResource(resource: string, groups: readonly string[]): readonly Prose[] {
  if (resource === '*') return [prose('Every resource and every subresource.')]
  const [name = '', subresource] = split(resource)
  if (name === '*' && subresource !== undefined) {
    return [
      ['The subresource ', { code: subresource }, ' of every resource, and nothing else.'],
      ...aboutSubresource(subresource),
    ]
  }
  const known = resourcesIn(groups).filter((one) => one.resource === name)
  return [
    ...known.slice(0, 3).flatMap((one) => aboutKnown(one, subresource)),
    ...(identityIn(name, groups) ? [prose(IDENTITIES.get(name) ?? '')] : []),
    ...(subresource === '*' && name !== 'userextras'
      ? [prose('This matches no subresource: `*` is a wildcard alone, or before the slash.')]
      : []),
    ...(known.length === 0 && !identityIn(name, groups)
      ? [
          [
            'The API server serves no ',
            { code: name },
            ' in this group by itself: a custom resource, or an extension’s.',
          ] as const,
        ]
      : []),
  ]
}

function aboutKnown(one: APIResource, subresource: string | undefined): readonly Prose[] {
  const { kind, namespaced, shortNames, subresources, resource } = one
  if (subresource !== undefined) {
    if (!subresources.has(subresource))
      return [['No subresource ', { code: subresource }, ' of ', { code: resource }, ' is known.']]
    return [
      ['A subresource of ', { code: resource }, '; a rule for one is no rule for the other.'],
      ...aboutSubresource(subresource),
    ]
  }
  const scope = namespaced ? 'in namespaces' : 'for the whole cluster'
  const short: Prose = shortNames.length === 0 ? [] : [', short ', ...nouns(shortNames, 3)]
  const more: readonly Prose[] =
    subresources.size === 0
      ? []
      : [
          [
            'Not its subresources: ',
            ...nouns(
              [...subresources.keys()].map((sub) => `${resource}/${sub}`),
              6,
            ),
            '.',
          ],
        ]
  return [[{ code: kind }, ` objects, ${scope}`, ...short, '.'], ...more]
}

function aboutSubresource(subresource: string): readonly Prose[] {
  const about = SUBRESOURCES.get(subresource)
  return about === undefined ? [] : [prose(about)]
}

/** Whether a rule in these groups for this resource is about being somebody else. */
export function identityIn(resource: string, groups: readonly string[]): boolean {
  if (!IDENTITIES.has(resource)) return false
  const inAuthentication = groups.some(
    (group) => group === AUTHENTICATION_GROUP || group === PROPOSED_GROUP || group === '*',
  )
  return inAuthentication || (groups.includes('') && (resource === 'users' || resource === 'groups'))
}

/** What the table knows in these groups; everything where none is named yet. */
export function resourcesIn(groups: readonly string[]): readonly APIResource[] {
  if (groups.length === 0 || groups.includes('*')) return API_RESOURCES
  return API_RESOURCES.filter(({ apiGroup }) => groups.includes(apiGroup))
}

/** A resource and its subresource, which begins behind the first slash. */
export function split(resource: string): readonly [resource: string, subresource?: string] {
  const slash = resource.indexOf('/')
  return slash === -1 ? [resource] : [resource.slice(0, slash), resource.slice(slash + 1)]
}
