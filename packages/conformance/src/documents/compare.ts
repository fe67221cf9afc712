import { type Diagnostic, readPolicy } from '@authz-playground/engine'
import type { DocumentVector, ReadDocument } from './document-vector.ts'

/** What the engine says otherwise than upstream. Empty where both agree. */
export interface DocumentDifference {
  readonly field: string
  readonly expected: unknown
  readonly found: unknown
}

/** Compares what the engine reads in a text with what kubectl and kube-apiserver read. */
export function documentDifferences(vector: DocumentVector): readonly DocumentDifference[] {
  const policy = readPolicy(vector.text)
  const ours = policy.diagnostics.filter(({ severity }) => severity === 'error')
  const refusals = [...vector.documents, ...(vector.applied?.refused ?? [])].filter(({ by }) => by !== undefined)
  const others = policy.notRead.length > 0
  const theirs = refusals.filter((one) => !(others && isOfAnotherKind(one)))
  const refused = theirs.length > 0
  if (refused !== ours.length > 0) {
    return [{ field: 'refused', expected: theirs.flatMap(({ errors }) => errors ?? []), found: ours.map(detailOf) }]
  }
  const details = ours.flatMap((one) => (one.code === 'missing-role-ref' ? detailOf(one).split('\n') : [detailOf(one)]))
  const missing = theirs.flatMap(wordsOf).filter(({ words, exact }) => !details.some((one) => says(one, words, exact)))
  const more = theirs.some(endsEarly) ? [] : details.filter((one) => !theirs.some((their) => explains(their, one)))
  return [
    ...(missing.length === 0
      ? []
      : [{ field: 'missing', expected: missing.map(({ words }) => words), found: details }]),
    ...(more.length === 0
      ? []
      : [{ field: 'more', expected: theirs.flatMap(({ errors }) => errors ?? []), found: more }]),
  ]
}

function detailOf({ detail, message }: Diagnostic): string {
  return detail ?? `(no detail: ${message})`
}

function isOfAnotherKind({ by, errors = [] }: ReadDocument): boolean {
  return by === 'kubectl' && errors.every((error) => error.includes('no matches for kind'))
}

interface Words {
  readonly words: string
  /** Whether the words are all of a detail, not a part of what kubectl says around it. */
  readonly exact: boolean
}

function wordsOf({ by, errors = [] }: ReadDocument): readonly Words[] {
  return errors
    .filter((error) => !error.includes('ValidationError('))
    .flatMap(eachOnce)
    .map((error) => ({ words: withoutHandling(error), exact: by === 'kube-apiserver' }))
}

/** Keys that are given twice are one error of the YAML reader, with a line for each. */
function eachOnce(error: string): readonly string[] {
  const [first = '', ...lines] = error.split('\n')
  return first.endsWith('yaml: unmarshal errors:') ? lines.map((line) => `${first}\n${line}`) : [error]
}

/** What an object that is none is called in front of the reason. */
function withoutHandling(error: string): string {
  return error.replace(/^[A-Za-z]+ in version "[^"]*" cannot be handled as an? [A-Za-z]+: /, '')
}

function says(detail: string, words: string, exact: boolean): boolean {
  return exact ? detail === words : words.includes(detail)
}

/** Whether more may be wrong than is said, since reading ended there. */
function endsEarly({ by, errors = [] }: ReadDocument): boolean {
  return by === 'kubectl' || errors.some((error) => withoutHandling(error) !== error)
}

function explains({ errors = [], further = [] }: ReadDocument, detail: string): boolean {
  return [...errors, ...further].flatMap(eachOnce).some((error) => withoutHandling(error) === detail)
}
