import { type Decided, type Design, OWN_DESIGN, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { designOf, readDesign, type WrittenDesign } from '@authz-playground/engine/documents'
import { unknownAssumptions } from '@authz-playground/engine/internal/decide'
import {
  baseIn,
  type DifferentPoint,
  differentPoints,
  type SaidOfDesign,
  textOfBase,
} from '@authz-playground/engine/internal/design-text'
import { aboutDesign, loadDesign } from '@authz-playground/engine/internal/designs'
import { markdownText, visibleLine } from '@authz-playground/engine/internal/words'
import {
  answersInWords,
  BESIDE_WORDS,
  type BothAnswers,
  bothAnswers,
  type DecideAll,
  type DecidingDesign,
  type DesignPair,
  examplesInWords,
  rulesInWords,
  type TriedExamples,
  type TriedIntent,
  tryExamples,
  tryIntents,
  underDesign,
} from '@authz-playground/examples/beside'
import { type Seen, SURVEY_WORDS, seenIn } from '@authz-playground/examples/intents'
import type { CommandWorld } from './command.ts'
import { type Decide, errorsOf, loadDecide } from './decision.ts'
import { designIn } from './design-file.ts'
import type { Files } from './files.ts'
import type { CommandWords, Flag } from './flags.ts'
import { readInput } from './input.ts'
import { outputOf, printedJSON } from './output.ts'
import { paint, type TextStyle } from './paint.ts'
import { type CommandProblem, Refused, refusedInput } from './problem.ts'
import { diagnosticsValue, withRemarks } from './remarks.ts'
import { ASSUME_FLAG, type ChosenReading, knownDesign, namesDesignFile, readChoices } from './settings.ts'

const FORMS = ['text', 'markdown', 'json'] as const

export const COMPARE_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  { ...ASSUME_FLAG, help: 'a choice for what a design leaves open; without DESIGN/ for the first of the two' },
  {
    name: 'scenario',
    value: 'FILE',
    many: true,
    help: 'a scenario document; these are compared in place of the examples and intents',
  },
]

/** A design of the command line: what is said of it, and how scenarios are decided by it. */
interface ComparedDesign extends SaidOfDesign {
  readonly id: string
  readonly title: string
  readonly deciding: DecidingDesign
  /** In its words the rules of intents are written. */
  readonly rules?: string
  readonly remarks: readonly CommandProblem[]
}

/** What two designs say and answer. */
interface Compared {
  readonly own: ComparedDesign
  readonly base: ComparedDesign
  readonly points: readonly DifferentPoint[]
  /** Of the scenarios that are named. */
  readonly requests?: readonly (BothAnswers & { readonly scenario: string })[]
  readonly examples?: TriedExamples
  readonly intents?: readonly TriedIntent[]
}

/** Compares a design with another one. Returns 0, or throws `Refused` where anything was not understood. */
export async function compareCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const [first, second, third] = words.files
  if (first === undefined) throw refusedInput('', 'No design is named.', 'Name a file with a design, or the id of one.')
  if (third !== undefined) throw refusedInput(third, 'Two designs are compared, and this is a third.', 'Leave it out.')
  const ownNamed = await namedDesign(first, files)
  const begunWith = namesDesignFile(first) ? ownNamed.rules : undefined
  const baseNamed = await namedDesign(second ?? begunWith ?? 'constrained', files)
  const ids = [ownNamed.design.id, baseNamed.design.id]
  const choices = readChoices(words, ids)
  const stranger = choices.find(({ design = ownNamed.design.id }) => !ids.includes(design))?.design
  if (stranger !== undefined) {
    const fix = `Name ${[...new Set(ids)].join(' or ')}.`
    throw refusedInput('--assume', `The design ${stranger} is none of the two that are compared.`, fix)
  }
  const own = comparedDesign(ownNamed, chosenFor(ownNamed, choices, true))
  const base = comparedDesign(baseNamed, chosenFor(baseNamed, choices, false))
  const compared = await compare(own, base, scenariosIn(words, files))
  const remarks = [...own.remarks, ...base.remarks, ...notTried(compared)]
  world.remarks.add(remarks)
  switch (form) {
    case 'text':
      world.out(asText(compared, paint(world.color.out)))
      break
    case 'markdown':
      world.out(withRemarks(asMarkdown(compared), remarks))
      break
    case 'json':
      world.out(printedJSON({ ...asValue(compared), ...diagnosticsValue(remarks) }, 2))
  }
  return 0
}

/** A design that a word names: a file, or an id. */
interface NamedDesign {
  readonly design: Design
  /** The design as a text, where it is one: designs of the playground are, too, so that they can be compared with texts. */
  readonly written?: WrittenDesign
  readonly deciding: DecidingDesign
  readonly rules?: string
  readonly remarks: readonly CommandProblem[]
}

/** Throws `Refused`. */
async function namedDesign(word: string, files: Files): Promise<NamedDesign> {
  if (namesDesignFile(word)) {
    const { written, design, remarks } = designIn(word, files)
    const { text } = written
    const rules = baseIn(text)
    const deciding = { design: OWN_DESIGN, designText: text }
    return { design: written.design, written: design, deciding, remarks, ...(rules !== undefined && { rules }) }
  }
  const id = knownDesign('DESIGN', word)
  const coded = await loadDesign(id)
  if (coded === undefined) throw new Error(`there is no design ${id}`)
  const { design: written } = readDesign(textOfBase(id), CEL)
  return { design: coded, ...(written && { written }), deciding: { design: id }, rules: id, remarks: [] }
}

type Choice = Readonly<Record<string, string>>

/** The options that are chosen for a design. Those that name no design are for the first of the two. */
function chosenFor({ design }: NamedDesign, choices: readonly ChosenReading[], isFirst: boolean): Choice {
  const own = choices.filter((one) => (one.design === undefined ? isFirst : one.design === design.id))
  const chosen = Object.fromEntries(own.map(({ assumption, option }) => [assumption, option]))
  const [unknown] = unknownAssumptions(design, chosen, { form: 'http', text: '' })
  if (unknown !== undefined) throw refusedInput('--assume', unknown.message, unknown.fix)
  return chosen
}

/** A design under the readings that are chosen, which are part of its title. */
function comparedDesign({ design, written, deciding, ...about }: NamedDesign, chosen: Choice): ComparedDesign {
  const choices = Object.entries(chosen)
  const under = written && choices.length > 0 ? underChoice(written, chosen) : written
  return {
    ...about,
    id: design.id,
    title: choices.length === 0 ? design.title : `${design.title} (${choices.map((one) => one.join('=')).join(', ')})`,
    statement: under === undefined ? design.statement : designOf(under, CEL).statement,
    ...(under && { written: under }),
    deciding: { ...deciding, ...(choices.length > 0 && { assumptions: { [deciding.design]: chosen } }) },
  }
}

/** The design that a choice of readings leaves, with no point open. */
function underChoice({ chosen }: WrittenDesign, choice: Choice): WrittenDesign {
  const document = chosen(choice)
  return { document, readings: [], chosen: () => document }
}

/** That intents were not tried, where no rules say them. */
function notTried({ own, base, intents, requests }: Compared): readonly CommandProblem[] {
  if (intents !== undefined || requests !== undefined) return []
  const message = `No intent was tried: neither “${own.title}” nor “${base.title}” begins with a design that has rules for them.`
  const fix = 'Write from: with a design of the playground in one of them.'
  return [{ severity: 'note', at: '', message, fix }]
}

interface NamedScenario {
  readonly name: string
  readonly scenario: Scenario
  readonly errors: (decided: Decided) => readonly CommandProblem[]
}

function scenariosIn(words: CommandWords, files: Files): readonly NamedScenario[] {
  return words.all('scenario').map((path) => {
    const input = readInput(files.text(path))
    if (input.kind !== 'document')
      throw refusedInput(path, 'Two designs are compared by scenario documents.', 'Name one in place of this file.')
    const { name, document, placeOf } = input
    return {
      name,
      scenario: document.scenario,
      errors: ({ errors }) => errorsOf(errors, (one) => placeOf(one, 0), name),
    }
  })
}

async function compare(
  own: ComparedDesign,
  base: ComparedDesign,
  scenarios: readonly NamedScenario[],
): Promise<Compared> {
  const decide = await loadDecide()
  const rules = base.rules ?? own.rules
  const pair: DesignPair = {
    base: base.deciding,
    own: own.deciding,
    ...(rules !== undefined && { rulesOf: rules }),
  }
  const about = { own, base, points: differentPoints(base, own) }
  if (scenarios.length > 0) {
    for (const { scenario, errors } of scenarios) {
      const problems = errors(decide(underDesign(scenario, base.deciding)))
      if (problems.length > 0) throw new Refused(...problems)
    }
    const both = await bothAnswers(
      scenarios.map(({ scenario }) => scenario),
      pair,
      decidingAll(decide),
    )
    return { ...about, requests: both.map((one, at) => ({ scenario: scenarios[at]?.name ?? '', ...one })) }
  }
  const intents: TriedIntent[] = []
  for await (const one of tryIntents(pair, decidingAll(decide))) intents.push(one)
  const examples = await tryExamples(pair, decidingAll(decide))
  return { ...about, examples, ...(intents.length > 0 && { intents }) }
}

function decidingAll(decide: Decide): DecideAll {
  return async (scenarios) => scenarios.map((scenario) => seenIn(decide(scenario)))
}

/** A part of a comparison: a heading, a sentence, and a table whose first column names the rows. */
interface Section {
  readonly heading: string
  readonly sentences: readonly string[]
  readonly rows: readonly (readonly [name: string, base: string, own: string])[]
}

function sectionsOf({ own, base, points, requests, examples, intents }: Compared): readonly Section[] {
  const titles = { base: base.title, own: own.title }
  const code = ({ code = 0 }: Seen) => String(code)
  return [
    {
      heading: BESIDE_WORDS.points,
      sentences: points.length === 0 ? [BESIDE_WORDS.noPoints] : [],
      rows: points.map(({ title, base, own }) => [title, base, own]),
    },
    ...(requests ?? []).map((one) => ({ heading: one.scenario, sentences: [answersInWords(one, titles)], rows: [] })),
    ...(examples === undefined
      ? []
      : [
          {
            heading: BESIDE_WORDS.examples,
            sentences: [examplesInWords(examples)],
            rows: examples.other.map(({ example, base, own }) => [example.title, code(base), code(own)] as const),
          },
        ]),
    ...(intents === undefined
      ? []
      : [
          {
            heading: BESIDE_WORDS.intents,
            sentences: [rulesInWords(aboutDesign(base.rules ?? own.rules ?? '')?.title ?? '')],
            rows: intents.map(
              ({ intent, base, own }) => [intent.title, SURVEY_WORDS[base], SURVEY_WORDS[own]] as const,
            ),
          },
        ]),
  ]
}

function asText(compared: Compared, painted: TextStyle): string {
  const { own, base } = compared
  const sections = sectionsOf(compared).map(({ heading, sentences, rows }) => {
    const shown = rows.flatMap(([name, before, now]) => [
      `  ${visibleLine(name)}`,
      `    ${visibleLine(base.title)}: ${visibleLine(before)}`,
      `    ${visibleLine(own.title)}: ${visibleLine(now)}`,
    ])
    return [painted.noun(visibleLine(heading)), ...sentences.map((one) => `  ${visibleLine(one)}`), ...shown].join('\n')
  })
  return `${[visibleLine(lead(compared)), ...sections].join('\n\n')}\n`
}

function asMarkdown(compared: Compared): string {
  const { own, base } = compared
  const cell = (text: string) => markdownText(text).replaceAll('|', '\\|')
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const sections = sectionsOf(compared).flatMap(({ heading, sentences, rows }) => [
    `### ${markdownText(heading)}`,
    ...sentences.map(markdownText),
    ...(rows.length === 0
      ? []
      : [[row(['', base.title, own.title]), '| --- | --- | --- |', ...rows.map(row)].join('\n')]),
  ])
  return `${[markdownText(lead(compared)), ...sections].join('\n\n')}\n`
}

function lead({ own, base }: Compared): string {
  return `“${own.title}” beside “${base.title}”`
}

function asValue({ own, base, points, requests, examples, intents }: Compared) {
  const about = ({ id, title }: ComparedDesign) => ({ id, title })
  const answer = ({ code, checks }: Seen) => ({ code, checks })
  const both = (one: BothAnswers) => ({ base: answer(one.base), own: answer(one.own) })
  return {
    base: about(base),
    own: about(own),
    points,
    ...(requests && { requests: requests.map((one) => ({ scenario: one.scenario, ...both(one) })) }),
    ...(examples && {
      examples: {
        decided: examples.decided,
        other: examples.other.map((one) => ({ id: one.example.id, title: one.example.title, ...both(one) })),
      },
    }),
    ...(intents && {
      intents: intents.map(({ intent: { id, title }, base, own }) => ({ id, title, base, own })),
    }),
  }
}
