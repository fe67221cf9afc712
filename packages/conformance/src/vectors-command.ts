import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import {
  type Difference,
  playScenario,
  type RequestVerdict,
  runScenario,
  type VectorScenario,
  verdictsOf,
} from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from './all-designs.ts'
import { documentDifferences } from './documents/compare.ts'
import { documentsIn } from './documents/fuzz.ts'
import { checkedIn, vectorsIn } from './files.ts'
import { recordedCommands, recordingDisagreement } from './kubectl/recordings.ts'
import { comparedWithAudit } from './let-in.ts'
import { queryDifferences } from './queries/compare.ts'
import { questionsIn } from './queries/query-vector.ts'
import { reviewDifferences } from './reviews/compare.ts'

const USAGE = `pnpm conformance [--vectors FILE]

Answers every request and reads every document of a vectors file (NDJSON, .gz too), or of all checked-in files, with
regressions, and prints where the engine disagrees. For the checked-in files it also answers the scenarios of the
released filters with the design compiled, which must have the same outcome, checks that sentences and Markdown name
the same constraint as the audit event, reads the recorded kubectl commands, answers the questions about policies, and the reviews and later steps that ask about them. Exit status 1 when it disagrees
anywhere, 2 when a file cannot be read.

  --compiled   only the outcomes of the design compiled, which otherwise a separate process compares`

type Print = (line: string) => void

/**
 * Compares the engine with vectors. Returns the exit status, and throws where a file cannot be read.
 * @param args those of the command line
 */
export async function compareVectors(args: readonly string[], print: Print): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { vectors: { type: 'string' }, compiled: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    print(USAGE)
    return 0
  }
  if (values.compiled) return compareCompiled(values.vectors === undefined ? checkedIn() : [values.vectors], print)
  const compiled = values.vectors === undefined ? compareCompiledBeside(print) : undefined
  const files = values.vectors === undefined ? checkedIn() : [values.vectors]
  const vectors = files.map(vectorsIn)
  const scenarios = vectors.flatMap((one) => one.scenarios)
  const texts = vectors.flatMap((one) => one.texts)
  const queries = vectors.flatMap((one) => one.queries)
  const answered = scenarios.map((scenario) => {
    const played = playScenario(scenario, ALL_DESIGNS)
    return { verdicts: verdictsOf(scenario, played), texts: comparedWithAudit(scenario.id, played) }
  })
  const verdicts = answered.flatMap((one) => one.verdicts)
  for (const verdict of verdicts) report(verdict, print)
  for (const [needs, count] of beyond(verdicts)) print(`${count} not compared: they need ${needs}`)
  const disagreeing = verdicts.filter(({ verdict }) => verdict.kind === 'disagrees').length
  const untrue = answered.flatMap((one) => one.texts.wrong)
  for (const { scenario, text, audited = 'no constraint' } of untrue)
    print(`${scenario}:\n  text  ${text}\n  audit ${audited}`)
  print(
    `${answered.reduce((sum, one) => sum + one.texts.spoken, 0)} texts on impersonation, ${untrue.length} not as audited`,
  )
  const commands = values.vectors === undefined ? recordedCommands() : []
  const misread = commands.flatMap((one) => {
    const why = recordingDisagreement(one)
    return why === undefined ? [] : [`${one.command}:\n  ${why}`]
  })
  for (const one of misread) print(one)
  if (commands.length > 0) print(`${commands.length} of them commands of kubectl, ${misread.length} read otherwise`)
  const compared = verdicts.filter(({ verdict }) => verdict.kind !== 'beyond').length
  const documents = texts.reduce((sum, text) => sum + documentsIn(text), 0)
  const otherwise = texts.filter((one) => differsIn(one.id, documentDifferences(one), print)).length
  if (texts.length > 0) print(`${documents} of them documents, in ${texts.length} texts`)
  const asked = questionsIn(queries)
  const answeredOtherwise = queries.filter((one) => differsIn(one.id, queryDifferences(one), print)).length
  if (queries.length > 0)
    print(
      `${asked.whoCan} of them who can, ${asked.rules} the rules of a user, ${answeredOtherwise} of ${queries.length} policies otherwise`,
    )
  const reviews = vectors.flatMap((one) => one.reviews)
  const reviewedOtherwise = reviews.filter((one) => differsIn(one.id, reviewDifferences(one), print)).length
  const reviewed = reviews.reduce((sum, one) => sum + one.reviews.length, 0)
  const steps = reviews.reduce((sum, one) => sum + one.steps.length, 0)
  if (reviews.length > 0)
    print(
      `${reviewed} of them reviews, ${steps} writes whose later steps ask, ${reviewedOtherwise} of ${reviews.length} policies otherwise`,
    )
  const sameWhenCompiled = (await compiled) ?? true
  const all = compared + commands.length + documents + asked.whoCan + asked.rules + reviewed + steps
  const disagree = disagreeing + misread.length + otherwise + answeredOtherwise + reviewedOtherwise
  print(`${all} vectors, ${disagree} disagree`)
  return disagree + untrue.length > 0 || !sameWhenCompiled ? 1 : 0
}

/**
 * Compares the design compiled with the answers of the released filters, without those under an AuthorizationConfiguration: an Allow
 * of its webhooks has no condition, and says nothing about modes.
 */
function compareCompiled(files: readonly string[], print: Print): number {
  const released = files.flatMap((file) => vectorsIn(file).scenarios.filter(isReleased))
  const compiled = released.filter(({ cluster }) => cluster?.authorizationConfig === undefined)
  const verdicts = compiled.flatMap((scenario) => runAs('compiled', scenario))
  for (const verdict of verdicts) report(verdict, print)
  const different = verdicts.filter(({ verdict }) => verdict.kind === 'disagrees').length
  print(`${verdicts.length} of them under compiled, ${different} with another outcome`)
  return verdicts.length > 0 && different === 0 ? 0 : 1
}

/** The same in another process, because it takes as long as all the rest; prints its output. */
async function compareCompiledBeside(print: Print): Promise<boolean> {
  const [, program = ''] = process.argv
  const args = [...process.execArgv, program, '--compiled']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [status, printed] = await Promise.all([ended, text(child.stdout)])
  print(printed.trimEnd())
  return status === 0
}

function report({ scenario, request, verdict }: RequestVerdict, print: Print): void {
  if (verdict.kind === 'disagrees') reportDifferences(`${scenario}, request ${request}`, verdict.differences, print)
}

function differsIn(id: string, differences: readonly Difference[], print: Print): boolean {
  if (differences.length > 0) reportDifferences(id, differences, print)
  return differences.length > 0
}

function reportDifferences(where: string, differences: readonly Difference[], print: Print): void {
  print(`${where}:`)
  for (const { field, expected, found } of differences) {
    print(`  ${field}\n    expected ${JSON.stringify(expected)}\n    found    ${JSON.stringify(found)}`)
  }
}

function beyond(verdicts: readonly RequestVerdict[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { verdict } of verdicts) {
    if (verdict.kind === 'beyond') counts.set(verdict.needs, (counts.get(verdict.needs) ?? 0) + 1)
  }
  return counts
}

/** The part of an answer in which designs with the same outcome agree: without the checks and the text of a refusal. */
const OUTCOME = ['impersonatedUser', 'constraint', 'code'] as const

/** Whether a scenario is one of the released filters', which a design with their outcome must answer as they do. */
export function isReleased({ design = 'constrained', expect }: VectorScenario): boolean {
  return design === 'constrained' && expect !== undefined
}

/** Answers a scenario of the released filters under another design that claims the same outcome, and compares. */
export function runAs(design: string, scenario: VectorScenario): readonly RequestVerdict[] {
  return runScenario({ ...scenario, design, compare: OUTCOME }, ALL_DESIGNS).map((verdict) => ({
    ...verdict,
    scenario: `${verdict.scenario} under ${design}`,
  }))
}
