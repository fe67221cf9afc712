import { DESIGN_LIST, plainText } from '@authz-playground/engine'
import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import {
  askedFrom,
  INTENTS,
  type Intent,
  NEAR_REQUESTS,
  OWN_INTENT,
  ownIntent,
  SURVEY_WORDS,
  type Survey,
  seenIn,
  surveyFrom,
  surveyScenarios,
  surveysInWords,
  tallyOf,
  wayOf,
} from '@authz-playground/examples/intents'
import { prepareScenarios, unknownDesign } from '../deciding/prepare.ts'
import type { Subject } from '../subject.ts'
import { html, mark, prose, words } from '../view/dom.ts'
import { type Compared, comparisonOf, decideInTurn, quotation, type Surroundings, table } from './comparison.ts'

/** An intent: how well each design of impersonation says it, and the rules of one design. */
export async function comparedIntent(
  subject: Extract<Subject, { kind: 'intent' }>,
  surroundings: Surroundings,
): Promise<Compared | undefined> {
  const { design, whole } = subject
  if (design !== undefined && !DESIGN_LIST.some(({ id }) => id === design)) return { problems: [unknownDesign(design)] }
  const intent = await intentOf(subject.intent, surroundings)
  if ('problem' in intent) return { problems: [intent.problem] }

  const surveys: Survey[] = []
  const prepare = prepareScenarios()
  for (const { id } of IMPERSONATION_DESIGNS) {
    const seen = await decideInTurn(
      surveyScenarios(intent, id, whole ? 'whole' : 'own'),
      seenIn,
      surroundings.signal,
      prepare,
    )
    if (seen === undefined) return undefined
    surveys.push(surveyFrom(intent, id, seen))
  }
  const summary = surveysInWords(surveys)
  surroundings.decided(summary)
  return comparisonOf(intent.title, surroundings, [
    ['always', html('p', { class: 'name', part: 'title' }, intent.title)],
    ['answer', answer(intent, summary)],
    ['checks', surveysTable(surveys)],
    ['policy', ...(design === undefined ? [] : rulesAsHtml(intent, design))],
  ])
}

async function intentOf(
  id: string,
  { document, signal }: Surroundings,
): Promise<Intent | { readonly problem: string }> {
  const known = INTENTS.find((one) => one.id === id)
  if (known !== undefined) return known
  if (id !== OWN_INTENT || document === undefined) return { problem: `There is no intent “${id}”.` }
  const { scenario } = document
  const read = await decideInTurn([scenario], ({ request }) => request, signal)
  const request = read?.[0]?.request
  if (request === undefined) return { problem: 'The request is not understood, so it asks for no permission.' }
  const asked = askedFrom(request, scenario.requestor)
  return 'no' in asked
    ? { problem: plainText(prose(asked.no)) }
    : { ...ownIntent(asked), title: 'What the request needs' }
}

function answer({ said, sentence }: Intent, summary: string): HTMLElement {
  return html(
    'div',
    { class: 'answer', part: 'answer', role: 'group', 'aria-label': 'Answer' },
    html('p', { class: 'because', part: 'because' }, ...words(prose(sentence))),
    ...(said === undefined ? [] : [quotation(words(prose(said.quote)), [`${said.document}, ${said.section}`])]),
    html('p', { class: 'sentence', part: 'sentence' }, summary),
  )
}

function surveysTable(surveys: readonly Survey[]): HTMLElement {
  const rows = surveys.map((survey) => {
    const { verdict, rules, checks, wanted, passes, unintended } = tallyOf(survey)
    const title = DESIGN_LIST.find(({ id }) => id === survey.design)?.title ?? survey.design
    const said = verdict !== 'not-at-all' && verdict !== 'not-said-yet'
    return [
      [title],
      [SURVEY_WORDS[verdict]],
      [said ? String(rules) : ''],
      [said ? String(checks) : ''],
      said && wanted !== undefined ? [mark(wanted === 200 ? 'Allowed' : 'Refused'), ` ${wanted}`] : [''],
      [said || passes > 0 ? `${passes}, ${unintended} not meant` : ''],
    ]
  })
  return table(
    'How well each design says it',
    ['Design', 'Says it', 'Rules', 'Checks', 'Wanted', `Of ${NEAR_REQUESTS} near requests pass`],
    rows,
  )
}

/** The rules by which a design says the intent, and why they are not tighter; or why it has none. */
function rulesAsHtml(intent: Intent, design: string): readonly HTMLElement[] {
  const title = DESIGN_LIST.find(({ id }) => id === design)?.title ?? design
  const way = wayOf(intent, design)
  const why =
    way === undefined
      ? 'Nobody has said this intent in the rules of this design yet.'
      : 'policy' in way
        ? way.limit
        : way.cannot
  return [
    html('p', { class: 'label' }, title),
    ...(why === undefined ? [] : [html('p', { class: 'because' }, ...words(prose(why)))]),
    ...(way && 'policy' in way
      ? [
          html(
            'pre',
            { class: 'rules', part: 'code', tabindex: 0, 'aria-label': `Rules of ${title}` },
            way.policy.trimEnd(),
          ),
        ]
      : []),
  ]
}
