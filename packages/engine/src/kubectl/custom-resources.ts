import type { APIResource } from '../kube/index.ts'
import { type JsonObject, type JsonValue, readJsonTexts } from '../yaml/index.ts'

const KIND = /^[ \t"']*kind["']?[ \t]*:[ \t]*["']?CustomResourceDefinition\b/m
const SEPARATOR = /^---.*$/m
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
const SUBRESOURCE_VERBS = ['get', 'patch', 'update']

/**
 * The resources of the CustomResourceDefinitions in a text of manifests, in the order of the text: plural, singular, short
 * names, scope, categories and served versions, newest first as clients prefer them. Leaves out what cannot be read.
 */
export function customResources(text: string): readonly APIResource[] {
  if (!text.includes('CustomResourceDefinition')) return []
  return text
    .split(SEPARATOR)
    .filter((document) => KIND.test(document))
    .flatMap((document) => readJsonTexts(document, 'policy').documents.flatMap(({ value }) => resourcesIn(value)))
}

function resourcesIn(value: JsonValue): readonly APIResource[] {
  if (!isObject(value)) return []
  const { kind, items, spec } = value
  if (kind === 'List' && Array.isArray(items)) return items.flatMap((item: JsonValue) => resourcesIn(item))
  if (kind !== 'CustomResourceDefinition' || !isObject(spec) || !isObject(spec.names)) return []
  const { group, scope, names } = spec
  const { plural, kind: ownKind } = names
  const served = objectsIn(spec.versions).filter((one) => one.served !== false && typeof one.name === 'string')
  if (typeof group !== 'string' || typeof plural !== 'string' || typeof ownKind !== 'string') return []
  const versions = served.map(({ name }) => String(name)).sort(byPriority)
  if (versions.length === 0) return []
  const subresources = served.flatMap((one) => (isObject(one.subresources) ? Object.keys(one.subresources) : []))
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
      verbs: VERBS,
      subresources: new Map(subresources.map((name) => [name, SUBRESOURCE_VERBS])),
      builtIn: false,
    },
  ]
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

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
