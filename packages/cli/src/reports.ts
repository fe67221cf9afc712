import { plainText, type RichText } from '@authz-playground/engine'
import { visible } from '@authz-playground/engine/internal/words'
import { paint, printProblems } from './paint.ts'
import type { CommandProblem } from './problem.ts'

/** One field that is not as expected. */
export interface FieldDifference {
  readonly field: string
  readonly expected?: unknown
  readonly found?: unknown
}

/** The result of one expectation, goal or design, or of a file that could not be read. */
export type Checked = {
  readonly of: 'expectation' | 'goal' | 'design'
  readonly file: string
  /** The place, and the design, the scenario or the sentence. */
  readonly name: string
} & (
  | {
      readonly kind: 'holds'
      /** Sentences about a design. */
      readonly facts?: readonly string[]
    }
  | {
      /** A goal that does not hold, or a design with mistakes. */
      readonly kind: 'fails'
      /** The reason, what nearly fits, and lines of the policy, or the mistakes; at least one. */
      readonly why: readonly RichText[]
    }
  | { readonly kind: 'differs'; readonly differences: readonly FieldDifference[] }
  | { readonly kind: 'unread'; readonly problems: readonly CommandProblem[] }
)

/** The results of an input, and the warnings and notes about its texts, which may explain them. */
export interface CheckedInput {
  readonly file: string
  readonly results: readonly Checked[]
  readonly remarks: readonly CommandProblem[]
}

/** A difference in three lines. */
export function printDifference({ field, expected, found }: FieldDifference): readonly string[] {
  return [field, `  expected ${printed(expected)}`, `  found    ${printed(found)}`]
}

function printed(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function saidOf(checked: Checked): readonly string[] {
  if (checked.kind === 'differs') return checked.differences.flatMap(printDifference)
  if (checked.kind === 'fails') return checked.why.map(plainText)
  if (checked.kind === 'holds') return checked.facts ?? []
  return checked.problems.map(({ at, message, fix }) =>
    [`${at}: ${message}`, ...(fix === undefined ? [] : [fix])].join(' '),
  )
}

/** Test Anything Protocol, version 14. */
export function forTAP(inputs: readonly CheckedInput[]): string {
  const checked = inputs.flatMap(({ results }) => results)
  const points = checked.map((one, index) => {
    const name = visible(one.name).replace(/\s+/g, ' ').replace(/[\\#]/g, '\\$&')
    const said = saidOf(one).flatMap((text) => visible(text).split('\n'))
    const more = said.length === 0 ? [] : ['  ---', '  message: |', ...said.map((line) => `    ${line}`), '  ...']
    return [`${one.kind === 'holds' ? 'ok' : 'not ok'} ${index + 1} - ${name}`, ...more].join('\n')
  })
  const comments = linesOf(inputs.flatMap(({ remarks }) => remarks)).map((line) => `# ${line}`)
  return ['TAP version 14', `1..${checked.length}`, ...points, ...comments, ''].join('\n')
}

/** JUnit's XML, one suite per file: an expectation or a goal that does not hold is a failure, an unreadable file is an error. */
export function forJUnit(inputs: readonly CheckedInput[]): string {
  const files = [...new Set(inputs.map(({ file }) => file))]
  const checked = inputs.flatMap(({ results }) => results)
  const suites = files.map((file) => {
    const own = inputs.filter((one) => one.file === file)
    const cases = own.flatMap(({ results }) => results)
    return [
      `  <testsuite name="${xml(file)}"${counts(cases)}>`,
      ...cases.map(testCase),
      ...systemErr(own.flatMap(({ remarks }) => remarks)),
      '  </testsuite>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="authz-playground"${counts(checked)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

/** The warnings and notes of a suite of JUnit; nothing where there are none. */
export function systemErr(remarks: readonly CommandProblem[]): readonly string[] {
  const lines = linesOf(remarks)
  return lines.length === 0 ? [] : [`    <system-err>${xml(lines.join('\n'))}</system-err>`]
}

/** Problems as lines of plain text. */
function linesOf(problems: readonly CommandProblem[]): readonly string[] {
  const text = printProblems(problems, paint(false))
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function counts(checked: readonly Checked[]): string {
  const of = (...kinds: readonly Checked['kind'][]) => checked.filter(({ kind }) => kinds.includes(kind)).length
  return ` tests="${checked.length}" failures="${of('differs', 'fails')}" errors="${of('unread')}"`
}

function testCase(checked: Checked): string {
  const open = `    <testcase classname="${xml(checked.file)}" name="${xml(checked.name)}"`
  if (checked.kind === 'holds') return `${open}/>`
  const [tag, first] = elementOf(checked)
  return `${open}>\n      <${tag} message="${xml(first)}">${xml(saidOf(checked).join('\n'))}</${tag}>\n    </testcase>`
}

/** The element of a test that did not pass, and the first words about it. */
function elementOf(checked: Exclude<Checked, { readonly kind: 'holds' }>): readonly ['failure' | 'error', string] {
  switch (checked.kind) {
    case 'differs':
      return ['failure', `${checked.differences.map(({ field }) => field).join(', ')} not as expected`]
    case 'fails':
      return ['failure', plainText(checked.why[0] ?? [])]
    case 'unread':
      return ['error', checked.problems[0]?.message ?? '']
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML 1.0, which cannot contain most control characters and lone surrogates. */
export function xml(text: string): string {
  return visible(text)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}
