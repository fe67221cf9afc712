import { type Cluster, discoveryOf } from '../cluster/index.ts'
import { DESIGN_LIST } from '../designs/index.ts'
import { METHOD_OF_VERB } from '../http/index.ts'
import {
  ANY_VERSION,
  type Discovery,
  extraKeyOf,
  findResource,
  MODES,
  type PolicyRule,
  resourceName,
  resourceParts,
  serviceAccountOf,
} from '../kube/index.ts'
import { RULE_NAMES } from '../lint/index.ts'
import { type SubjectName, subjectNamed, subjectsOf } from '../query/index.ts'
import { wordOfUsername } from './goal-user.ts'
import { expectedAfter } from './read-goal.ts'
import type { NameKind } from './sentence.ts'
import { quotedPair, quotedWord } from './words.ts'

/** A proposal at a place in a goal. */
export interface GoalCompletion {
  /** What replaces the text from `start` to `end`, which are UTF-16 code units of the sentence. */
  readonly insert: string
  readonly start: number
  readonly end: number
  /** What it is, in a word or two: “user”, “verb”. Empty for words of the grammar. */
  readonly detail: string
}

/** The names that goals about a policy can use, the most likely first. */
export interface GoalNames {
  readonly subjects: readonly SubjectName[]
  readonly namespaces: readonly string[]
  /** As a goal writes them: `pods`, `deployments/scale`, `foos.example.com`. */
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** Names of objects that rules list. */
  readonly objects: readonly string[]
  /** Names of rules for `uids`. */
  readonly uids: readonly string[]
  /** As a goal writes them, of rules for `userextras/KEY`: `reason=audit`; `reason=` where the rule lists no values. */
  readonly extras: readonly string[]
  readonly discovery: Discovery
}

/** Resources that people ask about, for policies that name few. */
const USUAL = ['pods', 'deployments', 'secrets', 'configmaps', 'services', 'nodes', 'namespaces', 'serviceaccounts']

/** The names in a policy, and those that every cluster has. */
export function goalNames(cluster: Cluster): GoalNames {
  const { policy, defaultRoles } = cluster
  const discovery = discoveryOf(cluster)
  const rules = policy.roles.flatMap((role) => role.rules)
  const own = subjectsOf({ bindings: policy.bindings })
  const more = defaultRoles === undefined ? [] : subjectsOf({ bindings: defaultRoles.bindings })
  const named = rules.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => resourceWord(group, resource, discovery) ?? [])),
  )
  const every = discovery.resources.map(
    ({ apiGroup, resource }) => resourceWord(apiGroup, resource, discovery) ?? resource,
  )
  const verbs = rules.flatMap((rule) => rule.verbs)
  const places = [...policy.roles, ...policy.bindings].map(({ namespace }) => namespace)
  const accounts = own.map(({ namespace }) => namespace)
  return {
    subjects: [...own, ...more],
    namespaces: distinct([...places, ...accounts]),
    resources: distinct([...named, ...USUAL, ...every]),
    verbs: distinct([...METHOD_OF_VERB.keys(), ...verbs, 'impersonate']),
    objects: distinct(rules.flatMap(({ resourceNames }) => resourceNames)),
    uids: distinct(rules.flatMap(({ resources, resourceNames }) => (resources.includes('uids') ? resourceNames : []))),
    extras: distinct(rules.flatMap(extrasOf)),
    discovery,
  }
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((word) => word !== '')
}

/** The extras that a rule names, as a goal writes them. */
function extrasOf({ resources, resourceNames }: Pick<PolicyRule, 'resources' | 'resourceNames'>): readonly string[] {
  const keys = resources.flatMap((resource) => extraKeyOf(resource) || [])
  return keys.flatMap((key) =>
    resourceNames.length === 0
      ? [quotedPair({ key, value: '-' }).slice(0, -1)]
      : resourceNames.map((value) => quotedPair({ key, value })),
  )
}

/** A resource of a rule as a goal writes it; undefined for wildcards. */
function resourceWord(apiGroup: string, combined: string, discovery: Discovery): string | undefined {
  if (apiGroup === '*' || combined.startsWith('*')) return undefined
  const [resource] = resourceParts(combined)
  const plain = findResource(resource, discovery)?.apiGroup === apiGroup
  return plain ? combined : resourceName({ apiGroup, resource: combined })
}

/** The most names that are proposed; all words of the grammar are. */
const MOST = 24

/**
 * What may be written at a place in a goal: words of the grammar, and names of the policy. Takes any text and never throws.
 *
 * @param offset UTF-16 code units
 */
export function completeGoal(text: string, offset: number, known: GoalNames): readonly GoalCompletion[] {
  const before = text.slice(0, offset)
  const [typed = ''] = /(?<![^\s,"])[^\s,"]*$/.exec(before) ?? []
  const start = offset - typed.length
  const beginning = before.slice(0, start)
  if (isInQuotes(beginning)) return []
  const found = proposals(beginning, known).filter(({ insert }) => fits(insert, typed))
  const begins = (one: Proposal): boolean => one.insert.toLowerCase().startsWith(typed.toLowerCase())
  const end = offset + (/^[^\s,"]*/.exec(text.slice(offset))?.[0].length ?? 0)
  const inOrder = [...found.filter(begins), ...found.filter((one) => !begins(one))]
  const names = inOrder.filter(({ detail }) => detail !== '').slice(0, MOST)
  return [...names, ...inOrder.filter(({ detail }) => detail === '')].map(({ insert, detail }) => {
    // A comma follows the word before it at once.
    const comma = insert.startsWith(',')
    const from = comma ? beginning.trimEnd().length : start
    return { insert, detail, start: from, end }
  })
}

function isInQuotes(text: string): boolean {
  return (text.replace(/\\["\\]/g, '').split('"').length - 1) % 2 === 1
}

function fits(insert: string, typed: string): boolean {
  const word = insert.toLowerCase()
  const part = typed.toLowerCase()
  return word !== part && (word.startsWith(part) || (part.length > 1 && word.includes(part)))
}

type Proposal = Pick<GoalCompletion, 'insert' | 'detail'>

const CODES = ['200', '201', '403', '404']
const MODE_VERBS = [...MODES.map((mode) => `impersonate:${mode}`), 'impersonate']

function proposals(beginning: string, names: GoalNames): readonly Proposal[] {
  if (/^\s*under\s+$/.test(beginning)) return DESIGN_LIST.map(({ id }) => ({ insert: `${id},`, detail: 'design' }))
  const answer = proposalsForAnswer(beginning)
  if (answer !== undefined) return answer
  if (/,\s*$/.test(beginning) && isBeforeRequest(beginning, names))
    return ['GET /', 'POST /', 'DELETE /', 'kubectl ', 'curl '].map((insert) => ({ insert, detail: 'request' }))
  const { phrases, names: kinds } = expectedAfter(beginning, names.discovery)
  const words = phrases.map((insert) => ({ insert, detail: '' }))
  return [...kinds.flatMap((kind) => named(kind, names)), ...words]
}

/** After the colon of a request: the code, and the mode. */
function proposalsForAnswer(beginning: string): readonly Proposal[] | undefined {
  if (!/(?:,\s*(?:[A-Z]+\s+\/|kubectl\s|curl\s)\S|^\s*(?:under\s\S+\s*,\s*)?the request\s*:)/.test(beginning))
    return undefined
  if (/:\s+$|the request\s*:\s*$/.test(beginning)) return CODES.map((insert) => ({ insert, detail: 'status code' }))
  if (/:\s*\d{3}\s*,?\s*by\s+$/.test(beginning)) return MODE_VERBS.map((insert) => ({ insert, detail: 'mode' }))
  if (/:\s*\d{3}\s*,\s+$/.test(beginning)) return [{ insert: 'by', detail: '' }]
  return []
}

/** After a comma: whether what is before it is who sends a request. */
function isBeforeRequest(beginning: string, names: GoalNames): boolean {
  const { phrases } = expectedAfter(beginning.trimEnd().slice(0, -1), names.discovery)
  return phrases.includes(', GET /')
}

function named(kind: NameKind, names: GoalNames): readonly Proposal[] {
  const all = (words: readonly string[], detail: string) => words.map((word) => ({ insert: quotedWord(word), detail }))
  switch (kind) {
    case 'a subject':
      return names.subjects.map((subject) => ({
        insert: subjectWord(subject, names.subjects),
        detail: KINDS[subject.kind],
      }))
    case 'a group':
      return all(
        names.subjects.filter((one) => one.kind === 'Group').map(({ name }) => name),
        'group',
      )
    case 'a username':
      return names.subjects
        .filter((one) => one.kind !== 'Group')
        .map(({ kind, namespace, name }) => ({
          insert: quotedWord(kind === 'User' ? wordOfUsername(name) : `${namespace}/${name}`),
          detail: KINDS[kind],
        }))
    case 'a UID':
      return all(names.uids, 'UID')
    case 'an extra':
      return names.extras.map((insert) => ({ insert, detail: 'extra' }))
    case 'a verb':
      return all(names.verbs, 'verb')
    case 'a resource':
      return all(names.resources, 'resource')
    case 'a name':
      return all(names.objects, 'name')
    case 'a namespace':
      return all(names.namespaces, 'namespace')
    case 'a word':
      return [...all(names.verbs, 'verb'), ...all(names.resources, 'resource')]
    case 'the name of a rule of the lint':
      return all(RULE_NAMES, 'rule of the lint')
  }
}

const KINDS = { User: 'user', Group: 'group', ServiceAccount: 'service account' } as const satisfies Readonly<
  Record<SubjectName['kind'], string>
>

/** The shortest word that names a subject. */
function subjectWord({ kind, namespace, name }: SubjectName, known: readonly SubjectName[]): string {
  const account = kind === 'ServiceAccount' ? { namespace, name } : kind === 'User' ? serviceAccountOf(name) : undefined
  if (account !== undefined) return quotedWord(`${account.namespace}/${account.name}`)
  const read = subjectNamed(name, known)
  return quotedWord(read?.kind === kind && read.name === name ? name : `${kind}/${name}`)
}

/** A goal to begin with: a sentence that can be read, for a person to change. */
export interface GoalTemplate {
  /** What it asks, in a few words. */
  readonly title: string
  readonly text: string
}

/** Goals to begin with, with names of the policy where it has some. */
export function goalTemplates({ subjects, namespaces, resources }: GoalNames): readonly GoalTemplate[] {
  const [first] = subjects
  const who = first === undefined ? 'jane' : subjectWord(first, subjects)
  const where = quotedWord(namespaces[0] ?? 'prod')
  const what = resources.find((word) => NAMESPACED.has(word)) ?? 'pods'
  return [
    { title: 'Somebody can do something', text: `${who} can get ${what} in ${where}` },
    { title: 'Somebody cannot do something', text: `${who} cannot get secrets anywhere` },
    { title: 'A request gets an answer', text: `${who}, GET /api/v1/namespaces/${where}/pods: 200` },
    { title: 'Only some can do something', text: `only ${who} can delete ${what} in ${where}` },
    { title: 'Nobody can do something', text: `nobody can get secrets in ${where}` },
    { title: 'Nobody can become a member of system:masters', text: 'nobody can become system:masters' },
    { title: 'Somebody can act as nobody else', text: `${who} cannot act as anybody` },
    { title: 'The policy stays small', text: 'at most 10 rules' },
    { title: 'No rule says a word', text: 'no rule says impersonate' },
    { title: 'The lint finds nothing', text: 'lint finds nothing' },
  ]
}

const NAMESPACED: ReadonlySet<string> = new Set(
  ANY_VERSION.resources
    .filter(({ namespaced, apiGroup }) => namespaced && apiGroup === '')
    .map(({ resource }) => resource),
)
