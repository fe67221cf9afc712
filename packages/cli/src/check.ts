import { type Decided, type Design, loadDesigns, visible } from '@authz-playground/engine'
import { checkExpectations } from '@authz-playground/engine/scenario-file'
import { runScenario } from '@authz-playground/engine/vectors'
import { type Decide, errorsOf, loadDecide } from './decision.ts'
import type { Files } from './files.ts'
import type { CommandWords, Flag } from './flags.ts'
import type { Input } from './input.ts'
import { readInputs } from './inputs.ts'
import { outputOf } from './output.ts'
import { paint, printProblems, type TextStyle } from './paint.ts'
import { type CommandProblem, distinct, problemOf } from './problem.ts'
import { remarksOf } from './remarks.ts'
import { type Checked, forJUnit, forTAP, printDifference } from './reports.ts'
import type { World } from './world.ts'

const FORMS = ['text', 'tap', 'junit'] as const

export const CHECK_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
]

/**
 * Compares answers with the expectations in files. Returns 0 where all hold, 1 where some do not, 2 where one cannot be
 * read.
 */
export async function checkCommand(words: CommandWords, files: Files, world: World): Promise<number> {
  const form = outputOf(words, FORMS)
  const [decide, designs] = await Promise.all([loadDecide(), loadDesigns()])
  const checked = readInputs(words.files, files).flatMap((input): readonly Checked[] => {
    if (input.kind === 'unread')
      return [{ file: input.name, name: input.name, kind: 'unread', problems: input.problems }]
    return input.kind === 'document' ? checkedDocument(decide, input) : checkedVectors(designs, input)
  })
  const unread = checked.flatMap((one) => (one.kind === 'unread' ? one.problems : []))
  const remarks = checked.flatMap((one) => (one.kind === 'differs' ? one.remarks : []))
  const said = distinct([...unread, ...remarks])
  if (said.length > 0) world.err(printProblems(said, paint(world.color.err)))
  world.out(
    form === 'tap'
      ? forTAP(checked)
      : form === 'junit'
        ? forJUnit(checked)
        : forReaders(checked, paint(world.color.out)),
  )
  if (unread.length > 0) return 2
  return checked.every(({ kind }) => kind === 'holds') ? 0 : 1
}

function checkedDocument(decide: Decide, input: Input & { readonly kind: 'document' }): readonly Checked[] {
  const { name: file, document, placeOf, at } = input
  const unread = (name: string, problems: readonly CommandProblem[]): Checked => ({
    file,
    name,
    kind: 'unread',
    problems,
  })
  if (document.expect.length === 0) {
    const message = 'This document expects nothing, so nothing can be compared.'
    return [
      unread(file, [{ severity: 'error', at: file, message, fix: 'Write expect: with the code, or the checks.' }]),
    ]
  }
  const decidedAll: Decided[] = []
  const several = (document.scenario.earlier?.length ?? 0) + (document.scenario.later?.length ?? 0) > 0
  const deciding: Decide = (scenario) => {
    const decided = decide(scenario)
    decidedAll.push(decided)
    return decided
  }
  let remarked: readonly CommandProblem[] | undefined
  const remarks = () => {
    remarked ??= distinct(
      decidedAll.flatMap((one) => [
        ...remarksOf(one, { placeOf: (place) => placeOf(place, one.sent.here) }),
        ...one.sent.requests.flatMap(({ diagnostics }, index) =>
          diagnostics
            .filter(({ severity }) => severity !== 'error')
            .map((diagnostic) => problemOf(diagnostic, placeOf(diagnostic.range, index))),
        ),
      ]),
    )
    return remarked
  }
  return checkExpectations(document, deciding).map((result): Checked => {
    const place = at(['expect', result.index])
    const name = `${place}${several ? ` request ${result.request}` : ''} ${result.design}`
    switch (result.kind) {
      case 'holds':
        return { file, name, kind: 'holds' }
      case 'differs':
        return { file, name, kind: 'differs', differences: result.unmet, remarks: remarks() }
      case 'not-decided':
        return unread(
          name,
          errorsOf(result.errors, (one) => placeOf(one, result.request - 1), file),
        )
      case 'says-nothing': {
        const message = 'This expectation says nothing that could be compared.'
        return unread(name, [{ severity: 'error', at: place, message, fix: 'Write code:, checks: or message:.' }])
      }
    }
  })
}

function checkedVectors(
  designs: readonly Design[],
  { name: file, vectors }: Input & { readonly kind: 'vectors' },
): readonly Checked[] {
  return vectors.flatMap(({ line, vector }) => {
    const place = `${file}:${line}`
    const unread = (name: string, message: string): Checked => {
      return { file, name, kind: 'unread', problems: [{ severity: 'error', at: place, message }] }
    }
    const verdicts = runScenario(vector, designs)
    if (verdicts.length === 0) return [unread(`${place} ${vector.id}`, 'This scenario has no requests.')]
    return verdicts.map(({ request, verdict }): Checked => {
      const name = `${place} ${vector.id}${verdicts.length > 1 ? ` request ${request + 1}` : ''}`
      if (verdict.kind === 'agrees') return { file, name, kind: 'holds' }
      if (verdict.kind === 'beyond') return unread(name, `This cannot be compared: it needs ${verdict.needs}.`)
      return { file, name, kind: 'differs', differences: verdict.differences, remarks: [] }
    })
  })
}

function forReaders(checked: readonly Checked[], painted: TextStyle): string {
  const different = checked.flatMap((one) => (one.kind === 'differs' ? [one] : []))
  const lines = different.map(({ name, differences }) => {
    const lines = differences.flatMap((one) => printDifference(one).map((line) => `  ${visible(line)}\n`))
    return `${painted.bad('not as expected')}: ${painted.noun(visible(name))}\n${lines.join('')}`
  })
  const unread = checked.filter(({ kind }) => kind === 'unread').length
  const compared = checked.length - unread
  const holding = compared - different.length
  const look = holding === checked.length ? painted.good : painted.bad
  const counted = `${holding} of ${compared} ${compared === 1 ? 'expectation holds' : 'expectations hold'}`
  const counts = [...(compared > 0 ? [counted] : []), ...(unread > 0 ? [`${unread} could not be compared`] : [])]
  return `${lines.join('')}${look(counts.join(', '))}\n`
}
