import { type Decided, type Design, loadDesigns, type Scenario } from '@authz-playground/engine'
import { checkExpectations } from '@authz-playground/engine/documents'
import { unjudged } from '@authz-playground/engine/internal/answers'
import { runScenario } from '@authz-playground/engine/internal/vectors'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { CommandWorld } from './command.ts'
import { type Decide, errorsOf, loadDecide, userNotes } from './decision.ts'
import { checkedDesign, type DesignInput, readDesignInput } from './design-file.ts'
import { checkedStating, expectingDocuments, readStatingInput, type StatingInput } from './example-document.ts'
import type { Files } from './files.ts'
import type { CommandWords, Flag } from './flags.ts'
import { checkedGoals } from './goals/check-goals.ts'
import { GOALS_FLAGS, type GoalsInput, type GoalsPolicies, goalsPolicies, readGoalsInput } from './goals/goals-input.ts'
import type { Input } from './input.ts'
import { type ReadInputs, readInputs } from './inputs.ts'
import { outputOf } from './output.ts'
import { paint, type TextStyle } from './paint.ts'
import { placedRemarks } from './placed-remarks.ts'
import { type CommandProblem, distinct, Refused, refusedInput } from './problem.ts'
import { placedRemark } from './query/question.ts'
import { type Checked, type CheckedInput, forJUnit, forTAP, printDifference } from './reports.ts'
import type { PlaceOf } from './text-places.ts'

const FORMS = ['text', 'tap', 'junit'] as const

export const CHECK_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  ...GOALS_FLAGS,
]

/**
 * Compares answers with the expectations in files, and judges goals and designs. Returns 0 where all hold, 1 where some do not, 2
 * where one cannot be read.
 */
export async function checkCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const [decide, designs] = await Promise.all([loadDecide(), loadDesigns()])
  const inputs = readInputs<OtherInput>(words.files, files, {
    other: (file) => readDesignInput(file) ?? readStatingInput(file) ?? readGoalsInput(file),
  })
  const policies = goalsPolicies(words, files, inputs)
  const judged = new Set(inputs.flatMap((one) => (isOther(one) ? [one.name] : [])))
  const all = inputs.map((input): CheckedInput => {
    const checked = checkedInput(decide, designs, input, policies)
    // A document with goals, or a design, was left out of the policy of another one, and is judged itself.
    return { ...checked, remarks: world.remarks.of(distinct(checked.remarks.filter(({ at }) => !judged.has(at)))) }
  })
  const checked = all.flatMap(({ results }) => results)
  const unread = checked.flatMap((one) => (one.kind === 'unread' ? one.problems : []))
  world.remarks.add([...unread, ...all.flatMap(({ remarks }) => remarks)])
  world.out(
    form === 'tap' ? forTAP(all) : form === 'junit' ? forJUnit(all) : forReaders(checked, paint(world.color.out)),
  )
  if (unread.length > 0) return 2
  return checked.every(({ kind }) => kind === 'holds') ? 0 : 1
}

type OtherInput = GoalsInput | DesignInput | StatingInput

function isOther({ kind }: ReadInputs<OtherInput>[number]): boolean {
  return kind !== 'unread' && kind !== 'document' && kind !== 'vectors'
}

function checkedInput(
  decide: Decide,
  designs: readonly Design[],
  input: ReadInputs<OtherInput>[number],
  policies: GoalsPolicies,
): CheckedInput {
  const { name: file } = input
  switch (input.kind) {
    case 'unread':
      return {
        file,
        results: [{ of: 'expectation', file, name: file, kind: 'unread', problems: input.problems }],
        remarks: [],
      }
    case 'document':
      return { file, ...checkedDocument(decide, input, policies) }
    case 'vectors':
      return { file, results: checkedVectors(designs, input), remarks: [] }
    case 'design':
      return checkedDesign(input)
    case 'claim':
    case 'intent':
      return checkedStatements(decide, input)
    case 'goals':
      return { file, ...checkedGoalsInput(decide, input, policies) }
  }
}

/** What a claim or an intent states, and what cases of a claim expect beside it. */
function checkedStatements(decide: Decide, input: StatingInput): CheckedInput {
  const stated = checkedStating(input, decide)
  const expected = expectingDocuments(input).map((document) => checkedExpectations(decide, document))
  return { ...stated, results: [...stated.results, ...expected.flatMap(({ results }) => results)] }
}

type Results = Omit<CheckedInput, 'file'>

/** The goals of a document with goals alone. */
function checkedGoalsInput(decide: Decide, input: GoalsInput, policies: GoalsPolicies): Results {
  const { name: file, document, at } = input
  const { goals } = document
  try {
    const { scenario, placeOf, remarks } = policies.scenarioOf(input)
    const { deciding, remarks: ofPolicy, isEmpty } = rememberingRemarks(decide, placeOf)
    const { start } = policies
    const results = checkedGoals({ file, goals, at, scenario, placeOf, hasRequest: false, start }, deciding)
    // Nobody can do anything in it, so that goals would hold.
    if (isEmpty()) throw refusedInput(file, 'The policy of these goals has no roles and no bindings.', 'Name another.')
    return { results, remarks: [...remarks, ...ofPolicy()] }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { results: [{ of: 'goal', file, name: file, kind: 'unread', problems: error.problems }], remarks: [] }
  }
}

/** What there is to say about the authorizers of the chain, of whatever request. */
function notAskedIn({ request }: Decided) {
  return request.diagnostics.filter(({ code }) => code === 'not-asked')
}

/** Decides, and gives what there is to say about the policy that was decided first, and whether it has no objects. */
function rememberingRemarks(decide: Decide, placeOf: PlaceOf) {
  let first: Decided | undefined
  const deciding: Decide = (scenario, options) => {
    const decided = decide(scenario, options)
    first ??= decided
    return decided
  }
  return {
    deciding,
    remarks: () =>
      first === undefined || first.errors.length > 0
        ? []
        : placedRemarks(
            { cluster: { policy: first.cluster.policy }, request: { diagnostics: notAskedIn(first) } },
            { placeOf: (place) => placeOf(place, 0) },
          ),
    isEmpty: () => {
      if (first === undefined) return false
      const { cluster, errors } = first
      const { policy, defaultRoles } = cluster
      const objects = [policy.roles, policy.bindings, policy.accessRules, defaultRoles?.roles ?? [], errors]
      return objects.every(({ length }) => length === 0)
    },
  }
}

function checkedDocument(
  decide: Decide,
  input: Input & { readonly kind: 'document' },
  { start }: GoalsPolicies,
): Results {
  const { name: file, document, placeOf, at } = input
  const { scenario, expect, goals = [] } = document
  if (expect.length + goals.length === 0) {
    const message = 'This document expects nothing, so nothing can be compared.'
    const fix = 'Write expect: with the code, or the checks; or goals: with sentences.'
    const problems: readonly CommandProblem[] = [{ severity: 'error', at: file, message, fix }]
    return { results: [{ of: 'expectation', file, name: file, kind: 'unread', problems }], remarks: [] }
  }
  const { deciding, remarks } = rememberingRemarks(decide, placeOf)
  const judged =
    goals.length === 0 ? [] : checkedGoals({ file, goals, at, scenario, placeOf, hasRequest: true, start }, deciding)
  const compared = checkedExpectations(decide, input)
  return { results: [...compared.results, ...judged], remarks: [...compared.remarks, ...remarks()] }
}

function checkedExpectations(decide: Decide, input: Input & { readonly kind: 'document' }): Results {
  const { name: file, document, placeOf, at } = input
  const about = { of: 'expectation', file } as const
  const decidedAll: { readonly scenario: Scenario; readonly decided: Decided }[] = []
  const several = (document.scenario.earlier?.length ?? 0) + (document.scenario.later?.length ?? 0) > 0
  const deciding: Decide = (scenario) => {
    const decided = decide(scenario)
    decidedAll.push({ scenario, decided })
    return decided
  }
  const results = checkExpectations(document, deciding).map((result): Checked => {
    const place = at(['expect', result.index])
    const name = `${place}${several ? ` request ${result.request}` : ''} ${result.design}`
    switch (result.kind) {
      case 'holds':
        return { ...about, name, kind: 'holds' }
      case 'differs':
        return { ...about, name, kind: 'differs', differences: result.unmet }
      case 'not-decided': {
        const problems = errorsOf(result.errors, (one) => placeOf(one, result.request - 1), file)
        return { ...about, name, kind: 'unread', problems }
      }
      case 'unknown': {
        const problems = unjudged(result.unread, result.cluster.rights).map((one) =>
          placedRemark(one, (place) => placeOf(place, result.request - 1)),
        )
        return { ...about, name, kind: 'unread', problems }
      }
      case 'says-nothing': {
        const message = 'This expectation says nothing that could be compared.'
        const fix = 'Write code:, checks: or message:.'
        return { ...about, name, kind: 'unread', problems: [{ severity: 'error', at: place, message, fix }] }
      }
    }
  })
  const differs = results.some(({ kind }) => kind === 'differs')
  const remarks = decidedAll.flatMap(({ scenario, decided }) => [
    ...remarksOnSent(decided, placeOf),
    // A refusal that is expected needs no reason.
    ...(differs ? userNotes(decided, scenario, decide, file) : []),
  ])
  return { results, remarks }
}

/** The warnings and notes about the texts of a scenario, with those of each of its requests; none where there are errors. */
function remarksOnSent(decided: Decided, placeOf: PlaceOf): readonly CommandProblem[] {
  const { here, requests } = decided.sent
  if (decided.errors.length > 0) return []
  return [
    ...placedRemarks(decided, { placeOf: (place) => placeOf(place, here) }),
    ...requests.flatMap((request, index) => placedRemarks({ request }, { placeOf: (place) => placeOf(place, index) })),
  ]
}

function checkedVectors(
  designs: readonly Design[],
  { name: file, vectors }: Input & { readonly kind: 'vectors' },
): readonly Checked[] {
  const about = { of: 'expectation', file } as const
  return vectors.flatMap(({ line, vector }) => {
    const place = `${file}:${line}`
    const unread = (name: string, message: string): Checked => {
      return { ...about, name, kind: 'unread', problems: [{ severity: 'error', at: place, message }] }
    }
    const verdicts = runScenario(vector, designs)
    if (verdicts.length === 0) return [unread(`${place} ${vector.id}`, 'This scenario has no requests.')]
    return verdicts.map(({ request, verdict }): Checked => {
      const name = `${place} ${vector.id}${verdicts.length > 1 ? ` request ${request + 1}` : ''}`
      if (verdict.kind === 'agrees') return { ...about, name, kind: 'holds' }
      if (verdict.kind === 'beyond') return unread(name, `This cannot be compared: it needs ${verdict.needs}.`)
      return { ...about, name, kind: 'differs', differences: verdict.differences }
    })
  })
}

const FAILS: Readonly<Record<Checked['of'], string>> = {
  expectation: 'not as expected',
  goal: 'does not hold',
  design: 'not a design yet',
}

function forReaders(checked: readonly Checked[], painted: TextStyle): string {
  const lines = checked.flatMap((one): readonly string[] => {
    const name = painted.noun(visibleLine(one.name))
    if (one.kind === 'unread') return []
    if (one.kind === 'holds') {
      if (one.facts === undefined) return []
      return [`${painted.good('right')}: ${name}\n`, ...one.facts.map((line) => `  ${visibleLine(line)}\n`)]
    }
    const why =
      one.kind === 'fails'
        ? one.why.map(painted.words)
        : one.differences.flatMap((field) => printDifference(field).map((line) => visibleLine(line)))
    return [`${painted.bad(FAILS[one.of])}: ${name}\n`, ...why.map((line) => `  ${line}\n`)]
  })
  const unread = checked.filter(({ kind }) => kind === 'unread').length
  const holding = checked.filter(({ kind }) => kind === 'holds').length
  const look = holding === checked.length ? painted.good : painted.bad
  const counts = [
    ...counted(checked, 'expectation'),
    ...counted(checked, 'goal'),
    ...counted(checked, 'design'),
    ...(unread > 0
      ? [`${unread} could not be ${checked.every((one) => one.of === 'goal') ? 'judged' : 'compared'}`]
      : []),
  ]
  return `${lines.join('')}${look(counts.join(', '))}\n`
}

/** "3 of 4 goals hold", "1 of 1 design is right"; nothing where there are none. */
function counted(checked: readonly Checked[], of: Checked['of']): readonly string[] {
  const compared = checked.filter((one) => one.of === of && one.kind !== 'unread')
  const holding = compared.filter(({ kind }) => kind === 'holds').length
  if (compared.length === 0) return []
  const [one, several] = of === 'design' ? ['is right', 'are right'] : ['holds', 'hold']
  return [`${holding} of ${compared.length} ${compared.length === 1 ? `${of} ${one}` : `${of}s ${several}`}`]
}
