import { isNamespacedResource, type Rule, resourceName } from '../kube/index.ts'
import { subjectInWords, subjectsInWords } from '../rights/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'
import { scopeInWords, verbsInWords } from '../words/index.ts'
import type { NewAccess } from './new-access.ts'

/** What a change opens beside its purpose, in words. */
export interface NewAccessWords {
  /** How many lines the list would have; 0 where it opens nothing. */
  readonly count: number
  /** "Beside this, service account ci/deployer may also delete any deployments.apps in namespace prod." */
  readonly sentence: RichText
  /** A line for each rule, where there are several: "group dev may get any pods in namespace prod". */
  readonly list: readonly RichText[]
}

/** What a change opens, in one sentence and a list. */
export function newAccessInWords(added: readonly NewAccess[]): NewAccessWords {
  const lines = alike(added).map((all) => ({ all, words: [...whoMay(all, ''), ...toDo(all)] }))
  const [only, ...others] = lines
  if (only === undefined) return { count: 0, sentence: ['It opens nothing else.'], list: [] }
  if (others.length === 0)
    return { count: 1, sentence: ['Beside this, ', ...whoMay(only.all, ' also'), ...toDo(only.all), '.'], list: [] }
  const [subject, ...more] = [...new Map(added.map((one) => [JSON.stringify(one.subject), one])).values()]
  const who: RichText =
    more.length > 0 || subject === undefined ? [`${more.length + 1} subjects`] : subjectInWords(subject.subject)
  return {
    count: lines.length,
    sentence: ['Beside this, ', ...who, ' may also do the following.'],
    list: lines.map(({ words }) => words),
  }
}

/** What several subjects get alike is one line. */
function alike(added: readonly NewAccess[]): readonly (readonly NewAccess[])[] {
  const lines = new Map<string, NewAccess[]>()
  for (const one of added) {
    const key = JSON.stringify([one.namespace, one.rule])
    const others = lines.get(key)
    if (others === undefined) lines.set(key, [one])
    else others.push(one)
  }
  return [...lines.values()]
}

function whoMay(all: readonly NewAccess[], also: string): RichText {
  return [...subjectsInWords(all.map(({ subject }) => subject)), ` may${also} `]
}

function toDo([one]: readonly NewAccess[]): RichText {
  return one === undefined ? [] : actionsInWords(one.rule, [one.namespace])
}

/**
 * What a rule allows, after “may”: "delete and get any deployments.apps in namespace prod". `namespaces`: where it does; the
 * empty one is the whole cluster.
 */
export function actionsInWords(rule: Rule, namespaces: readonly string[]): RichText {
  return [...verbsInWords(rule.verbs), ...objectsInWords(rule, namespaces)]
}

/** The objects or paths of a rule, after a verb: "any deployments.apps in namespace prod". */
export function objectsInWords(rule: Rule, namespaces: readonly string[]): RichText {
  const { nonResourceURLs, resourceNames } = rule
  if (nonResourceURLs.length > 0) {
    if (nonResourceURLs.includes('*')) return ['every path']
    return [nonResourceURLs.length === 1 ? 'the path ' : 'the paths ', ...listInWords(nonResourceURLs)]
  }
  const names: RichText = resourceNames.length === 0 ? [] : [' named ', ...listInWords(resourceNames.map(shown), 'or')]
  const isOfOne = names.length === 0 && rule.verbs.every((verb) => OF_ONE_OBJECT.has(verb))
  const any = isOfOne && !rule.resources.includes('*') ? ['any '] : []
  return [...any, ...resourcesInWords(rule), ...names, ' ', ...whereInWords(rule, namespaces)]
}

/** Verbs of requests that name one object, so that a rule without names is about any of them. */
const OF_ONE_OBJECT: ReadonlySet<string> = new Set([
  'get',
  'update',
  'patch',
  'delete',
  'impersonate',
  'bind',
  'escalate',
])

/** "Cluster-wide" is said of objects that are in no namespace, and of wildcards, which some of them may match. */
function whereInWords({ apiGroups, resources }: Rule, namespaces: readonly string[]): RichText {
  const [namespace = '', ...others] = namespaces
  if (others.length > 0) return ['in namespaces ', ...listInWords(namespaces)]
  const isOfAny = [...apiGroups, ...resources].some((one) => one.startsWith('*'))
  const mayBeNamespaced = apiGroups.every((group) =>
    resources.every((one) => isNamespacedResource(group, one) !== false),
  )
  return namespace === '' && mayBeNamespaced && !isOfAny ? ['in any namespace'] : scopeInWords(namespace)
}

function resourcesInWords({ apiGroups, resources }: Rule): RichText {
  const everyGroup = apiGroups.includes('*')
  if (resources.includes('*')) {
    if (everyGroup) return ['every resource']
    const named = listInWords(apiGroups.filter((group) => group !== ''))
    const core: RichText = apiGroups.includes('') ? ['the core group'] : []
    const both: RichText = named.length > 0 && core.length > 0 ? [' and '] : []
    return ['every resource of ', ...core, ...both, ...named]
  }
  if (everyGroup) return [...listInWords(resources), ' of every API group']
  return listInWords(
    apiGroups.flatMap((group) => resources.map((resource) => resourceName({ apiGroup: group, resource }))),
  )
}

function shown(name: string): string {
  return name === '' ? '""' : name
}
