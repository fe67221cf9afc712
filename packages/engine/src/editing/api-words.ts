import { customResources } from '../discovery/index.ts'
import {
  type APIResource,
  Discovery,
  type KubernetesVersion,
  type Policy,
  resourceParts,
  unservedResource,
} from '../kube/index.ts'
import { nouns, type Prose, prose } from './prose.ts'

export const IDENTITY_API_GROUP = 'authentication.k8s.io'
/** The group as KEP-5284 spelled it in its reviews before it was merged. */
export const PROPOSED_GROUP = 'authentications.k8s.io'

/** API groups of the API server and of well-known extensions, the core group first. */

/** Resources of impersonation checks that are not stored objects. */
export const IDENTITIES: ReadonlyMap<string, string> = new Map([
  ['users', 'Users, by name. Not stored objects: checked when a request impersonates a user.'],
  [
    'groups',
    'Groups, by name. Not stored objects: checked for each `Impersonate-Group`; with four or more of them the name `*` is checked first.',
  ],
  ['uids', 'UIDs. Not stored objects: checked for `Impersonate-Uid`.'],
  ['userextras', 'Extra fields. Checked as `userextras/<key>`, with the value as the name.'],
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

/** The meaning of an API group in a rule. */
export function aboutGroup(group: string, discovery: Discovery): readonly Prose[] {
  if (group === '*') return [prose('Every API group. In rules `*` is a wildcard only when it is the whole value.')]
  if (group === PROPOSED_GROUP) {
    return [
      prose(
        'How KEP-5284 spelled the group of identities under review. The merged text and the released API server have `authentication.k8s.io`.',
      ),
    ]
  }
  const resources = resourcesIn([group], discovery).map(({ resource }) => resource)
  const about: Prose[] = []
  if (group === '')
    about.push(prose('The core group, of objects with `apiVersion: v1`. It is written as an empty text.'))
  if (resources.length > 0) about.push(['Resources: ', ...nouns(resources, 6), '.'])
  if (group === IDENTITY_API_GROUP) {
    about.push(
      prose(
        'Constrained impersonation checks here which users may be impersonated: `users`, `groups`, `uids`, `userextras/<key>`, `serviceaccounts` and `nodes`.',
      ),
    )
  }
  return about.length > 0
    ? about
    : [prose('A group that the API server does not serve by itself: custom resources, or an extension.')]
}

/** The meaning of a resource in a rule, in the API groups of the rule. */
export function aboutResource(resource: string, groups: readonly string[], discovery: Discovery): readonly Prose[] {
  if (resource === '*') return [prose('Every resource and every subresource.')]
  const [name, subresource] = resourceParts(resource)
  if (name === '*') {
    return [
      ['The subresource ', { code: subresource }, ' of every resource, and nothing else.'],
      ...aboutSubresource(subresource),
    ]
  }
  const known = resourcesIn(groups, discovery).filter((one) => one.resource === name)
  return [
    ...known.slice(0, 3).flatMap((one) => aboutKnown(one, resource)),
    ...(identityIn(name, groups) ? [prose(IDENTITIES.get(name) ?? '')] : []),
    ...(subresource === '*' && name !== 'userextras'
      ? [prose('This matches no subresource: `*` is a wildcard only as the whole value, or before the slash.')]
      : []),
    ...(known.length === 0 && !identityIn(name, groups) ? [aboutUnknown(name, groups, discovery)] : []),
  ]
}

function aboutUnknown(name: string, groups: readonly string[], discovery: Discovery): Prose {
  const unserved = groups.map((group) => unservedResource(group, name, discovery))
  const [first] = unserved
  if (first !== undefined && !unserved.includes(undefined)) {
    return prose(first.fix === undefined ? first.message : `${first.message} ${first.fix}`)
  }
  return [
    'The API server serves no ',
    { code: name },
    ' in this group by itself: a custom resource, or an extension’s.',
  ]
}

function aboutKnown(one: APIResource, written: string): readonly Prose[] {
  const { kind, namespaced, shortNames, subresources, resource } = one
  if (written !== resource) {
    const [, subresource] = resourceParts(written)
    if (!subresources.has(subresource))
      return [['No subresource ', { code: subresource }, ' of ', { code: resource }, ' is known.']]
    return [
      ['A subresource of ', { code: resource }, '; a rule for the one does not cover the other.'],
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

/** Whether a rule in these groups for this resource is about impersonation. */
export function identityIn(resource: string, groups: readonly string[]): boolean {
  if (!IDENTITIES.has(resource)) return false
  const inAuthentication = groups.some(
    (group) => group === IDENTITY_API_GROUP || group === PROPOSED_GROUP || group === '*',
  )
  return inAuthentication || (groups.includes('') && (resource === 'users' || resource === 'groups'))
}

/** The known resources of these groups; all resources where no group is named yet. Definitions replace extensions of the same name. */
export function resourcesIn(groups: readonly string[], { resources, custom }: Discovery): readonly APIResource[] {
  const all = resources.filter(
    (one) => one.builtIn || custom.includes(one) || !custom.some((other) => isSame(one, other)),
  )
  if (groups.length === 0 || groups.includes('*')) return all
  return all.filter(({ apiGroup }) => groups.includes(apiGroup))
}

function isSame(one: APIResource, other: APIResource): boolean {
  return one.resource === other.resource && one.apiGroup === other.apiGroup
}

const discoveries = new WeakMap<Policy, Discovery>()

/** What a cluster of a version serves, or of any, with the resources that the text of a policy defines. */
export function discoveryFor(policy: Policy, version: KubernetesVersion | undefined): Discovery {
  const before = discoveries.get(policy)
  if (before !== undefined && before.version === version) return before
  const discovery = new Discovery(version, customResources(policy.text, version))
  discoveries.set(policy, discovery)
  return discovery
}
