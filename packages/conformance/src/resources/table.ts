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

/** The answer of `/api` and `/apis` to `as=APIGroupDiscoveryList`. */
export interface Discovery {
  readonly items: readonly {
    /** The core group has no name. */
    readonly metadata: { readonly name?: string }
    readonly versions: readonly { readonly version: string; readonly resources?: readonly DiscoveredResource[] }[]
  }[]
}

const ALL = 'create,delete,deletecollection,get,list,patch,update,watch'
const OF_A_SUBRESOURCE = 'get,patch,update'

/**
 * The lines of the engine's table, by group, in the order in which clients prefer groups. Throws where the table cannot
 * describe a resource: a singular that is not the kind in lower case, or versions that differ.
 */
export function tableLines(
  discoveries: readonly Discovery[],
): readonly (readonly [group: string, lines: readonly string[]])[] {
  return discoveries
    .flatMap(({ items }) => items)
    .flatMap(({ metadata: { name = '' }, versions }) => {
      const resources = new Map<string, { readonly versions: string[]; readonly as: DiscoveredResource }>()
      for (const { version, resources: served = [] } of versions) {
        for (const one of served) {
          const known = resources.get(one.resource)
          if (known === undefined) resources.set(one.resource, { versions: [version], as: one })
          else if (lineOf(one, []) === lineOf(known.as, [])) known.versions.push(version)
          else throw new Error(`${one.resource}.${name} is not the same in ${known.versions.join()} and ${version}`)
        }
      }
      const sorted = [...resources.values()].sort((a, b) => (a.as.resource < b.as.resource ? -1 : 1))
      return sorted.length === 0 ? [] : [[name, sorted.map(({ as, versions }) => lineOf(as, versions))] as const]
    })
}

function lineOf(resource: DiscoveredResource, versions: readonly string[]): string {
  const { responseKind, scope, singularResource, shortNames, categories = [], subresources = [] } = resource
  if (singularResource !== responseKind.kind.toLowerCase()) {
    throw new Error(`the singular of ${resource.resource} is ${singularResource}, not its kind in lower case`)
  }
  return [
    resource.resource,
    responseKind.kind,
    list(shortNames),
    scope === 'Namespaced' ? 'namespaced' : 'cluster',
    versions.join(),
    [verbsOf(resource.verbs).replace(ALL, '*'), ...categories.map((category) => `+${category}`)].join(''),
    ...subresources
      .map(({ subresource, verbs }) => ({ subresource, verbs: verbsOf(verbs) }))
      .sort((a, b) => (a.subresource < b.subresource ? -1 : 1))
      .map(({ subresource, verbs }) => (verbs === OF_A_SUBRESOURCE ? subresource : `${subresource}:${verbs}`)),
  ].join(' ')
}

function list(words: readonly string[] = []): string {
  return words.length === 0 ? '-' : words.join()
}

function verbsOf(verbs: readonly string[]): string {
  return [...verbs].sort().join()
}

/** The table as a module of the engine. */
export function tableModule(version: string, discoveries: readonly Discovery[]): string {
  const groups = tableLines(discoveries).map(
    ([group, lines]) => `  [\n    '${group}',\n    \`\n${lines.map((line) => `    ${line}\n`).join('')}    \`,\n  ],\n`,
  )
  return `/**
 * The resources of kube-apiserver ${version} with its default and optional APIs switched on, by API group, in the order in
 * which clients prefer groups. Written by \`pnpm conformance:resources\` from the server's discovery.
 *
 * A line is: plural, kind, short names, scope, versions (the one that clients get first), verbs, subresources. \`-\` is
 * none; \`*\` all eight verbs, with categories such as \`all\` after a plus; a subresource without verbs has get, patch and
 * update. Singulars are lower-cased kinds.
 */
export const BUILT_IN_RESOURCES: readonly (readonly [apiGroup: string, lines: string])[] = [
${groups.join('')}]
`
}
