import type { Policy } from '../kube/index.ts'
import type { FieldSchema, FieldType } from '../policy/index.ts'
import type { Completion } from './completion.ts'
import { descriptionOf } from './field-descriptions.ts'
import { canBePlain, escaped } from './insertion.ts'
import { labelNames } from './names.ts'
import { type Prose, prose } from './prose.ts'
import { isWord, textAt } from './rule-text.ts'
import { nodeAt, type Site } from './site.ts'

/** Fields that the API server fills in. They are valid in a policy, but not offered. */
const SERVER_SIDE = new Set([
  'generateName',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
])

/** The keys that a mapping can have and does not have yet. */
export function keyCompletions(site: Site, policy: Policy): readonly Completion[] {
  const { type } = site
  if (type.is === 'map') return labelKeys(site, policy)
  if (type.is !== 'struct') return []
  const given = keysGiven(site)
  const fields = [...type.struct.fields.values()].filter(({ name }) => !given.has(name) && !excluded(name, given, site))
  const usual = fields.filter(({ name }) => !SERVER_SIDE.has(name))
  return [...usual, ...fields.filter(({ name }) => SERVER_SIDE.has(name))].map((field) => fieldCompletion(field, site))
}

function keysGiven(site: Site): ReadonlySet<string> {
  const node = nodeAt(site.object, site.path)
  if (node?.kind !== 'mapping') return new Set()
  return new Set(node.pairs.flatMap(({ key }) => (key.kind === 'scalar' && !isWord(key, site) ? [key.value] : [])))
}

/** Fields that would be an error together with the present ones. */
function excluded(name: string, given: ReadonlySet<string>, site: Site): boolean {
  const { kind, type } = site
  const struct = type.is === 'struct' ? type.struct.name : ''
  if (struct === 'PolicyRule') {
    const ofResources = ['apiGroups', 'resources', 'resourceNames']
    if (name === 'nonResourceURLs') return kind === 'Role' || ofResources.some((field) => given.has(field))
    return ofResources.includes(name) && given.has('nonResourceURLs')
  }
  if (struct === 'ObjectMeta') return name === 'namespace' && kind?.startsWith('Cluster') === true
  if (struct === 'Subject') {
    const subject = textAt(site, [...site.path, 'kind'])
    if (name === 'namespace') return subject === 'User' || subject === 'Group'
    return name === 'apiGroup' && subject === 'ServiceAccount'
  }
  return false
}

function fieldCompletion(field: FieldSchema, site: Site): Completion {
  const { name, type } = field
  const snippet = site.hasColon ? undefined : valueSnippet(type, site)
  const key = (site.touching ? ' ' : '') + (site.quote === '' ? name : site.quote + name + site.quote)
  const insert = site.hasColon ? key : snippet === undefined ? `${key}: ` : `${key}:${snippet}`
  return {
    label: name,
    kind: 'field',
    detail: typeWords(type),
    about: [prose(descriptionOf(field))],
    insert,
    ...(snippet !== undefined && { snippet: true }),
    ...(!site.hasColon && { more: true }),
    replace: site.word,
  }
}

/** The text after the colon: the beginning of the value, with the cursor in it. Undefined for a scalar. */
function valueSnippet(type: FieldType, { flow, column }: Site): string | undefined {
  const indent = ' '.repeat(column)
  switch (type.is) {
    case 'list':
      if (type.of.is === 'string') return ' ["$0"]'
      return flow ? ' [{$0}]' : `\n${indent}- $0`
    case 'struct':
    case 'map':
      return flow ? ' {$0}' : `\n${indent}  $0`
    case 'string':
      return type.block === undefined || flow ? undefined : ` ${type.block}\n${indent}  $0`
    default:
      return undefined
  }
}

function typeWords(type: FieldType): string {
  switch (type.is) {
    case 'list':
      return type.of.is === 'string' ? 'list of texts' : 'list'
    case 'struct':
    case 'map':
      return 'mapping'
    case 'string':
      return 'text'
    case 'any':
      return 'anything'
    default:
      return type.is
  }
}

const AGGREGATE: readonly Prose[] = [
  prose(
    'The ClusterRoles `admin`, `edit` and `view` of every cluster aggregate the rules of ClusterRoles with this label and the value `"true"`.',
  ),
]

/** Label keys: those that the default roles aggregate by, and those of roles in the text. */
function labelKeys(site: Site, policy: Policy): readonly Completion[] {
  const field = site.path.at(-1)
  if (field !== 'labels' && field !== 'matchLabels') return []
  const given = keysGiven(site)
  const defaults = ['admin', 'edit', 'view'].map((role) => `rbac.authorization.k8s.io/aggregate-to-${role}`)
  const known = [
    ...labelNames(policy).map(({ name, detail }) => ({ name, detail, about: [] as readonly Prose[] })),
    ...defaults.map((name) => ({ name, detail: '"true"', about: AGGREGATE })),
  ].filter(({ name }, index, all) => !given.has(name) && all.findIndex((other) => other.name === name) === index)
  return known.map(({ name, detail, about }) => {
    const quote = site.quote === '' && !canBePlain(name, site.flow) ? '"' : site.quote
    const key = `${site.touching ? ' ' : ''}${quote}${escaped(name)}${quote}`
    return {
      label: name,
      kind: 'name',
      detail,
      about,
      insert: site.hasColon ? key : `${key}: "\${1:true}"`,
      snippet: true,
      replace: site.word,
    }
  })
}
