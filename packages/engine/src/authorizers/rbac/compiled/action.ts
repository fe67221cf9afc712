import type { Rule } from '../../../kube/index.ts'
import { apiGroupMatches, type HeldRule, resourceMatches, verbsAfter, withoutStars } from '../../../rights/index.ts'
import { all, any, type CelClause, type Compiled, cel, celLiteral, isOneOf } from './clause.ts'

const REQUEST = 'impersonatedRequest'
const ABOUT_RESOURCES = cel(`${REQUEST}.path == ""`)
const ABOUT_A_PATH = cel(`${REQUEST}.path != ""`)

/** The condition under which rules with verbs `impersonate-on:<mode>:<verb>` allow the request of the impersonated user. */
export function actionClause(mode: string, rules: readonly HeldRule[]): Compiled<CelClause> {
  const alternatives = rules.flatMap((held) => alternativesOf(held, `impersonate-on:${mode}:`))
  const everywhere = new Set(alternatives.filter(({ namespace }) => namespace === '').map(keyOf))
  const [resources, paths] = [ABOUT_RESOURCES, ABOUT_A_PATH].map((about) =>
    alternatives.find((one) => one.namespace === '' && keyOf(one) === keyOf({ rest: about })),
  )
  if (resources !== undefined && paths !== undefined) return { is: true, by: [resources.held, paths.held] }
  // A ClusterRoleBinding to a role makes all RoleBindings to it redundant.
  const needed = alternatives.filter((one) => one.namespace === '' || !everywhere.has(keyOf(one)))
  const namespacesOf = new Map<string, { readonly rest: CelClause; readonly namespaces: string[] }>()
  for (const one of needed) {
    const key = keyOf(one)
    const same = namespacesOf.get(key) ?? { rest: one.rest, namespaces: [] }
    namespacesOf.set(key, same)
    if (one.namespace !== '') same.namespaces.push(one.namespace)
  }
  const clauses = [...namespacesOf.values()].map(({ rest, namespaces }) =>
    all(namespaces.length === 0 ? true : isOneOf(`${REQUEST}.namespace`, namespaces), rest),
  )
  return { is: any(...clauses), by: needed.map(({ held }) => held) }
}

interface Alternative {
  readonly held: HeldRule
  /** Empty for the whole cluster. */
  readonly namespace: string
  /** The requirements on the request other than the namespace. */
  readonly rest: CelClause
}

function keyOf({ rest }: Pick<Alternative, 'rest'>): string {
  return typeof rest === 'boolean' ? `${rest}` : rest.cel
}

function alternativesOf(held: HeldRule, prefix: string): readonly Alternative[] {
  const { rule, namespace } = held
  const verbs = verbsAfter(rule, prefix)
  const verb = verbs === 'any' || isOneOf(`${REQUEST}.verb`, verbs)
  if (verb === false) return []
  // A request in a namespace is always a resource request.
  const about = namespace === '' ? [pathClause(rule)] : []
  return [resourceClause(rule, namespace !== ''), ...about].flatMap((clause) => {
    const rest = clause === false ? false : all(verb, clause)
    return rest === false ? [] : [{ held, namespace, rest }]
  })
}

/** The condition of `ruleAllows` for a resource request. */
function resourceClause(rule: Rule, surely: boolean): CelClause {
  const { apiGroups, resources, resourceNames } = rule
  const isAnyResource = resourceMatches(rule, '*')
  // A path request has no resource, so a named resource already excludes it.
  const named = !isAnyResource && !resources.includes('')
  return all(
    apiGroupMatches(rule, '*') || isOneOf(`${REQUEST}.apiGroup`, apiGroups),
    isAnyResource || any(isOneOf(`${REQUEST}.resource`, resources), ...subresources(resources)),
    resourceNames.length === 0 || isOneOf(`${REQUEST}.name`, resourceNames),
    surely || named || ABOUT_RESOURCES,
  )
}

/** `*` before `/sub` covers that subresource of every resource. */
function subresources(resources: readonly string[]): readonly CelClause[] {
  return resources.flatMap((resource) =>
    /^\*\/./.test(resource) ? [cel(`${REQUEST}.resource.endsWith(${celLiteral(resource.slice(1))})`)] : [],
  )
}

/** The condition of `ruleAllows` for a path request. The path is never empty. */
function pathClause({ nonResourceURLs }: Rule): CelClause {
  const prefixes = nonResourceURLs.flatMap((url) => (url.endsWith('*') ? [withoutStars(url)] : []))
  if (prefixes.includes('')) return ABOUT_A_PATH
  const whole = nonResourceURLs.filter((url) => url !== '' && !url.endsWith('*'))
  return any(
    isOneOf(`${REQUEST}.path`, whole),
    ...prefixes.map((prefix) => cel(`${REQUEST}.path.startsWith(${celLiteral(prefix)})`)),
  )
}
