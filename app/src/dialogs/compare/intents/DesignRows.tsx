import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import {
  INTENTS,
  type Intent,
  NEAR_REQUESTS,
  type Survey,
  type SurveyReading,
  type SurveyVerdict,
  surveysInWords,
  tallyOf,
} from '@authz-playground/examples/intents'
import { type ReactNode, useId, useState } from 'react'
import { useChoices } from '../../../session/index.ts'
import { classes, DecisionMark, Icon, VisuallyHidden } from '../../../ui/index.ts'
import type { ViewProps } from '../view-props.ts'
import styles from './DesignRows.module.css'
import { RowDetails } from './RowDetails.tsx'
import { useSurveys } from './useSurveys.ts'
import { INTENT_VERDICTS } from './verdicts.ts'

interface DesignRowsProps extends ViewProps {
  readonly intent: Intent
  readonly reading: SurveyReading
}

/**
 * A row for each design: whether it can express the intent, the numbers of rules and checks, and the permissions that
 * it grants besides.
 */
export function DesignRows({ intent, reading, onClose }: DesignRowsProps) {
  const surveysOf = useSurveys(intent, reading)
  const surveys = surveysOf(intent)
  const { of: about, design: unfolded } = useChoices('compare/intents')
  const done = surveys.size === IMPERSONATION_DESIGNS.length
  return (
    <div className={styles.rows}>
      <p className={styles.summary} role="status">
        {done
          ? surveysInWords([...surveys.values()])
          : `Sending the requests: ${surveys.size} of ${IMPERSONATION_DESIGNS.length} designs have answered.`}
      </p>
      {/* Screen readers read each cell with its unit, so these headers are only visible. */}
      <div className={styles.head} aria-hidden>
        <span />
        <span>Design</span>
        <span>Says it</span>
        <span className={styles.number}>Rules</span>
        <span className={styles.number}>Checks</span>
        <span>Wanted</span>
        <span>Of {NEAR_REQUESTS} near requests let through</span>
        <span className={styles.number}>
          <span className={styles.swatch} /> Not meant
        </span>
        <span className={styles.each}>
          {INTENTS.map(({ id }, index) => (
            <span key={id} className={classes(id === intent.id && styles.strong)}>
              {index + 1}
            </span>
          ))}
        </span>
      </div>
      <ul aria-label="Designs">
        {IMPERSONATION_DESIGNS.map(({ id, title }) => (
          <Row
            key={id}
            title={title}
            unfolded={id === unfolded && intent.id === about}
            survey={surveys.get(id)}
            each={INTENTS.map((one) => ({ here: one === intent, verdict: surveysOf(one).get(id)?.verdict }))}
          >
            {(survey) => (
              <RowDetails intent={intent} reading={reading} survey={survey} title={title} onClose={onClose} />
            )}
          </Row>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly title: string
  /** A link names it. */
  readonly unfolded: boolean
  /** Undefined while it is computed. */
  readonly survey: Survey | undefined
  /** The verdicts of the design for each intent, as far as they are known. */
  readonly each: readonly { readonly here: boolean; readonly verdict: SurveyVerdict | undefined }[]
  children(survey: Survey): ReactNode
}

function Row({ title, unfolded, survey, each, children }: RowProps) {
  const [open, setOpen] = useState(unfolded)
  const panel = useId()
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        aria-controls={open && survey ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'next'} />
        <span className={styles.design}>{title}</span>
        {survey === undefined ? <span className={styles.waiting}>…</span> : <Cells survey={survey} />}
        <span className={styles.each}>
          <VisuallyHidden>The intents in turn: </VisuallyHidden>
          {each.map(({ here, verdict }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the intents are always the same six
              key={index}
              className={classes(here && styles.strong)}
              title={verdict && INTENT_VERDICTS[verdict].words}
            >
              <span aria-hidden>
                <span className={styles.ordinal}>{index + 1}</span>
                {verdict === undefined ? '·' : INTENT_VERDICTS[verdict].sign}
              </span>
              <VisuallyHidden>
                {verdict === undefined ? 'not computed yet' : INTENT_VERDICTS[verdict].words},{' '}
              </VisuallyHidden>
            </span>
          ))}
        </span>
      </button>
      {open && survey && (
        <div id={panel} className={styles.panel}>
          {children(survey)}
        </div>
      )}
    </li>
  )
}

function Cells({ survey }: { readonly survey: Survey }) {
  const { verdict, rules, checks, wanted, passes, unintended, refused } = tallyOf(survey)
  const { sign, words } = INTENT_VERDICTS[verdict]
  const said = verdict !== 'not-at-all' && verdict !== 'not-said-yet'
  const rest = passes - unintended
  return (
    <>
      <span className={styles.verdict}>
        <span className={styles.sign} aria-hidden>
          {sign}
        </span>
        <span>{words}</span>
      </span>
      <Cell count={rules} unit="rule" shown={said} />
      <Cell count={checks} unit="check" shown={said} />
      <span className={styles.answer}>
        {said && wanted !== undefined && (
          <>
            <VisuallyHidden>the wanted request: </VisuallyHidden>
            <DecisionMark decision={wanted === 200 ? 'Allowed' : 'Refused'} />
            {wanted}
          </>
        )}
      </span>
      <span className={styles.near}>
        {(said || passes > 0) && (
          <>
            <span className={styles.bar} aria-hidden>
              <span className={styles.rest} style={{ inlineSize: `${rest}%` }} />
              <span className={styles.beyond} style={{ inlineSize: `${unintended}%` }} />
            </span>
            <span className={styles.passes}>
              {passes} <span className={styles.unit}>of {NEAR_REQUESTS} near requests pass</span>
              {refused > 0 && said && <span className={styles.refused}>, {refused} meant are refused</span>}
            </span>
          </>
        )}
      </span>
      <span className={classes(styles.number, unintended > 0 && styles.strong)}>
        {(said || passes > 0) && (
          <>
            {unintended} <span className={styles.unit}>not meant</span>
          </>
        )}
      </span>
    </>
  )
}

interface CellProps {
  readonly count: number
  readonly unit: string
  readonly shown: boolean
}

/** A number. Its unit is in the header where there are columns. */
function Cell({ count, unit, shown }: CellProps) {
  return (
    <span className={styles.number}>
      {shown && (
        <>
          {count} <span className={styles.unit}>{count === 1 ? unit : `${unit}s`}</span>
        </>
      )}
    </span>
  )
}
