import { ALL_VERBS, type APIResource, Discovery, type KubernetesVersion, SUBRESOURCE_VERBS } from '../kube/index.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { isResourceTable, readResourceTable } from './resource-table.ts'

const KIND =
  /(?:^|[{,])[ \t"']*kind["']?[ \t]*:[ \t]*["']?(?:CustomResourceDefinition|APIResourceList|APIGroupDiscoveryList)\b/m
const SEPARATOR = /^---.*$/m

/**
 * The resources that a text defines and that are not built in: those of its CustomResourceDefinitions, of discovery
 * (`APIResourceList`, and `APIGroupDiscoveryList` of version v2 or v2beta1) and of tables that `kubectl api-resources`
 * prints. They have plural, singular, short names, scope, categories and served versions, those first that clients prefer;
 * they are in the order of the text. Leaves out what cannot be read.
 *
 * @param version the version of Kubernetes that has those which are built in; any by default
 */
export function customResources(text: string, version?: KubernetesVersion): readonly APIResource[] {
  const known = new Discovery(version)
  return definedResources(text).filter(({ apiGroup, resource }) => known.find(apiGroup, resource)?.builtIn !== true)
}

/** The same as {@link customResources} with those that are built in. */
export function definedResources(text: string): readonly APIResource[] {
  if (!DEFINES.test(text)) return []
  return mergedResources(
    text.split(SEPARATOR).flatMap((document) => {
      const whole = { start: 0, end: document.length }
      if (isResourceTable(document, whole)) return readResourceTable(document, whole).resources
      if (!KIND.test(document)) return []
      return readJsonTexts(document, 'policy').documents.flatMap(({ value }) => resourcesIn(value))
    }),
  )
}

/** Any text that defines a resource matches; some others do too. */
const DEFINES = /CustomResourceDefinition|API(?:Resource|GroupDiscovery)List|[ \t](?:true|false)[ \t]+[A-Z]/

/** One entry for each resource: the first one, with the versions of all. */
function mergedResources(all: readonly APIResource[]): readonly APIResource[] {
  const merged = new Map<string, APIResource>()
  for (const one of all) {
    const key = `${one.resource}.${one.apiGroup}`
    const { versions = [], ...first } = merged.get(key) ?? one
    const more = one.versions.filter((version) => !versions.includes(version))
    merged.set(key, { ...first, versions: more.length === 0 ? versions : [...versions, ...more].sort(byPriority) })
  }
  return [...merged.values()]
}

function resourcesIn(value: JsonValue): readonly APIResource[] {
  if (!isJsonObject(value)) return []
  const { kind, items, spec } = value
  if (kind === 'List' && Array.isArray(items)) return items.flatMap((item: JsonValue) => resourcesIn(item))
  if (kind === 'APIResourceList') return discovered(value)
  if (kind === 'APIGroupDiscoveryList') return objectsIn(items).flatMap(inGroup)
  if (kind !== 'CustomResourceDefinition' || !isJsonObject(spec) || !isJsonObject(spec.names)) return []
  const { group, scope, names } = spec
  const { plural, kind: ownKind } = names
  const served = objectsIn(spec.versions).filter((one) => one.served !== false && typeof one.name === 'string')
  if (typeof group !== 'string' || typeof plural !== 'string' || typeof ownKind !== 'string') return []
  const versions = served.map(({ name }) => String(name)).sort(byPriority)
  if (versions.length === 0) return []
  const subresources = served.flatMap((one) => (isJsonObject(one.subresources) ? Object.keys(one.subresources) : []))
  return [
    {
      apiGroup: group,
      versions,
      resource: plural,
      singular: typeof names.singular === 'string' ? names.singular : ownKind.toLowerCase(),
      shortNames: textsIn(names.shortNames),
      kind: ownKind,
      namespaced: scope !== 'Cluster',
      categories: textsIn(names.categories),
      verbs: ALL_VERBS,
      subresources: new Map(subresources.map((name) => [name, SUBRESOURCE_VERBS])),
      builtIn: false,
    },
  ]
}

/** The resources of an `APIResourceList`, which is of one version. Its names with a slash are subresources. */
function discovered({ groupVersion, resources }: JsonObject): readonly APIResource[] {
  if (typeof groupVersion !== 'string') return []
  const slash = groupVersion.indexOf('/')
  const listed = objectsIn(resources)
  const verbsOf = (one: JsonObject) => textsIn(one.verbs)
  return listed.flatMap((one) => {
    const { name, kind, singularName, namespaced } = one
    if (typeof name !== 'string' || typeof kind !== 'string' || name.includes('/')) return []
    const subresources = listed.flatMap((sub): readonly (readonly [string, readonly string[]])[] =>
      typeof sub.name === 'string' && sub.name.startsWith(`${name}/`)
        ? [[sub.name.slice(name.length + 1), verbsOf(sub)]]
        : [],
    )
    return [
      {
        apiGroup: slash === -1 ? '' : groupVersion.slice(0, slash),
        versions: [groupVersion.slice(slash + 1)],
        resource: name,
        singular: typeof singularName === 'string' && singularName !== '' ? singularName : kind.toLowerCase(),
        shortNames: textsIn(one.shortNames),
        kind,
        namespaced: namespaced === true,
        categories: textsIn(one.categories),
        verbs: verbsOf(one),
        subresources: new Map(subresources),
        builtIn: false,
      },
    ]
  })
}

/** The resources of one group of an `APIGroupDiscoveryList`, as lists of its versions, in the server’s order. */
function inGroup({ metadata, versions }: JsonObject): readonly APIResource[] {
  const group = isJsonObject(metadata) && typeof metadata.name === 'string' ? metadata.name : ''
  return objectsIn(versions).flatMap(({ version, resources }) =>
    discovered({
      groupVersion: `${group === '' ? '' : `${group}/`}${String(version)}`,
      resources: objectsIn(resources).flatMap((one) => [
        {
          ...one,
          name: one.resource ?? null,
          kind: kindIn(one.responseKind),
          singularName: one.singularResource ?? '',
          namespaced: one.scope === 'Namespaced',
        },
        ...objectsIn(one.subresources).map((sub) => ({
          ...sub,
          name: `${String(one.resource)}/${String(sub.subresource)}`,
          kind: kindIn(sub.responseKind),
        })),
      ]),
    }),
  )
}

function kindIn(responseKind: JsonValue | undefined): JsonValue {
  return isJsonObject(responseKind) ? (responseKind.kind ?? null) : null
}

/** `v2` before `v1` before `v1beta2` before `v1alpha1`, and other names last (Go: `version.CompareKubeAwareVersionStrings`). */
function byPriority(one: string, other: string): number {
  const [a, b] = [rankOf(one), rankOf(other)]
  const first = a.findIndex((part, index) => part !== b[index])
  return first === -1 ? one.localeCompare(other, 'en') : (b[first] ?? 0) - (a[first] ?? 0)
}

function rankOf(version: string): readonly number[] {
  const [, major, stage, minor] = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/.exec(version) ?? []
  if (major === undefined) return [0, 0, 0]
  return [stage === undefined ? 3 : stage === 'beta' ? 2 : 1, Number(major), Number(minor ?? 0)]
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
