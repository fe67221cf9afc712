import type { Scenario } from '@authz-playground/engine'
import { markdownText } from '@authz-playground/engine/internal/words'
import {
  type Intent,
  intentScenario,
  NEAR_REQUESTS,
  type NearSeen,
  OWN_INTENT,
  type Survey,
  type SurveyReading,
  tallyOf,
  wayOf,
} from '@authz-playground/examples/intents'
import { useId } from 'react'
import { openScenario } from '../../../session/index.ts'
import { Code, LinkButton, Words, withCode } from '../../../ui/index.ts'
import { CopyVerdict, viewAddress } from '../CopyVerdict.tsx'
import type { ViewProps } from '../view-props.ts'
import styles from './RowDetails.module.css'
import { INTENT_VERDICTS, ruleSource } from './verdicts.ts'

interface RowDetailsProps extends ViewProps {
  readonly intent: Intent
  readonly reading: SurveyReading
  readonly survey: Survey
  /** The title of the design. */
  readonly title: string
}

/**
 * One design and one intent: its rules, why they cannot be narrower, and each request with its outcome. Each request
 * can be opened.
 */
export function RowDetails({ intent, reading, survey, title, onClose }: RowDetailsProps) {
  const way = wayOf(intent, survey.design)
  const why = whyNoTighter(way)

  function open(what: string, asked: NearSeen['asked']): void {
    const scenario: Scenario = intentScenario(intent, survey.design, asked, reading)
    openScenario(`${title}: ${what.replaceAll('`', '')}`, scenario)
    onClose()
  }

  const { near } = survey
  const lists = [
    { heading: 'Let through, and not meant', of: near.filter(({ passes, meaning }) => passes && meaning === 'beyond') },
    { heading: 'Meant, and refused', of: near.filter(({ passes, meaning }) => !passes && meaning === 'meant') },
    { heading: 'Let through, as meant', of: near.filter(({ passes, meaning }) => passes && meaning === 'meant') },
    { heading: 'Let through, no harm', of: near.filter(({ passes, meaning }) => passes && meaning === 'harmless') },
  ].filter(({ of }) => of.length > 0)
  const rest = near.filter(({ passes, meaning }) => !passes && meaning !== 'meant')

  return (
    <div className={styles.details}>
      <div className={styles.said}>
        <CopyVerdict
          embeddable
          name={`intent under ${title}`}
          link={() =>
            viewAddress(
              'compare/intents',
              { of: intent.id, design: survey.design, ...(reading === 'whole' && { reading }) },
              intent.id === OWN_INTENT,
            )
          }
          markdown={(link) => intentMarkdown(intent, survey, title, link)}
        />
        {why !== undefined && (
          <p>
            <Words of={withCode(why)} />
          </p>
        )}
        {way?.said && (
          <p className={styles.source}>
            <q>
              <Words of={withCode(way.said.quote)} />
            </q>{' '}
            {ruleSource(way.said)}
          </p>
        )}
        {way && 'policy' in way && <Code text={way.policy} label={`rules of ${title}`} copy />}
      </div>
      <div className={styles.requests}>
        <Requests
          heading="Wanted"
          requests={intent.wanted.map((one, index) => ({ ...one, code: survey.wanted[index] }))}
          onOpen={open}
        />
        {lists.map(({ heading, of }) => (
          <Requests key={heading} heading={heading} requests={of} onOpen={open} />
        ))}
        {rest.length > 0 && (
          <details className={styles.rest}>
            <summary>{rest.length} refused, as they should be</summary>
            <Requests heading="Refused" requests={rest} onOpen={open} />
          </details>
        )}
      </div>
    </div>
  )
}

function whyNoTighter(way: ReturnType<typeof wayOf>): string | undefined {
  if (way === undefined) return 'Nobody has said this intent in the rules of this design yet.'
  return 'policy' in way ? way.limit : way.cannot
}

interface RequestsProps {
  readonly heading: string
  readonly requests: readonly (Pick<NearSeen, 'what' | 'asked'> & { readonly code?: number | undefined })[]
  onOpen(what: string, asked: NearSeen['asked']): void
}

function Requests({ heading, requests, onOpen }: RequestsProps) {
  const id = useId()
  return (
    <div>
      <h4 id={id} className={styles.heading}>
        {heading} <span className={styles.count}>{requests.length}</span>
      </h4>
      <ul aria-labelledby={id}>
        {requests.map(({ what, asked, code }) => (
          <li key={what} className={styles.request}>
            <span className={styles.code}>{code ?? '…'}</span>
            <LinkButton onClick={() => onOpen(what, asked)}>
              <Words of={withCode(what)} />
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a design makes of an intent, as Markdown for a comment. */
function intentMarkdown(intent: Intent, survey: Survey, title: string, link: string): string {
  const way = wayOf(intent, survey.design)
  const { verdict, rules, checks, passes, unintended } = tallyOf(survey)
  const why = way === undefined ? undefined : 'policy' in way ? way.limit : way.cannot
  const numbers = `${rules} ${rules === 1 ? 'rule' : 'rules'}, ${checks} ${checks === 1 ? 'check' : 'checks'} a request; of ${NEAR_REQUESTS} near requests ${passes} pass, ${unintended} of them not meant.`
  return [
    `**[${markdownText(intent.title)}](${link})**: ${intent.sentence}`,
    ...(intent.said === undefined ? [] : [`> ${intent.said.quote}\n>\n> ${ruleSource(intent.said)}`]),
    `**${markdownText(title)}: ${INTENT_VERDICTS[verdict].words}.** ${numbers}${why === undefined ? '' : ` ${why}`}`,
    ...(way && 'policy' in way
      ? [`<details><summary>Its rules</summary>\n\n\`\`\`yaml\n${way.policy.trimEnd()}\n\`\`\`\n\n</details>`]
      : []),
  ].join('\n\n')
}
