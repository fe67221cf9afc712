/** One resource of one version in the API server's discovery (Go: `k8s.io/api/apidiscovery/v2`). */
interface DiscoveredResource {
  readonly resource: string
  readonly responseKind: { readonly kind: string }
  readonly scope: 'Namespaced' | 'Cluster'
  readonly singularResource: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string; readonly verbs: readonly string[] }[]
}

/** All groups with their resources, in the order in which clients prefer groups (KEP-3352: `APIGroupDiscoveryList`). */
export interface Discovery {
  readonly items: readonly {
    /** The core group has no name. */
    readonly metadata: { readonly name?: string }
    readonly versions: readonly { readonly version: string; readonly resources?: readonly DiscoveredResource[] }[]
  }[]
}

/** The resources of one group and version, in the older form of discovery. */
export interface ResourceList {
  readonly groupVersion: string
  readonly resources: readonly {
    /** `pods`, or `pods/log` of a subresource. */
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly singularName: string
    readonly verbs: readonly string[]
    readonly shortNames?: readonly string[]
    readonly categories?: readonly string[]
  }[]
}

/** What one release serves. */
export interface Release {
  /** The minor version: `1.36`. */
  readonly version: string
  readonly discoveries: readonly Discovery[]
}

const ALL = 'create,delete,deletecollection,get,list,patch,update,watch'
const OF_A_SUBRESOURCE = 'get,patch,update'

/** The core group, whose discovery a release of `k8s.io/kubernetes` has in the older form alone. */
export function coreDiscovery({ groupVersion, resources }: ResourceList): Discovery {
  const wholes = resources.filter(({ name }) => !name.includes('/'))
  const discovered = wholes.map(({ name, kind, namespaced, singularName, ...rest }) => ({
    ...rest,
    resource: name,
    responseKind: { kind },
    scope: namespaced ? ('Namespaced' as const) : ('Cluster' as const),
    singularResource: singularName,
    subresources: resources.flatMap((one) =>
      one.name.startsWith(`${name}/`) ? [{ subresource: one.name.slice(name.length + 1), verbs: one.verbs }] : [],
    ),
  }))
  return { items: [{ metadata: {}, versions: [{ version: groupVersion, resources: discovered }] }] }
}

/** The groups of one release, each with its resources, and these with their versions as clients prefer them. */
type Groups = ReadonlyMap<string, ReadonlyMap<string, Served>>
interface Served {
  readonly as: DiscoveredResource
  readonly versions: string[]
}

function groupsOf({ discoveries }: Release): Groups {
  const groups = new Map<string, ReadonlyMap<string, Served>>()
  for (const { metadata, versions } of discoveries.flatMap(({ items }) => items)) {
    const { name = '' } = metadata
    const resources = new Map<string, Served>()
    for (const { version, resources: served = [] } of versions) {
      for (const one of served) {
        const known = resources.get(one.resource)
        if (known === undefined) resources.set(one.resource, { versions: [version], as: one })
        else if (wholeOf(one) === wholeOf(known.as)) known.versions.push(version)
        else throw new Error(`${one.resource}.${name} is not the same in ${known.versions.join()} and ${version}`)
      }
    }
    if (resources.size > 0) groups.set(name, resources)
  }
  return groups
}

/**
 * The lines of the engine's table, by group, in the order in which clients prefer groups. Throws where the table cannot describe a
 * resource: a singular that is not the kind in lower case, API versions or releases that differ in more than what they serve, another
 * order in another release.
 *
 * @param releases the oldest first
 */
export function tableLines(
  releases: readonly Release[],
): readonly (readonly [group: string, lines: readonly string[]])[] {
  const all = releases.map((release) => ({ version: release.version, groups: groupsOf(release) }))
  const newestFirst = all.toReversed()
  const names = inOneOrder(newestFirst.map(({ groups }) => [...groups.keys()]))
  return names.map((name) => {
    const resources = [...new Set(all.flatMap(({ groups }) => [...(groups.get(name)?.keys() ?? [])]))].sort()
    return [
      name,
      resources.map((resource) => {
        const served = all.flatMap(({ version, groups }) => {
          const one = groups.get(name)?.get(resource)
          return one === undefined ? [] : [{ version, one }]
        })
        return lineOf(
          served,
          all.map(({ version }) => version),
        )
      }),
    ] as const
  })
}

/** One line for a resource in all releases that serve it. */
function lineOf(served: readonly { readonly version: string; readonly one: Served }[], all: readonly string[]): string {
  const [first, ...others] = served.map(({ one }) => one.as)
  if (first === undefined) throw new Error('no release serves the resource')
  const other = others.find((one) => headOf(one).join() !== headOf(first).join())
  if (other !== undefined) throw new Error(`${first.resource} is not the same in all releases`)
  const own = served.map(({ version }) => version)
  const marked = (word: string, has: (one: Served) => boolean) => {
    return (
      word +
      markOf(
        served.flatMap(({ version, one }) => (has(one) ? [version] : [])),
        own,
      )
    )
  }
  const versions = inOneOrder(served.toReversed().map(({ one }) => one.versions))
  const subresources = [...new Set(served.flatMap(({ one }) => subresourcesOf(one.as)))].sort()
  const [kind, shortNames, scope, verbs] = headOf(first)
  return [
    first.resource + markOf(own, all),
    kind,
    shortNames,
    scope,
    versions.map((word) => marked(word, (one) => one.versions.includes(word))).join(),
    verbs,
    ...subresources.map((word) => marked(word, (one) => subresourcesOf(one.as).includes(word))),
  ].join(' ')
}

/** What is the same in all API versions of a resource. */
function wholeOf(resource: DiscoveredResource): string {
  return [...headOf(resource), ...subresourcesOf(resource)].join(' ')
}

function headOf({ resource, responseKind, scope, singularResource, ...rest }: DiscoveredResource): readonly string[] {
  if (singularResource !== responseKind.kind.toLowerCase()) {
    throw new Error(`the singular of ${resource} is ${singularResource}, not its kind in lower case`)
  }
  const categories = (rest.categories ?? []).map((category) => `+${category}`)
  return [
    responseKind.kind,
    list(rest.shortNames),
    scope === 'Namespaced' ? 'namespaced' : 'cluster',
    [verbsOf(rest.verbs).replace(ALL, '*'), ...categories].join(''),
  ]
}

function subresourcesOf({ subresources = [] }: DiscoveredResource): readonly string[] {
  return subresources
    .map(({ subresource, verbs }) => ({ subresource, verbs: verbsOf(verbs) }))
    .sort((a, b) => (a.subresource < b.subresource ? -1 : 1))
    .map(({ subresource, verbs }) => (verbs === OF_A_SUBRESOURCE ? subresource : `${subresource}:${verbs}`))
}

/** `@1.36-` from 1.36 on, `@-1.35` until 1.35, `@1.34-1.35`, `@1.36` in 1.36 alone; nothing where it is so in all. */
function markOf(some: readonly string[], all: readonly string[]): string {
  const [from = '', until = ''] = [some[0], some.at(-1)]
  const whole = all.slice(all.indexOf(from), all.indexOf(until) + 1)
  if (whole.join() !== some.join()) throw new Error(`${some.join()} are not one after the other`)
  if (some.length === all.length) return ''
  if (from === until && from !== all[0] && until !== all.at(-1)) return `@${from}`
  return `@${from === all[0] ? '' : from}-${until === all.at(-1) ? '' : until}`
}

/** The words of all lists in an order that each list has: a word that only some have comes where they have it. */
function inOneOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const merged: string[] = []
  for (const words of lists) {
    for (const [index, word] of words.entries()) {
      if (merged.includes(word)) continue
      const next = words.slice(index + 1).find((other) => merged.includes(other))
      merged.splice(next === undefined ? merged.length : merged.indexOf(next), 0, word)
    }
  }
  for (const words of lists) {
    if (merged.filter((word) => words.includes(word)).join() !== words.join()) {
      throw new Error(`${words.join()} are in another order than ${merged.join()}`)
    }
  }
  return merged
}

function list(words: readonly string[] = []): string {
  return words.length === 0 ? '-' : words.join()
}

function verbsOf(verbs: readonly string[]): string {
  return [...verbs].sort().join()
}

/** The table as a module of the engine. */
export function tableModule(names: readonly string[], releases: readonly Release[]): string {
  const groups = tableLines(releases).map(
    ([group, lines]) => `  [\n    '${group}',\n    \`\n${lines.map((line) => `    ${line}\n`).join('')}    \`,\n  ],\n`,
  )
  return `/**
 * The resources of kube-apiserver with its default and optional APIs switched on, by API group, in the order in which
 * clients prefer groups. Written by \`pnpm conformance:resources\` from the discovery of the releases
 * ${names.join(', ')}.
 *
 * A line is: plural, kind, short names, scope, versions (the one that clients get first), verbs, subresources. \`-\` is
 * none; \`*\` all eight verbs, with categories such as \`all\` after a plus; a subresource without verbs has get, patch and
 * update. Singulars are lower-cased kinds.
 *
 * What not every release has is marked: \`@1.36-\` from 1.36 on, \`@-1.35\` until 1.35, \`@1.34-1.35\`, \`@1.36\` in 1.36 alone.
 * A version or subresource without a mark is served wherever its resource is.
 */
export const BUILT_IN_RESOURCES: readonly (readonly [apiGroup: string, lines: string])[] = [
${groups.join('')}]
`
}
