import { type Discovery, type KubernetesVersion, type Policy, type Role, resourceParts } from '../kube/index.ts'
import { fieldSchemaAt, type PathStep, type PolicyPlace, placeAt } from '../policy/index.ts'
import type { Span } from '../text/index.ts'
import type { TreeNode } from '../yaml/index.ts'
import { aboutGroup, aboutResource, discoveryFor, identityIn } from './api-words.ts'
import type { Hover } from './completion.ts'
import { hoverCondition } from './conditions.ts'
import { descriptionOf } from './field-descriptions.ts'
import { bindingWords, grantedTo, rulesIn, ruleWords } from './grants.ts'
import { type Prose, prose } from './prose.ts'
import { nodeAt } from './site.ts'
import { aboutVerb } from './verbs.ts'

/**
 * Explains a place: the meaning of a word, the grant of the rule around it, and its subjects. Undefined where there is
 * no word, or nothing is known about it.
 * @param version the version of Kubernetes that decides; any by default
 */
export function hoverAt(policy: Policy, offset: number, version?: KubernetesVersion): Hover | undefined {
  const place = placeAt(policy, offset)
  if (place === undefined || place.node === undefined || place.role === 'gap') return undefined
  const path = place.path.slice(place.object?.depth ?? 0)
  const inCondition = hoverCondition(policy, offset)
  if (inCondition !== undefined) return inCondition
  const paragraphs = [...wordParagraphs(policy, place, path, version), ...aroundParagraphs(policy, path, offset)]
  return paragraphs.length === 0 ? undefined : { range: policy.lines.range(place.span), paragraphs }
}

/** The meaning of the key or the value itself. */
function wordParagraphs(
  policy: Policy,
  place: PolicyPlace,
  path: readonly PathStep[],
  version: KubernetesVersion | undefined,
): readonly Prose[] {
  const { role, node, object } = place
  if (role === 'value' && node?.kind === 'scalar') {
    const about = valueParagraphs(discoveryFor(policy, version), node.value, path, object?.node)
    if (about !== undefined) return about
  }
  const field = fieldSchemaAt(role === 'key' ? place : { ...place, path: withoutIndex(place.path) })
  return field === undefined ? [] : [[{ code: field.name }, ': ', ...prose(descriptionOf(field))]]
}

function withoutIndex(path: readonly PathStep[]): readonly PathStep[] {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path
}

/** The meaning of a rule's value; undefined for values that need no explanation. */
function valueParagraphs(
  discovery: Discovery,
  value: string,
  path: readonly PathStep[],
  object: TreeNode | undefined,
): readonly Prose[] | undefined {
  const [first, , field] = path
  if (first !== 'rules' || path.length < 4) return undefined
  const list = (name: string) => textsIn(nodeAt(object, [...path.slice(0, 2), name]))
  switch (field) {
    case 'verbs':
      return [[{ code: value }, ': ', ...(aboutVerb(value)[0] ?? [])], ...aboutVerb(value).slice(1)]
    case 'apiGroups':
      return aboutGroup(value, discovery)
    case 'resources':
      return aboutResource(value, list('apiGroups'), discovery)
    case 'resourceNames':
      return aboutName(value, list('resources'), list('apiGroups'))
    case 'nonResourceURLs':
      return [aboutURL(value)]
    default:
      return undefined
  }
}

function textsIn(node: TreeNode | undefined): readonly string[] {
  if (node?.kind !== 'sequence') return []
  return node.items.flatMap((item) => (item.kind === 'scalar' ? [item.value] : []))
}

function aboutName(name: string, resources: readonly string[], groups: readonly string[]): readonly Prose[] {
  const whom = resources.some((resource) => identityIn(resourceParts(resource)[0], groups))
  if (name !== '*') {
    return [
      [
        'The rule matches only objects named ',
        { code: name },
        '. Requests without a name, such as ',
        { code: 'create' },
        ', do not match it.',
      ],
    ]
  }
  return [
    prose(
      whom
        ? 'Not a wildcard, but the name that impersonation checks in two cases: for the node that the requestor runs on, and for four or more groups, extra keys or extra values at once.'
        : 'Not a wildcard: only an object with the name `*`. To allow every name, leave `resourceNames` out.',
    ),
  ]
}

function aboutURL(url: string): Prose {
  if (url === '*') return prose('Every non-resource path.')
  if (url.endsWith('*')) return ['Every path that begins with ', { code: url.slice(0, -1) }, '.']
  return ['The path ', { code: url }, ', and none below it.']
}

/** The grant and the subjects of the rule, role or binding around a place. */
function aroundParagraphs(policy: Policy, path: readonly PathStep[], offset: number): readonly Prose[] {
  const role = policy.roles.find((one) => holds(one.span, offset))
  if (role !== undefined) return roleParagraphs(policy, role, path, offset)
  const binding = policy.bindings.find((one) => holds(one.span, offset))
  return binding === undefined ? [] : bindingWords(policy, binding)
}

function roleParagraphs(policy: Policy, role: Role, path: readonly PathStep[], offset: number): readonly Prose[] {
  const rule = role.rules.find(({ span }) => holds(span, offset))
  if (rule !== undefined && path[0] === 'rules')
    return [['Grants ', ...ruleWords(rule), '.'], ...grantedTo(policy, role)]
  const about = path[0] === 'metadata' || path[0] === 'kind' || path[0] === 'rules' || path[0] === 'aggregationRule'
  if (!about) return []
  const rules = rulesIn(role, policy)
  const from = [...new Set(rules.map((entry) => entry.role).filter((source) => source !== role))]
  return [
    [
      `${role.kind} `,
      { code: role.name },
      ` has ${rules.length === 1 ? '1 rule' : `${rules.length.toLocaleString('en')} rules`}`,
      from.length === 0 ? '.' : ', by aggregation from other ClusterRoles.',
    ],
    ...grantedTo(policy, role),
  ]
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end
}
