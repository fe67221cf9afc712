import { visible } from '@authz-playground/engine'
import type { CommandProblem } from './problem.ts'

/** One field that is not as expected. */
export interface FieldDifference {
  readonly field: string
  readonly expected?: unknown
  readonly found?: unknown
}

/** The result of one expectation, or of a file that could not be read. */
export type Checked = {
  readonly file: string
  /** The place, and the design or scenario. */
  readonly name: string
} & (
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'differs'
      readonly differences: readonly FieldDifference[]
      /** The warnings and notes about the texts of the scenario, which may explain the differences. */
      readonly remarks: readonly CommandProblem[]
    }
  | { readonly kind: 'unread'; readonly problems: readonly CommandProblem[] }
)

/** A difference in three lines. */
export function printDifference({ field, expected, found }: FieldDifference): readonly string[] {
  return [field, `  expected ${printed(expected)}`, `  found    ${printed(found)}`]
}

function printed(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function saidOf(checked: Checked): readonly string[] {
  if (checked.kind === 'differs') return checked.differences.flatMap(printDifference)
  if (checked.kind === 'holds') return []
  return checked.problems.map(({ at, message, fix }) =>
    [`${at}: ${message}`, ...(fix === undefined ? [] : [fix])].join(' '),
  )
}

/** Test Anything Protocol, version 14. */
export function forTAP(checked: readonly Checked[]): string {
  const points = checked.map((one, index) => {
    const name = visible(one.name).replace(/\s+/g, ' ').replace(/[\\#]/g, '\\$&')
    const said = saidOf(one).flatMap((text) => visible(text).split('\n'))
    const more = said.length === 0 ? [] : ['  ---', '  message: |', ...said.map((line) => `    ${line}`), '  ...']
    return [`${one.kind === 'holds' ? 'ok' : 'not ok'} ${index + 1} - ${name}`, ...more].join('\n')
  })
  return ['TAP version 14', `1..${checked.length}`, ...points, ''].join('\n')
}

/** JUnit's XML, one suite per file: an expectation that does not hold is a failure, an unreadable file is an error. */
export function forJUnit(checked: readonly Checked[]): string {
  const files = [...new Set(checked.map(({ file }) => file))]
  const suites = files.map((file) => {
    const cases = checked.filter((one) => one.file === file)
    return [`  <testsuite name="${xml(file)}"${counts(cases)}>`, ...cases.map(testCase), '  </testsuite>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="authz-playground"${counts(checked)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function counts(checked: readonly Checked[]): string {
  const of = (kind: Checked['kind']) => checked.filter((one) => one.kind === kind).length
  return ` tests="${checked.length}" failures="${of('differs')}" errors="${of('unread')}"`
}

function testCase(checked: Checked): string {
  const open = `    <testcase classname="${xml(checked.file)}" name="${xml(checked.name)}"`
  if (checked.kind === 'holds') return `${open}/>`
  const [tag, first] =
    checked.kind === 'differs'
      ? ['failure', `${checked.differences.map(({ field }) => field).join(', ')} not as expected`]
      : ['error', checked.problems[0]?.message ?? '']
  return `${open}>\n      <${tag} message="${xml(first)}">${xml(saidOf(checked).join('\n'))}</${tag}>\n    </testcase>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML 1.0, which cannot contain most control characters and lone surrogates. */
export function xml(text: string): string {
  return visible(text)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/\p{Surrogate}|[\ufffe\uffff]/gu, '\ufffd')
}
