import { type Diagnostic, type Policy, readPolicy } from '@authz-playground/engine'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import type { Difference } from '@authz-playground/engine/internal/vectors'
import { appliedDifferences } from './applied-objects.ts'
import type { DocumentVector, VectorDocument } from './document-vector.ts'

/** The differences between the engine and kubectl with kube-apiserver in reading a text. Empty where they agree. */
export function documentDifferences(vector: DocumentVector): readonly Difference[] {
  const policy = readPolicy(vector.text, { version: UNNAMED_VERSION })
  const errors = policy.diagnostics.filter(({ severity }) => severity === 'error')
  const last = Math.max(0, ...vector.documents.map(placeOf))
  // kubectl stops where no document can begin, and the engine continues: its diagnostics from there on belong to the
  // last document.
  const inDocument = ({ range }: Diagnostic) =>
    Math.min(policy.documents.filter(({ end }) => end <= range.start).length, last)
  const ofUpdates = errors.filter(({ code }) => code === 'changed-role-ref')
  const ofObjects = errors.filter(({ code }) => code !== 'changed-role-ref')
  const differences = Array.from({ length: last + 1 }).flatMap((_, index) =>
    differencesIn(
      vector.documents.filter((one) => placeOf(one) === index),
      ofObjects.filter((one) => inDocument(one) === index),
      policy,
    ),
  )
  const left = errors.length > 0 ? [] : appliedDifferences(policy, vector.applied)
  return [...differences, ...updateDifferences(vector, ofUpdates), ...left]
}

function placeOf(one: VectorDocument): number {
  return one.in ?? 0
}

/** The differences in one document of the stream, which may be a list of several objects. */
function differencesIn(
  documents: readonly VectorDocument[],
  ours: readonly Diagnostic[],
  policy: Policy,
): readonly Difference[] {
  const details = ours.map(detailOf)
  const others = policy.notRead.map(
    ({ apiVersion, kind }) => `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`,
  )
  const theirs = documents
    .filter(({ by }) => by !== undefined)
    .map(withoutManagedFields)
    .filter((one) => one.errors.length > 0)
    .filter((one) => ours.length > 0 || !(isLeftAlone(one, others) || isOfItems(one) || !isOfRBAC(one)))
  const expected = theirs.flatMap(({ errors }) => errors)
  if (theirs.length > 0 !== ours.length > 0) return [{ field: 'refused', expected, found: details }]
  // kubectl reports an anchor inside its own node last, the engine where it reads it.
  const itself = details.some((one) => one.endsWith('value contains itself'))
  // An object before an unread one is not read either where no `---` separates them.
  const lost = details.some((one) => one.includes('key "kind" already set in map')) && holdsOther(policy, ours)
  const missing = (lost ? [] : theirs.filter(isOfRBAC))
    .filter(
      (one) => !(itself && one.by === 'kubectl') && !isLeftAlone(one, others) && !isOfItems(one) && !isOfLabels(one),
    )
    .flatMap(wordsOf)
    .filter(({ words, exact }) => !details.some((one) => says(one, words, exact)))
    .map(({ words }) => words)
  const more = theirs.some(endsEarly) ? [] : details.filter((one) => !theirs.some((their) => explains(their, one)))
  return [
    ...(missing.length === 0 ? [] : [{ field: 'missing', expected: missing, found: details }]),
    ...(more.length === 0 ? [] : [{ field: 'more', expected, found: more }]),
  ]
}

/** The differences in the errors about repeated objects, which the API server checks together. */
function updateDifferences(vector: DocumentVector, ours: readonly Diagnostic[]): readonly Difference[] {
  // The effect of an object that is refused for its managed fields is not known here.
  if (vector.documents.some(isOfManagedFields)) return []
  const alone = new Set(vector.documents.filter(({ by }) => by !== undefined).map(nameOf))
  // kubectl applies the object with the last of its repeated keys, but the API server refuses it with all of them.
  const twice = vector.documents.some(({ errors = [] }) => errors.some((error) => error.includes('already set in map')))
  const refused = vector.applied?.refused ?? []
  const details = ours.map(detailOf)
  const missing = refused
    .filter((one) => !twice && !alone.has(nameOf(one)))
    .flatMap(rolesOf)
    .filter((error) => !details.includes(error))
  const said = refused.flatMap(rolesOf)
  const more = vector.documents.some(({ by }) => by !== undefined)
    ? []
    : details.filter((detail) => !said.includes(detail))
  return [
    ...(missing.length === 0 ? [] : [{ field: 'missing update', expected: missing, found: details }]),
    ...(more.length === 0 ? [] : [{ field: 'more updates', expected: said, found: more }]),
  ]
}

/** Of an existing object the engine knows the role of a binding, but no server-side metadata. */
function rolesOf({ errors = [] }: VectorDocument): readonly string[] {
  return errors.filter((error) => error.startsWith('roleRef: '))
}

/** Whether the document of the diagnostics contains an unread object. */
function holdsOther({ documents, notRead }: Policy, diagnostics: readonly Diagnostic[]): boolean {
  const at = (start: number) => documents.findIndex(({ end }) => end > start)
  return notRead.some(({ range }) => diagnostics.some((one) => at(one.range.start) === at(range.start)))
}

/** The engine does not read objects of other kinds. kubectl did not get to a document without an object. */
function isOfRBAC({ object }: VectorDocument): boolean {
  return object === undefined || /^(?:Cluster)?Role(?:Binding)? /i.test(object)
}

/** Without the namespace, which a Status does not contain. */
function nameOf({ object = '' }: VectorDocument): string {
  return object.replace(/ .*\//, ' ')
}

/**
 * The API server computes managed fields itself, and the engine cannot know what it keeps of given ones. A name made
 * from a prefix repeats the errors of the prefix.
 */
function withoutManagedFields(one: VectorDocument): VectorDocument & { readonly errors: readonly string[] } {
  const { errors = [] } = one
  const prefix = errors.some((error) => error.startsWith('metadata.generateName: '))
  const left = errors.filter(
    (error) => !error.startsWith('metadata.managedFields[') && !(prefix && error.startsWith('metadata.name: ')),
  )
  return { ...one, errors: left }
}

function isOfManagedFields({ errors = [] }: VectorDocument): boolean {
  return errors.some((error) => error.startsWith('metadata.managedFields['))
}

function detailOf({ detail, message }: Diagnostic): string {
  return detail ?? `(no detail: ${message})`
}

/** Whether the only error is an unknown kind, which the engine leaves to the cluster. */
function isLeftAlone({ by, errors = [] }: VectorDocument, others: readonly string[]): boolean {
  return by === 'kubectl' && errors.every((error) => others.some((other) => error.includes(other)))
}

/** For an unknown version kubectl looks for repeated labels, and continues after labels that are null. */
function isOfLabels({ errors = [] }: VectorDocument): boolean {
  return errors.every((error) => error.includes(': duplicate key: '))
}

/** kubectl treats every object with items as a list; the engine looks at the kind. */
function isOfItems({ errors = [] }: VectorDocument): boolean {
  return errors.every((error) => error.includes('struct field decodeList.items'))
}

interface Words {
  readonly words: string
  /** Whether the words are the whole detail, not a part of kubectl's text around it. */
  readonly exact: boolean
}

function wordsOf({ by, errors = [] }: VectorDocument): readonly Words[] {
  return errors
    .flatMap(ofSchema)
    .flatMap(eachOnce)
    .map((error) => ({ words: withoutHandling(error), exact: by === 'kube-apiserver' }))
}

/**
 * The errors of kubectl about a list, by the server's schema. For a field of the wrong name or type, or a missing one,
 * the engine has the API server's words.
 */
function ofSchema(error: string): readonly string[] {
  const [, said = ''] = /^error validating "policy.yaml": error validating data: (.*); if you choose/s.exec(error) ?? []
  if (!/ValidationError|unknown object type/.test(said)) return [error]
  return said
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/, (?=ValidationError\(|unknown object type |apiVersion |kind |invalid object )/)
    .filter((one) => !one.startsWith('ValidationError(') || ONLY_KUBECTL.test(one))
}

/** Null, and the errors of an object in a list of one kind, or of such a list itself. */
const ONLY_KUBECTL = /: unknown object type "nil"|^ValidationError\(\w+List(?:\.items(?:\[\d+\])?)?\): /

/** Repeated keys are one error of the YAML reader, with a line for each. */
function eachOnce(error: string): readonly string[] {
  const [first = '', ...lines] = error.split('\n')
  return first.endsWith('yaml: unmarshal errors:') ? lines.map((line) => `${first}\n${line}`) : [error]
}

/** The name of a non-object before the reason. */
function withoutHandling(error: string): string {
  const unrecognized = /^the object provided is unrecognized \(must be of type \w+\): (.*) \([^)]*\)$/s.exec(error)?.[1]
  if (unrecognized !== undefined) return unrecognized
  return error.replace(/^[A-Za-z]+ in version "[^"]*" cannot be handled as an? [A-Za-z]+: /, '')
}

function says(detail: string, words: string, exact: boolean): boolean {
  return exact ? detail === words : words.includes(detail)
}

const NO_SUCH_PATH = 'the server could not find the requested resource'

/** Whether there may be more errors, because reading stopped there. */
function endsEarly({ by, errors = [] }: VectorDocument): boolean {
  return by === 'kubectl' || errors.some((error) => withoutHandling(error) !== error || error === NO_SUCH_PATH)
}

function explains({ errors = [], further = [] }: VectorDocument, detail: string): boolean {
  return [...errors, ...further].flatMap(eachOnce).some((error) => withoutHandling(error) === detail)
}
