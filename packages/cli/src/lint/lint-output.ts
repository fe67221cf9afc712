import { editsOfAll } from '@authz-playground/engine/internal/lint'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { Finding } from '@authz-playground/engine/policy'
import { printedJSON } from '../output.ts'
import { printProblems, type TextStyle } from '../paint.ts'
import type { CommandProblem } from '../problem.ts'
import { diagnosticsValue } from '../remarks.ts'
import { systemErr, xml } from '../reports.ts'
import { errorsIn, type LintedFile, placeIn, rangeIn } from './linted-file.ts'

/** For people: a finding in two lines, with its place in the format of compilers; then how many there are. */
export function lintText(linted: readonly LintedFile[], painted: TextStyle): string {
  const printed = linted.flatMap((one) => [
    printProblems(errorsIn(one), painted),
    ...one.findings.map((finding) => {
      const { severity, code, message, fix, range } = finding
      const place = painted.noun(visibleLine(placeIn(one.file, range)))
      const kind = severity === 'note' ? painted.noun(severity) : painted.bad(severity)
      const mendable = isMendable(one, finding) ? ' (--fix)' : ''
      return `${place}: ${kind}: ${code}: ${visibleLine(message)}\n${fix === undefined ? '' : `  ${painted.quiet(visibleLine(fix) + mendable)}\n`}`
    }),
  ])
  return `${printed.join('')}${countsIn(linted)}\n`
}

/** Whether --fix mends it: it changes files that are policies, and none with a policy inside. */
function isMendable({ file, policy }: LintedFile, finding: Finding): boolean {
  return file.within === undefined && editsOfAll(policy, [finding]).length > 0
}

function countsIn(linted: readonly LintedFile[]): string {
  const severities = linted.flatMap((one) => [
    ...errorsIn(one).map(() => 'error'),
    ...one.findings.map(({ severity }) => severity),
  ])
  const names = new Set(linted.map(({ file }) => file.name)).size
  const files = `${names} ${names === 1 ? 'file' : 'files'}`
  const counts = ['error', 'warning', 'note'].flatMap((severity) => {
    const count = severities.filter((one) => one === severity).length
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
  })
  return counts.length === 0 ? `Nothing was found in ${files}.` : `${counts.join(', ')} in ${files}.`
}

/** One JSON value: files with their findings, in the order of the text; then what there is to say of the files. */
export function lintJSON(linted: readonly LintedFile[], remarks: readonly CommandProblem[]): string {
  const files = linted.map((one) => ({
    file: one.file.name,
    errors: errorsIn(one).map(({ at, message, fix, detail }) => ({
      at,
      message,
      ...(fix !== undefined && { fix }),
      ...(detail !== undefined && { detail }),
    })),
    findings: one.findings.map((finding) => ({
      rule: finding.code,
      severity: finding.severity,
      ...regionIn(one, finding),
      message: finding.message,
      ...(finding.fix !== undefined && { fix: finding.fix }),
      mendable: isMendable(one, finding),
      page: finding.page,
    })),
  }))
  return printedJSON({ files, ...diagnosticsValue(remarks) }, 2)
}

function regionIn({ file }: LintedFile, finding: Finding) {
  const { line, column, endLine, endColumn } = rangeIn(file, finding.range)
  return { line, column, endLine, endColumn }
}

/**
 * JUnit's XML: a suite a file, with a failure for each warning; a file that is refused is an error. Findings that are notes are not
 * in it.
 */
export function lintJUnit(linted: readonly LintedFile[], remarks: readonly CommandProblem[]): string {
  const suites = linted.map((one, index) => {
    const errors = errorsIn(one).map(({ at, message, fix = '' }) => testCase(one, at, 'error', message, fix))
    const failures = one.findings
      .filter(({ severity }) => severity !== 'note')
      .map(({ code, message, fix = '', range }) =>
        testCase(one, `${placeIn(one.file, range)} ${code}`, 'failure', message, fix),
      )
    const cases = [...errors, ...failures]
    const holds =
      cases.length > 0 ? cases : [`    <testcase classname="${xml(one.file.name)}" name="${xml(one.file.name)}"/>`]
    const counts = { tests: holds.length, failures: failures.length, errors: errors.length }
    return {
      counts,
      text: [
        `  <testsuite name="${xml(one.file.name)}"${attributes(counts)}>`,
        ...holds,
        ...(index === 0 ? systemErr(remarks) : []),
        '  </testsuite>',
      ].join('\n'),
    }
  })
  const sum = (of: 'tests' | 'failures' | 'errors') => suites.reduce((total, { counts }) => total + counts[of], 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="authz-playground lint"${attributes({ tests: sum('tests'), failures: sum('failures'), errors: sum('errors') })}>`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n')
}

function attributes(counts: { readonly tests: number; readonly failures: number; readonly errors: number }): string {
  return ` tests="${counts.tests}" failures="${counts.failures}" errors="${counts.errors}"`
}

function testCase({ file }: LintedFile, name: string, tag: 'failure' | 'error', message: string, fix: string): string {
  return `    <testcase classname="${xml(file.name)}" name="${xml(name)}">\n      <${tag} message="${xml(message)}">${xml(fix)}</${tag}>\n    </testcase>`
}
