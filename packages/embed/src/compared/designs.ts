import { DESIGN_LIST, OWN_DESIGN, plainText } from '@authz-playground/engine'
import { highlightsFor } from '@authz-playground/engine/internal/report'
import { finalAnswer } from '@authz-playground/engine/internal/trace'
import {
  blankChart,
  type ChartLayout,
  chartStateAt,
  type DesignRow,
  designRow,
  differenceInWords,
  layOutChart,
  layOutRun,
  markOf,
  OUTCOME_MARKS,
  restingAt,
  storyOf,
} from '@authz-playground/pictures'
import { drawChart, set } from '@authz-playground/pictures/dom'
import { answerTexts, type ElementAnswer, scenarioAnswerer } from '../deciding/answer.ts'
import { unknownDesign } from '../deciding/prepare.ts'
import { readElementSettings } from '../settings.ts'
import type { Subject } from '../subject.ts'
import { html, mark, words } from '../view/dom.ts'
import { title } from '../view/figure.ts'
import { headline } from '../view/headline.ts'
import type { Actions, View } from '../view/view.ts'
import { clusterTexts, requestText } from '../view/view-texts.ts'
import { type Compared, comparisonOf, type Surroundings, table } from './comparison.ts'

/** The design that others are compared with by default. */
const RELEASED = 'constrained'
const PROPOSED = 'proposal'

/** Two designs on one scenario: what differs, both charts with the way taken, and their checks side by side. */
export async function comparedDesigns(
  { designs }: Extract<Subject, { kind: 'designs' }>,
  surroundings: Surroundings,
): Promise<Compared | undefined> {
  const { document, decided, signal } = surroundings
  if (document === undefined) return undefined
  const { scenario } = document
  const own = scenario.designText ? [OWN_DESIGN] : []
  const known = [...DESIGN_LIST.map(({ id }) => id), ...own]
  const unknown = designs.find((id) => !known.includes(id))
  if (unknown !== undefined) return { problems: [unknownDesign(unknown)] }
  if (designs.length > 2) return { problems: [`Two designs are compared, and this element names ${designs.length}.`] }
  const [first, second] = designs
  const other = first ?? scenario.design
  const pair =
    first !== undefined && second !== undefined ? [first, second] : [RELEASED, other === RELEASED ? PROPOSED : other]
  const answering = scenarioAnswerer()
  const answers: ElementAnswer[] = []
  for (const design of pair) {
    const answer = await answering({ ...scenario, design })
    if (signal.aborted) return undefined
    if ('problems' in answer) return answer
    answers.push(answer)
  }
  const [left, right] = answers
  if (left === undefined || right === undefined) return undefined
  const rows = [left, right].map((answer) => ({ title: answer.design.title, row: designRow(answer) }))
  const [of, beside] = rows
  const difference = of && beside ? differenceInWords([of, beside]) : []
  const sentence =
    difference.length === 0 ? ['The scenario is not fully understood, so neither design decides it.'] : difference
  decided(plainText(sentence))

  const actions = readOnly(surroundings)
  const view = viewOf(document, left, right)
  const [name, problems, request, policy] = [title(), headline(), requestText(actions), clusterTexts(actions)]
  for (const part of [name, problems, request, policy]) part.update(view)
  return comparisonOf(`${left.design.title} and ${right.design.title}`, surroundings, [
    ['title', name.root],
    [
      'answer',
      html(
        'div',
        { class: 'answer', part: 'answer', role: 'group', 'aria-label': 'Answer' },
        html('p', { class: 'sentence', part: 'sentence' }, ...words(sentence)),
        difference.length === 0
          ? problems.root
          : table(
              'Answers',
              ['Design', 'Answer', 'Checks', 'What decided'],
              rows.map(({ title, row }) => answerCells(title, row)),
            ),
      ),
    ],
    ['chart', html('div', { class: 'pair' }, chartOf(left), chartOf(right))],
    ['checks', sequences(left, right)],
    ['request', request.root],
    ['policy', policy.root],
  ])
}

/** The cells of a design’s answer: its title, the client’s status, the number of checks, and the check that decided. */
export function answerCells(title: string, { outcome, checks, decisive, constraint }: DesignRow) {
  return [
    [title],
    [mark(outcome ? OUTCOME_MARKS[outcome.kind] : 'NotDecided'), ` ${outcome?.code ?? 'not decided'}`],
    [String(checks)],
    [
      ...(decisive ? [...words(decisive.question), ' ', mark(decisive.decision, { withWord: true })] : []),
      ...(constraint === '' ? [] : [' ', html('code', {}, constraint)]),
    ],
  ]
}

/** The checks of both designs in their order: a row for the first of each, and so on. */
function sequences(left: ElementAnswer, right: ElementAnswer): HTMLElement {
  const count = Math.max(left.checks.length, right.checks.length)
  if (count === 0) return html('p', { class: 'note' }, 'No check was made.')
  const rows = Array.from({ length: count }, (_, at) => [[String(at + 1)], checkCell(left, at), checkCell(right, at)])
  return table('Checks, in their order', ['Number', left.design.title, right.design.title], rows)
}

function checkCell({ checks, trace }: ElementAnswer, at: number) {
  const view = checks[at]
  const check = view && trace?.steps[view.step]?.check
  return check === undefined
    ? ['–']
    : [...words(view?.question ?? []), ' ', mark(finalAnswer(check).decision, { withWord: true })]
}

/** The chart of a design at the end of the request: the part that the request used, or the whole where it used none. */
function chartOf(answer: ElementAnswer): HTMLElement {
  const { design, trace, checks } = answer
  const steps = trace?.steps ?? []
  const whole = (): ChartLayout => layOutChart(design.graph, steps)
  const drawing = drawChart(layOutRun(design.graph, steps) ?? whole())
  const at = restingAt(Math.max(0, steps.length - 1))
  const story = trace && storyOf({ trace, checks, design })
  drawing.show({
    state: trace ? chartStateAt(design.graph, trace, at) : blankChart(design.graph),
    steps: story?.steps ?? [],
    highlights: highlightsFor(undefined, answer),
    fresh: false,
  })
  set(drawing.svg, 'role', 'img')
  set(drawing.svg, 'aria-label', `Flowchart: ${design.title}`)
  return html(
    'figure',
    { class: 'drawn', part: 'chart' },
    html(
      'figcaption',
      { class: 'label' },
      design.title,
      ' ',
      mark(markOf(answer)),
      trace ? ` ${trace.outcome.code}` : '',
    ),
    drawing.svg,
  )
}

/** The view of the texts: the lines that decided under either design are those that are not folded. */
function viewOf(document: View['document'], left: ElementAnswer, right: ElementAnswer): View {
  const { trace } = left
  const answer =
    trace && right.trace ? { ...left, trace: { ...trace, steps: [...trace.steps, ...right.trace.steps] } } : left
  return {
    settings: readElementSettings(() => null),
    document,
    answer,
    texts: answerTexts(left.scenario),
    edits: new Set(),
    unfolded: false,
    held: undefined,
    story: undefined,
    chart: layOutChart(left.design.graph, []),
    player: restingAt(0),
    pinned: undefined,
    highlights: highlightsFor(undefined, left),
    noted: undefined,
    busy: false,
    home: undefined,
    phaseTime: 0,
  }
}

/** Nothing plays and nothing is edited in a comparison. */
function readOnly({ permalink }: Surroundings): Actions {
  const nothing = (): void => undefined
  return { scrub: nothing, play: nothing, pause: nothing, edit: nothing, permalink }
}
