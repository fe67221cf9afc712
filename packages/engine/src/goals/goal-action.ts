import {
  askedResource,
  type Discovery,
  findResource,
  isKnownVerb,
  knownVerbs,
  nearestResource,
  readResourceWord,
  servedInOtherVersions,
  subresourceMistake,
  verbFix,
} from '../kube/index.ts'
import type { GoalAction } from './goal.ts'
import type { Sentence } from './sentence.ts'
import { quotedWord } from './words.ts'

/** One kind of thing that something is done to. */
export type GoalObject =
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'resource'
      readonly apiGroup: string
      readonly apiVersion: string
      readonly resource: string
      readonly subresource: string
      /** Undefined where that is not known, as of a custom resource without a definition. */
      readonly namespaced: boolean | undefined
    }

/** Reads what is done: “get and list pods, services named web in prod”. */
export function readAction(sentence: Sentence, discovery: Discovery): GoalAction {
  const verbs = sentence.names('a verb', 'Write verbs of RBAC: get, list, watch, create, update, patch, delete.')
  const what = sentence.names('a resource', 'Write a resource such as pods or deployments.apps, or a path.')
  const objects = what.map((word) => objectOf(word, verbs, discovery, sentence))
  const ofPaths = objects.filter(({ kind }) => kind === 'path').length
  if (ofPaths > 0 && ofPaths < objects.length)
    throw sentence.wrong('Paths and resources are in one list.', 'Make two goals of them.')
  for (const verb of verbs) checkVerb(verb, ofPaths > 0, sentence)
  const name = sentence.take('named') ? sentence.name('a name', 'Write the name of the object.') : undefined
  const scope = readScope(sentence)
  const action: GoalAction = { verbs, what, ...(name !== undefined && { name }), ...(scope && { scope }) }
  if (ofPaths > 0) {
    const query = what.find((path) => path.includes('?'))
    if (query !== undefined)
      throw sentence.wrong('Rules know no query of a path.', 'Leave out “?” and what follows it.', query)
    if (name !== undefined || scope !== undefined)
      throw sentence.wrong('A path has neither a name nor a namespace.', 'Leave that out.')
    return action
  }
  const within = objects.some((one) => one.kind === 'resource' && one.namespaced === true)
  const outside = objects.find((one) => one.kind === 'resource' && one.namespaced === false)
  if (within && scope === undefined)
    throw sentence.mistake('a namespace', 'Write “in NAMESPACE”, “in all namespaces” or “anywhere”.')
  if (outside?.kind === 'resource' && scope !== undefined && scope !== 'everywhere')
    throw sentence.wrong(`${outside.resource} are in no namespace.`, 'Leave out the namespace.')
  return action
}

/** Whether an action is to impersonate users or service accounts, which constrained modes allow by other verbs. */
export function isAboutImpersonation({ verbs, what }: GoalAction): boolean {
  return verbs.includes('impersonate') && what.some((word) => word === 'users' || word === 'serviceaccounts')
}

function checkVerb(verb: string, ofPath: boolean, sentence: Sentence): void {
  if (isKnownVerb(verb, ofPath)) return
  const fix = verbFix(verb, ofPath) ?? `Verbs here are ${knownVerbs(ofPath).join(', ')}.`
  throw sentence.wrong(`“${verb.slice(0, 40)}” is not a verb of RBAC.`, fix, verb)
}

const OTHER_VERSION = 'Choose a version of Kubernetes that serves it.'

/** The object that a word names. Throws a mistake where it names none. */
function objectOf(word: string, verbs: readonly string[], discovery: Discovery, sentence: Sentence): GoalObject {
  const found = goalObject(word, verbs, discovery)
  const { type } = readResourceWord(word)
  if (found !== undefined) {
    const mistake = found.kind === 'resource' ? subresourceMistake(found, type, discovery) : undefined
    if (mistake !== undefined) throw sentence.wrong(mistake.message, mistake.fix ?? OTHER_VERSION, word)
    return found
  }
  const other = findResource(type)?.known
  const inOthers = other && servedInOtherVersions(other, discovery)
  if (inOthers !== undefined) throw sentence.wrong(inOthers, OTHER_VERSION, word)
  const near = nearestResource(type, discovery)
  const fix =
    near === undefined
      ? 'Write the plural with its API group: “foos.example.com”.'
      : `Did you mean “${near}”? A custom resource is written with its API group.`
  throw sentence.wrong(`No resource is called “${type.slice(0, 60)}”.`, fix, word)
}

/** What a word of a goal names: a path, or a resource as rules write it. Undefined where it names neither. */
export function goalObject(word: string, verbs: readonly string[], discovery: Discovery): GoalObject | undefined {
  if (word.startsWith('/')) return { kind: 'path', path: word }
  if (word.endsWith('/')) return undefined
  const { type, subresource } = readResourceWord(word)
  if (type === '*')
    return { kind: 'resource', apiGroup: '*', apiVersion: '', resource: '*', subresource, namespaced: undefined }
  const found = askedResource(type, verbs, discovery)
  if (found === undefined) return undefined
  const { apiGroup, apiVersion, resource, known } = found
  return { kind: 'resource', apiGroup, apiVersion, resource, subresource, namespaced: known?.namespaced }
}

function readScope(sentence: Sentence): GoalAction['scope'] | undefined {
  if (!sentence.take('in'))
    return sentence.take('anywhere') || sentence.takeOther('everywhere') ? 'everywhere' : undefined
  if (sentence.take('all', 'namespaces')) return 'everywhere'
  for (const word of ['every', 'any', 'no']) if (sentence.takeOther(word, 'namespace')) return 'everywhere'
  sentence.takeOther('namespace')
  return { namespace: sentence.name('a namespace', 'Write the name of the namespace.') }
}

/** An action as a sentence has it. */
export function printAction({ verbs, what, name, scope }: GoalAction): string {
  return [
    printList(verbs),
    printList(what),
    ...(name === undefined ? [] : [`named ${quotedWord(name)}`]),
    ...(scope === undefined ? [] : [scope === 'everywhere' ? 'anywhere' : `in ${quotedWord(scope.namespace)}`]),
  ].join(' ')
}

/** Names in a sentence: “a, b and c”. */
function printList(names: readonly string[]): string {
  const quoted = names.map(quotedWord)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
