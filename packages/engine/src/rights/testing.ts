import fc from 'fast-check'
import { type Attributes, attributesFor, type Rule, userInfo } from '../kube/index.ts'

const ANYBODY = userInfo({ username: 'jane' })

const lists = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 })

/** Rules with values that nearly match each other: valid ones, those with both parts, and those that allow nothing. */
export const RULE: fc.Arbitrary<Rule> = fc
  .record({
    verbs: lists('get', 'list', '*'),
    apiGroups: lists('', 'apps', '*'),
    resources: lists(
      'pods',
      'pods/log',
      'pods/*',
      '*/log',
      '*/*',
      '*/',
      'pods/',
      '*/a/b',
      'a/a/b',
      '/log',
      'nodes',
      '*',
    ),
    resourceNames: lists('a', 'b', '*', ''),
    nonResourceURLs: lists('/a', '/a/*', '/a/b', '/a/b**', '/a*', '/a**', '*', '**', '/*/b', '', '/a/*b'),
    parts: fc.constantFrom('resources', 'resources', 'paths', 'both'),
  })
  .map(({ parts, ...rule }) => ({
    ...rule,
    ...(parts === 'paths' && { apiGroups: [], resources: [], resourceNames: [] }),
    ...(parts === 'resources' && { nonResourceURLs: [] }),
  }))

/** A review of a resource, as a server gets it: without a slash in the resource. */
function ofResource(verb: string, apiGroup: string, resource: string, name: string): Attributes {
  const [parent = '', ...subresource] = resource.split('/')
  return attributesFor(ANYBODY, { verb, apiGroup, resource: parent, subresource: subresource.join('/'), name })
}

/** A review of a path. */
function ofPath(verb: string, path: string): Attributes {
  return attributesFor(ANYBODY, { verb, isResourceRequest: false, path })
}

const VERBS = ['get', 'list', 'watch', '*']

export const REVIEW: fc.Arbitrary<Attributes> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...VERBS),
      fc.constantFrom('', 'apps', 'batch', '*'),
      fc.constantFrom('pods', 'pods/log', 'pods/*', 'nodes/log', 'nodes', 'a/a/b', 'x/a/b', '/log', '*', '*/log', 'x'),
      fc.constantFrom('', 'a', 'b', 'c', '*'),
    )
    .map((values) => ofResource(...values)),
  fc
    .tuple(
      fc.constantFrom(...VERBS),
      fc.constantFrom('/a', '/a/', '/a/b', '/a/b*', '/a/bc', '/ab', '/', '/*', '*', '', '/x/b', '/*/b', '/a/*b'),
    )
    .map((values) => ofPath(...values)),
)

/** Values that no rule of {@link RULE} names. */
const OTHER = { word: 'other', resource: 'others', name: 'another', path: '~' }

/** A review that a rule of one verb and one resource with at most one name, or one path, allows, and others only by a wildcard. */
export function hardestReview({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): Attributes {
  const word = ([value = '']: readonly string[]) => (value === '*' ? OTHER.word : value)
  const [url] = nonResourceURLs
  if (url !== undefined) return ofPath(word(verbs), url.endsWith('*') ? `${url.replace(/\*+$/, '')}${OTHER.path}` : url)
  const [resource = ''] = resources
  const asked = resource === '*' ? `${OTHER.resource}/${OTHER.word}` : resource.replace(/^\*\//, `${OTHER.resource}/`)
  return ofResource(word(verbs), word(apiGroups), asked, resourceNames[0] ?? OTHER.name)
}

/** The rules of one verb and one resource with at most one name, or one path, of which a rule is made. */
export function simpleRules({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): readonly Rule[] {
  const none: Rule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name])
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        names.map((list) => ({
          ...none,
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames: list,
        })),
      ),
    ),
    ...nonResourceURLs.map((url) => ({ ...none, verbs: [verb], nonResourceURLs: [url] })),
  ])
}
