import { type Diagnostic, readPolicy } from '@authz-playground/engine'
import type { Difference } from '@authz-playground/engine/vectors'
import type { DocumentVector, ReadDocument } from './document-vector.ts'
import { leftDifferences } from './left.ts'

/** What the engine reads otherwise in a text than kubectl and kube-apiserver. Empty where they agree. */
export function documentDifferences(vector: DocumentVector): readonly Difference[] {
  const policy = readPolicy(vector.text)
  // What an object that is refused for its managed fields would have changed is not known here.
  const managed = vector.documents.some(isOfManagedFields)
  const ours = policy.diagnostics.filter(
    ({ severity, code }) => severity === 'error' && !(managed && code === 'changed-role-ref'),
  )
  const alone = new Set(vector.documents.filter(({ by }) => by !== undefined).map(nameOf))
  // kubectl applies the object with the last of its keys, and the API server, asked with all of them, refuses it.
  const twice = vector.documents.some(({ errors = [] }) => errors.some((error) => error.includes('already set in map')))
  const updates = (vector.applied?.refused ?? [])
    .filter((one) => !twice && !alone.has(nameOf(one)) && isOfRole(one))
    .map(withRoleAlone)
  const refusals = [...vector.documents, ...updates]
    .filter(({ by }) => by !== undefined)
    .filter(isOfRBAC)
    .map(withoutManagedFields)
  const others = policy.notRead.map(({ kind }) => `no matches for kind ${JSON.stringify(kind)}`)
  const theirs = refusals.filter(
    (one) =>
      one.errors.length > 0 && !isLeftAlone(one, others) && !isOfPatch(one) && !(ours.length === 0 && isOfItems(one)),
  )
  const refused = theirs.length > 0
  if (refused !== ours.length > 0) {
    return [{ field: 'refused', expected: theirs.flatMap(({ errors }) => errors ?? []), found: ours.map(detailOf) }]
  }
  const details = ours.map(detailOf)
  // An anchor inside of what it names is found last there, and as it is read here.
  const itself = details.some((one) => one.endsWith('value contains itself'))
  const missing = theirs
    .filter((one) => !(itself && one.by === 'kubectl') && !isOfItems(one) && !isOfLabels(one))
    .flatMap(wordsOf)
    .filter(({ words, exact }) => !details.some((one) => says(one, words, exact)))
  const more = theirs.some(endsEarly)
    ? []
    : details.filter((one) => ![...theirs, ...(vector.applied?.refused ?? [])].some((their) => explains(their, one)))
  const left = refused ? [] : leftDifferences(policy, vector.applied)
  return [
    ...left,
    ...(missing.length === 0
      ? []
      : [{ field: 'missing', expected: missing.map(({ words }) => words), found: details }]),
    ...(more.length === 0
      ? []
      : [{ field: 'more', expected: theirs.flatMap(({ errors }) => errors ?? []), found: more }]),
  ]
}

/** Objects of other kinds the engine does not read. What has no object kubectl did not get to read. */
function isOfRBAC({ object }: ReadDocument): boolean {
  return object === undefined || /^(?:Cluster)?Role(?:Binding)? /i.test(object)
}

/** Of an object that is there already the engine knows which role it was bound to, and none of what a cluster notes. */
function isOfRole({ errors = [] }: ReadDocument): boolean {
  return errors.some((error) => error.startsWith('roleRef: '))
}

function withRoleAlone(one: ReadDocument): ReadDocument {
  return { ...one, errors: (one.errors ?? []).filter((error) => error.startsWith('roleRef: ')) }
}

/** Without the namespace, which a Status does not tell. */
function nameOf({ object = '' }: ReadDocument): string {
  return object.replace(/ .*\//, ' ')
}

/**
 * Who managed which field the API server works out itself, and what it keeps of what it is told the engine cannot know. A
 * name that is made of a prefix repeats what is wrong with that.
 */
function withoutManagedFields(one: ReadDocument): ReadDocument & { readonly errors: readonly string[] } {
  const { errors = [] } = one
  const prefix = errors.some((error) => error.startsWith('metadata.generateName: '))
  const left = errors.filter(
    (error) => !error.startsWith('metadata.managedFields[') && !(prefix && error.startsWith('metadata.name: ')),
  )
  return { ...one, errors: left }
}

function isOfManagedFields({ errors = [] }: ReadDocument): boolean {
  return errors.some((error) => error.startsWith('metadata.managedFields['))
}

function detailOf({ detail, message }: Diagnostic): string {
  return detail ?? `(no detail: ${message})`
}

/** Whether all that is said is that there is no such kind, which the engine leaves to the cluster. */
function isLeftAlone({ by, errors = [] }: ReadDocument, others: readonly string[]): boolean {
  return by === 'kubectl' && errors.every((error) => others.some((other) => error.includes(other)))
}

/** Of an object that is there before, kubectl sends what differs; what is wrong with it was said of the whole object. */
function isOfPatch({ errors = [] }: ReadDocument): boolean {
  return errors.every((error) => error.startsWith('patch: '))
}

/** Where kubectl knows no such version it looks for labels that are given twice, and runs on behind labels that are null. */
function isOfLabels({ errors = [] }: ReadDocument): boolean {
  return errors.every((error) => error.includes(': duplicate key: '))
}

/** kubectl takes whatever has items for a list; the engine looks at the kind. */
function isOfItems({ errors = [] }: ReadDocument): boolean {
  return errors.every((error) => error.includes('struct field decodeList.items'))
}

interface Words {
  readonly words: string
  /** Whether the words are all of a detail, not a part of what kubectl says around it. */
  readonly exact: boolean
}

function wordsOf({ by, errors = [] }: ReadDocument): readonly Words[] {
  return errors
    .flatMap(ofSchema)
    .flatMap(eachOnce)
    .map((error) => ({ words: withoutHandling(error), exact: by === 'kube-apiserver' }))
}

/**
 * What kubectl says of a list by the server's schema, error by error. Of a field of the wrong name or type in it, or of
 * one that is missing, the engine has the API server's words.
 */
function ofSchema(error: string): readonly string[] {
  const [, said = ''] = /^error validating "policy.yaml": error validating data: (.*); if you choose/s.exec(error) ?? []
  if (!/ValidationError|unknown object type/.test(said)) return [error]
  return said
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/, (?=ValidationError\(|unknown object type |apiVersion |kind |invalid object )/)
    .filter((one) => !one.startsWith('ValidationError(') || ONLY_KUBECTL.test(one))
}

/** Null, and what is wrong with an object in a list of one kind, or with such a list itself. */
const ONLY_KUBECTL = /: unknown object type "nil"|^ValidationError\(\w+List(?:\.items(?:\[\d+\])?)?\): /

/** Keys that are given twice are one error of the YAML reader, with a line for each. */
function eachOnce(error: string): readonly string[] {
  const [first = '', ...lines] = error.split('\n')
  return first.endsWith('yaml: unmarshal errors:') ? lines.map((line) => `${first}\n${line}`) : [error]
}

/** What an object that is none is called in front of the reason. */
function withoutHandling(error: string): string {
  const unrecognized = /^the object provided is unrecognized \(must be of type \w+\): (.*) \([^)]*\)$/s.exec(error)?.[1]
  if (unrecognized !== undefined) return unrecognized
  return error.replace(/^[A-Za-z]+ in version "[^"]*" cannot be handled as an? [A-Za-z]+: /, '')
}

function says(detail: string, words: string, exact: boolean): boolean {
  return exact ? detail === words : words.includes(detail)
}

const NO_SUCH_PATH = 'the server could not find the requested resource'

/** Whether more may be wrong than is said, since reading ended there. */
function endsEarly({ by, errors = [] }: ReadDocument): boolean {
  return by === 'kubectl' || errors.some((error) => withoutHandling(error) !== error || error === NO_SUCH_PATH)
}

function explains({ errors = [], further = [] }: ReadDocument, detail: string): boolean {
  return [...errors, ...further].flatMap(eachOnce).some((error) => withoutHandling(error) === detail)
}
