import { plainText } from '@authz-playground/engine'
import { finalAnswer, isRefused } from '@authz-playground/engine/internal/trace'
import { shortened } from '@authz-playground/pictures'
import { Fragment } from 'react'
import { goTo, useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { Code, classes, Icon, LinkButton, lazyPart, Words, withNouns } from '../../ui/index.ts'
import { withCaveat } from '../../worker/index.ts'
import type { CheckEntry } from './entries.ts'
import { reasonOf, sourcesOf } from './evidence.ts'
import type { RowManner } from './rows.ts'
import styles from './TimelineRow.module.css'

// Few answers have conditions.
const conditions = lazyPart('Conditions', () =>
  import('./ConditionList.tsx').then(({ ConditionList }) => ConditionList),
)

// Few clusters have an AuthorizationConfiguration.
const webhooks = lazyPart('Webhooks', () => import('./ConditionList.tsx').then(({ WebhookVisits }) => WebhookVisits))

const nearRules = lazyPart('What nearly fits', () => import('./NearRules.tsx').then(({ NearRules }) => NearRules))

/** The most of a reason that is shown: it can name dozens of missing roles. UTF-16 code units. */
const REASON = 5000

interface CheckPartsProps {
  readonly step: number
  readonly check: CheckEntry
  readonly reachable: boolean
  readonly open: boolean
  readonly manner: RowManner
}

/**
 * The parts below the question of a check: the reason in the API server's words, the lines that decided, the review that
 * was sent, and of a check that was not allowed in a refusal the rules that nearly fit.
 */
export function CheckParts({ step, check: { number, check }, reachable, open, manner }: CheckPartsProps) {
  const { settled } = check
  const answer = finalAnswer(check)
  const reason = reasonOf(answer)
  // An entry with an evaluated condition is shown with its condition.
  const sources = settled && answer.evidence?.entry ? [] : sourcesOf(answer.evidence)
  const nearly = usePlayground((now) => isRefused(now.answer?.trace)) && answer.decision !== 'Allow'
  const tabIndex = reachable ? 0 : -1
  return (
    <div className={styles.parts}>
      <p className={classes(styles.reason, reason.verbatim && styles.verbatim)}>
        {reason.verbatim ? shortened(reason.text, REASON) : <Words of={withNouns(reason.text)} />}
      </p>
      {sources.length > 0 && (
        <p>
          {sources.map(({ what, line, place }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
            <Fragment key={at}>
              {at > 0 && ' · '}
              <Words of={what} />{' '}
              <LinkButton tabIndex={tabIndex} aria-label={`${plainText(what)}, ${line}`} onClick={() => goTo(place)}>
                {line}
              </LinkButton>
            </Fragment>
          ))}
        </p>
      )}
      {check.answer.webhooks && <webhooks.Shown visits={check.answer.webhooks} />}
      {settled && <conditions.Shown check={{ number, check }} reachable={reachable} />}
      <LinkButton
        className={styles.toggle}
        tabIndex={tabIndex}
        aria-expanded={open}
        onClick={() => manner.onToggle(step)}
      >
        <Icon name={open ? 'down' : 'next'} />
        {nearly ? 'SubjectAccessReview and what nearly fits' : 'SubjectAccessReview'}
      </LinkButton>
      {open && nearly && <nearRules.Shown step={step} number={number} />}
      {open && <Review step={step} number={number} caveat={manner.caveat} />}
    </div>
  )
}

interface ReviewProps {
  readonly step: number
  /** The number of the check, from 1. */
  readonly number: number
  readonly caveat: string | undefined
}

/** The access review of a check, once the worker has answered. */
function Review({ step, number, caveat }: ReviewProps) {
  const review = useReview(step)
  if (review === undefined) return null
  return (
    <div className={styles.review}>
      <Code text={withCaveat(review, caveat)} label={`SubjectAccessReview of check ${number}`} copy />
    </div>
  )
}

/** The review of a step's check as YAML, from the worker; undefined until it first answers. */
function useReview(step: number): string | undefined {
  const answer = usePlayground((now) => now.answer)
  return useLastAnswer(() => workerApi().review(step), [step, answer])
}
