import { LineIndex, type RuleDescription } from '@authz-playground/engine'
import { fixInWords } from '@authz-playground/engine/internal/answers'
import { pageOf } from '@authz-playground/engine/internal/lint'
import { editsOf, type Finding, LINT_RULES } from '@authz-playground/engine/policy'
import manifest from '../../package.json' with { type: 'json' }
import { PROGRAM } from '../help.ts'
import { printedJSON } from '../output.ts'
import type { CommandProblem } from '../problem.ts'
import { type LintedFile, pathOf, rangeIn } from './linted-file.ts'

/** The rule of errors that reading reports, which the lint does not find. */
const REFUSED = {
  id: 'refused',
  shortDescription: { text: 'An error: the API server refuses the object, or the text is not YAML.' },
  defaultConfiguration: { level: 'error' },
}

/**
 * The Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code scanning: one run, with the rules that found
 * something, and the changes that mend it. Columns count UTF-16 code units.
 */
export function lintSARIF(linted: readonly LintedFile[], remarks: readonly CommandProblem[]): string {
  const found = linted.flatMap(({ findings }) => findings.map(({ code }) => code))
  const refused = linted.some(({ policy }) => policy.diagnostics.some(({ severity }) => severity === 'error'))
  const rules = [
    ...LINT_RULES.filter(({ name }) => found.some((code) => code === name)).map(ruleOf),
    ...(refused ? [REFUSED] : []),
  ]
  const ids = rules.map(({ id }) => id)
  const paths = [...new Set(linted.map(({ file }) => pathOf(file)))]
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: PROGRAM, semanticVersion: manifest.version, rules } },
        ...invocationsOf(remarks),
        columnKind: 'utf16CodeUnits',
        artifacts: paths.map((path) => ({ location: { uri: uriOf(path) } })),
        results: linted.flatMap((one) => resultsOf(one, paths.indexOf(pathOf(one.file)), ids)),
      },
    ],
  }
  return printedJSON(log, 2)
}

/** What there is to say of the files beside what was found in them; a file that was not read is a failure. */
function invocationsOf(remarks: readonly CommandProblem[]) {
  if (remarks.length === 0) return {}
  const toolExecutionNotifications = remarks.map(({ severity: level, at, message, fix }) => ({
    level,
    message: { text: [message, ...(fix === undefined ? [] : [fixInWords(fix)])].join(' ') },
    ...locationsOf(at),
  }))
  const executionSuccessful = remarks.every(({ severity }) => severity !== 'error')
  return { invocations: [{ executionSuccessful, toolExecutionNotifications }] }
}

/** `rbac/a.yaml:3:5`, `rbac/a.yaml:3` or `rbac/a.yaml` as a location. */
function locationsOf(at: string) {
  const [, name = '', line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(at) ?? []
  if (name === '') return {}
  const region =
    line === undefined ? {} : { region: { startLine: Number(line), ...(column && { startColumn: Number(column) }) } }
  const artifactLocation = { uri: uriOf(pathOf({ name, text: '' })) }
  return { locations: [{ physicalLocation: { artifactLocation, ...region } }] }
}

function ruleOf({ name, severity, summary }: RuleDescription) {
  return {
    id: name,
    shortDescription: { text: summary },
    help: { text: `${pageOf(name)} has a bad and a good example. # lint:ignore ${name} REASON silences it.` },
    defaultConfiguration: { level: severity },
  }
}

function resultsOf(linted: LintedFile, artifact: number, ids: readonly string[]) {
  const uri = uriOf(pathOf(linted.file))
  const location = (region: Finding['range']) => [
    {
      physicalLocation: { artifactLocation: { uri, index: artifact }, region: regionOf(rangeIn(linted.file, region)) },
    },
  ]
  const errors = linted.policy.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, fix, range }) => ({
      ruleId: REFUSED.id,
      ruleIndex: ids.indexOf(REFUSED.id),
      level: 'error',
      message: { text: [message, ...(fix === undefined ? [] : [fix])].join(' ') },
      locations: location(range),
    }))
  const lines = new LineIndex('policy', linted.file.text)
  const findings = linted.findings.map((finding) => {
    const edits = linted.file.within === undefined ? editsOf(linted.policy, finding) : undefined
    return {
      ruleId: finding.code,
      ruleIndex: ids.indexOf(finding.code),
      level: finding.severity,
      message: { text: [finding.message, ...(finding.fix === undefined ? [] : [finding.fix])].join(' ') },
      locations: location(finding.range),
      ...(edits !== undefined && {
        fixes: [
          {
            description: { text: finding.fix ?? 'Mend it.' },
            artifactChanges: [
              {
                artifactLocation: { uri, index: artifact },
                replacements: edits.map(({ span, text }) => ({
                  deletedRegion: regionOf(lines.range(span)),
                  insertedContent: { text },
                })),
              },
            ],
          },
        ],
      }),
    }
  })
  return [...errors, ...findings]
}

function regionOf({ line, column, endLine, endColumn }: Finding['range']) {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

/** A relative reference (RFC 3986) of a path, with slashes. */
function uriOf(path: string): string {
  return path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}
