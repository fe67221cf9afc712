import type { Random, VectorAnswer, VectorCheck } from '@authz-playground/engine/internal/vectors'
import type { Draft, KubeObject } from '../draft.ts'
import { grants } from '../grants.ts'
import { bindingObject, type RuleObject, roleObject, type SubjectObject } from '../rbac-objects.ts'
import { EVERYTHING } from './rules.ts'

/**
 * Policy objects that let a refused request get further: its authorization, the rules that its writer lacks, the
 * missing role. Empty where no policy would help, as with an invalid body.
 */
export function lettingThrough(
  random: Random,
  { checks, code, message = '' }: VectorAnswer,
  { requests }: Draft,
  prefix: string,
): readonly KubeObject[] {
  const [, namespace] = /\/namespaces\/([^/]+)\//.exec(requests[0]?.url ?? '') ?? []
  const user = checks.at(-1)?.user
  if (user === undefined) return []
  const denied = checks.filter(({ decision }) => decision !== 'Allow')
  const byFilters = denied.filter(({ phase }) => phase !== 'handler')
  if (code === 403 && byFilters.length > 0) return grants(random, byFilters, prefix)
  if (
    code === 403 &&
    denied.length > 0 &&
    (random.chance(0.25) || (denied.at(-1)?.verb === 'create' && random.chance(0.5)))
  ) {
    return grants(random, denied.slice(-1), prefix)
  }
  if (code === 403) {
    const missing = message.includes('aggregationRule') ? EVERYTHING : rulesIn(message)
    return covering(random, missing, subjectFor(random, user), namespace, prefix)
  }
  const [, gone] = /"((?:[^"\\]|\\.)*)" not found$/.exec(message) ?? []
  if (code !== 404 || gone === undefined) return []
  return [roleObject(gone, []), ...(namespace === undefined ? [] : [roleObject(gone, [], { namespace })])]
}

const RULE = /^\{((?:[A-Za-z]+:\[(?:"(?:[^"\\]|\\.)*" ?)*\](?:, )?)+)\}/gm
const LIST = /([A-Za-z]+):\[((?:"(?:[^"\\]|\\.)*" ?)*)\]/g

/** The rules that a refusal lists. */
function rulesIn(message: string): readonly RuleObject[] {
  return [...message.matchAll(RULE)].map(([, lists = '']): RuleObject => {
    const all = [...lists.matchAll(LIST)].map(([, name = '', items = '']) => {
      const values = [...items.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) =>
        value.replaceAll(/\\(.)/g, '$1'),
      )
      const key = name === 'NonResourceURLs' ? 'nonResourceURLs' : name.charAt(0).toLowerCase() + name.slice(1)
      return [key === 'aPIGroups' ? 'apiGroups' : key, values] as const
    })
    return { verbs: [], ...Object.fromEntries(all) }
  })
}

/** Roles that together grant some rules, sometimes wider ones; sometimes one is missing. */
function covering(
  random: Random,
  rules: readonly RuleObject[],
  subject: SubjectObject,
  namespace: string | undefined,
  prefix: string,
): readonly KubeObject[] {
  const parts = random
    .shuffled(rules)
    .flatMap((rule) => (random.chance(0.3) ? rule.verbs.map((verb) => ({ ...rule, verbs: [verb] })) : [rule]))
    .filter(() => random.chance(0.96))
    .map((rule) => wider(random, rule))
  const groups = random.chance(0.5) ? [parts] : parts.map((part) => [part])
  return groups.flatMap((group, index) => {
    const name = `${prefix}cover${index}`
    const inNamespace = namespace !== undefined && group.every(({ nonResourceURLs }) => nonResourceURLs === undefined)
    const scope = inNamespace && random.chance(0.5) ? namespace : undefined
    const kind = scope !== undefined && random.chance(0.5) ? 'Role' : 'ClusterRole'
    return [
      roleObject(name, group, kind === 'Role' && scope !== undefined ? { namespace: scope } : {}),
      bindingObject(name, { kind, name }, [subject], scope),
    ]
  })
}

function wider(random: Random, rule: RuleObject): RuleObject {
  const { apiGroups, resources, resourceNames, nonResourceURLs, verbs } = rule
  if (random.chance(0.5)) return rule
  if (nonResourceURLs !== undefined) {
    return { nonResourceURLs: nonResourceURLs.map((url) => random.pick([url, `${url}*`, '/*', '*'])), verbs }
  }
  return {
    apiGroups: random.pick([apiGroups ?? [], ['*'], random.shuffled(['batch', ...(apiGroups ?? [])])]),
    resources: random.pick([
      resources ?? [],
      ['*'],
      (resources ?? []).map((one) => (one.includes('/') ? one.replace(/^[^/]*/, '*') : one)),
    ]),
    ...(resourceNames && random.chance(0.6) && { resourceNames: random.shuffled(['other', ...resourceNames]) }),
    verbs: random.pick([verbs, ['*'], random.shuffled(['watch', ...verbs])]),
  }
}

function subjectFor(random: Random, { username = '', groups = [] }: VectorCheck['user']): SubjectObject {
  const [, , namespace, name] = username.split(':')
  if (namespace !== undefined && name !== undefined) return { kind: 'ServiceAccount', namespace, name }
  const group = random.pick(groups.length === 0 ? [''] : groups)
  return group !== '' && random.chance(0.3) ? { kind: 'Group', name: group } : { kind: 'User', name: username }
}
