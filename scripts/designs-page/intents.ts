import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import {
  INTENTS,
  type Intent,
  type Survey,
  type SurveyVerdict,
  surveyFrom,
  surveyScenarios,
  tallyOf,
  wayOf,
} from '@authz-playground/examples/intents'
import { outcomeOf } from './decided.ts'
import { listed, prose, table } from './markdown.ts'

const VERDICTS: Readonly<Record<SurveyVerdict, string>> = {
  exactly: 'exactly',
  'too-widely': 'too widely',
  'not-all-of-it': 'not all of it',
  'not-at-all': 'no',
  'not-said-yet': 'not said yet',
}

const SURVEYS = new Map(
  INTENTS.map(
    (intent) => [intent, new Map(IMPERSONATION_DESIGNS.map(({ id }) => [id, surveyOf(intent, id)] as const))] as const,
  ),
)

function surveyOf(intent: Intent, design: string): Survey {
  return surveyFrom(intent, design, surveyScenarios(intent, design, 'own').map(outcomeOf))
}

/** What people want to allow, said in each design’s own rules. */
export function intentsInEveryDesign(): string {
  return [
    '## Six intents, said in each design’s own rules',
    'Can it be said, in how many rules, at how many checks a request; and of about a hundred requests near the one that is meant, how many pass that are not meant.',
    ...INTENTS.map(intentTable),
  ].join('\n\n')
}

function intentTable(intent: Intent): string {
  const rows = IMPERSONATION_DESIGNS.map(({ id }) => {
    const way = wayOf(intent, id)
    const survey = SURVEYS.get(intent)?.get(id)
    if (survey === undefined || way === undefined) return [`\`${id}\``, VERDICTS['not-said-yet'], '', '', '', '']
    if ('cannot' in way) return [`\`${id}\``, VERDICTS['not-at-all'], '', '', '', prose(way.cannot)]
    const { verdict, rules, checks, unintended } = tallyOf(survey)
    return [`\`${id}\``, VERDICTS[verdict], `${rules}`, `${checks}`, `${unintended}`, prose(way.limit ?? '')]
  })
  const { title, sentence, said } = intent
  return [
    `### ${title}`,
    `${prose(sentence)}${said ? ` (${said.document}, ${said.section}: “${said.quote}”)` : ''}`,
    table(['', 'said', 'rules', 'checks', 'passes beyond', 'why no tighter'], rows),
  ].join('\n\n')
}

/** Whether a design is about how one user may act as another, which the intents are about. */
function isAboutImpersonation(design: string): boolean {
  return IMPERSONATION_DESIGNS.some(({ id }) => id === design)
}

/** Of all intents, how many a design says exactly. */
export function saidExactly(design: string): string {
  if (!isAboutImpersonation(design)) return '–'
  const exactly = INTENTS.filter((intent) => verdictOf(intent, design) === 'exactly')
  return `${exactly.length} of ${INTENTS.length}`
}

/** Checks of the simplest intent, under rules of the design’s own. */
export function checksOfSimplest(design: string): string {
  const [simplest] = INTENTS
  const survey = simplest && SURVEYS.get(simplest)?.get(design)
  return survey === undefined || survey.rules === 0 ? '–' : `${survey.checks}`
}

/** "Says 4 of 6 intents exactly; too widely: …; not: …." */
export function intentsOf(design: string): string {
  if (!isAboutImpersonation(design))
    return 'It impersonates as released, so it is not counted among the designs of impersonation.'
  const named = (verdict: SurveyVerdict): readonly string[] =>
    INTENTS.filter((intent) => verdictOf(intent, design) === verdict).map(({ title }) => `“${title}”`)
  const parts = (['too-widely', 'not-all-of-it', 'not-at-all', 'not-said-yet'] as const).flatMap((verdict) => {
    const titles = named(verdict)
    return titles.length === 0
      ? []
      : [`${verdict === 'not-at-all' ? 'not at all' : VERDICTS[verdict]}: ${listed(titles)}`]
  })
  return `Says ${[`${saidExactly(design)} intents exactly`, ...parts].join('; ')}.`
}

function verdictOf(intent: Intent, design: string): SurveyVerdict | undefined {
  return SURVEYS.get(intent)?.get(design)?.verdict
}
