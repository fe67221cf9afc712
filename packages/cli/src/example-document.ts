import { EXAMPLES } from '@authz-playground/examples'
import { argumentOf, DOCUMENTS } from '@authz-playground/examples/arguments'
import {
  type ExpectedCase,
  type JudgedStatement,
  judgedClaim,
  judgedIntent,
  looksLikeClaim,
  looksLikeIntent,
  readArgument,
  readIntent,
} from '@authz-playground/examples/documents'
import { intentOf } from '@authz-playground/examples/intents'
import type { Decide } from './decision.ts'
import type { InputFile } from './files.ts'
import { type Input, placesOfValues } from './input.ts'
import { type CommandProblem, problemOf, Refused } from './problem.ts'
import type { Checked, CheckedInput } from './reports.ts'
import { printPlace } from './text-places.ts'

/** The document of a claim or an intent. */
export interface StatingInput {
  readonly kind: 'claim' | 'intent'
  readonly name: string
  readonly file: InputFile
  readonly judged: (decide: Decide) => readonly JudgedStatement[]
  /** What cases of a claim expect beside their results. */
  readonly expected: readonly ExpectedCase[]
}

/** Whether a text looks like a document of a claim or an intent. */
export function looksLikeStating(text: string): boolean {
  return looksLikeClaim(text) || looksLikeIntent(text)
}

/** Reads the document of a claim or an intent; undefined where a file is something else. Throws `Refused` with its mistakes. */
export function readStatingInput(file: InputFile): StatingInput | undefined {
  const { name, text } = file
  if (looksLikeClaim(text)) {
    const { made, expected, diagnostics } = readArgument(name, text, Object.keys(DOCUMENTS), EXAMPLES)
    if (made === undefined) throw new Refused(...diagnostics.map((one) => problemOf(one, printPlace(name, one.range))))
    return { kind: 'claim', name, file, judged: (decide) => judgedClaim(argumentOf(made), decide), expected }
  }
  if (!looksLikeIntent(text)) return undefined
  const { made, diagnostics } = readIntent(name, text, DOCUMENTS)
  if (made === undefined) throw new Refused(...diagnostics.map((one) => problemOf(one, printPlace(name, one.range))))
  return { kind: 'intent', name, file, judged: (decide) => judgedIntent(intentOf(made), decide), expected: [] }
}

/** Compares what a claim or an intent states with what the designs answer. */
export function checkedStating({ file, judged }: StatingInput, decide: Decide): CheckedInput {
  const at = placesOfValues(file)
  const results = judged(decide).map(({ path, what, differences, errors }): Checked => {
    const place = at(path)
    const about = { of: 'expectation', file: file.name, name: `${place} ${what}` } as const
    // A place in the texts of its scenarios is none of the document.
    const problems: readonly CommandProblem[] = errors.map((one) => problemOf(one, place))
    if (problems.length > 0) return { ...about, kind: 'unread', problems }
    return differences.length > 0 ? { ...about, kind: 'differs', differences } : { ...about, kind: 'holds' }
  })
  return { file: file.name, results, remarks: [] }
}

/** What cases of a claim expect beside their results, each as a scenario document whose places are those of the claim. */
export function expectingDocuments({
  file,
  expected,
}: StatingInput): readonly (Input & { readonly kind: 'document' })[] {
  const { name, text } = file
  const inDocument = placesOfValues(file)
  return expected.map(({ name: of, scenario, expect }) => {
    const at: typeof inDocument = (path, offset) => inDocument(['cases', of, ...path], offset)
    const document = { title: '', explanation: '', scenario, expect }
    return { kind: 'document', name, text, document, placeOf: () => at([]), at }
  })
}
