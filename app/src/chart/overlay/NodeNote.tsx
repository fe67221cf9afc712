import type { GraphNode } from '@authz-playground/engine'
import { webhookVisitInWords } from '@authz-playground/engine/internal/words'
import {
  checksAt,
  decidedIn,
  notTakenAt,
  questionOf,
  type Story,
  whyNotReached,
  whyNotTried,
} from '@authz-playground/pictures'
import { Fragment } from 'react'
import { useExplanation } from '../../session/index.ts'
import { CheckMark, Words, withNouns } from '../../ui/index.ts'
import styles from './NodeNote.module.css'

/** So many checks of a node are listed; the timeline has all of them. */
const LISTED = 4

/**
 * The explanation of a node, and the checks that were made there, in a refusal with the rule that comes closest; or, after
 * the run, why it was not reached, or its mode not tried.
 */
export function NodeNote({
  node,
  story,
  position,
}: {
  readonly node: GraphNode
  readonly story: Story | undefined
  readonly position: number
}) {
  const unmet = useExplanation()?.unmet
  const checks = story === undefined ? [] : checksAt(story, node.id, position)
  const notTaken = story === undefined ? [] : notTakenAt(story, node.id, position)
  const arrived = story !== undefined && position === story.steps.length - 1
  const notReached = arrived ? whyNotReached(story, node.id) : []
  const notTried = arrived && notReached.length === 0 ? whyNotTried(story, node.id) : []
  return (
    <div className={styles.note}>
      <p>
        <Words of={withNouns(node.about)} />
      </p>
      {notReached.length > 0 && (
        <p className={styles.notReached}>
          <span>Not reached.</span> <Words of={notReached} />
        </p>
      )}
      {notTried.length > 0 && (
        <p className={styles.notReached}>
          <Words of={notTried} />
        </p>
      )}
      {story !== undefined && checks.length > 0 && (
        <ol className={styles.checks}>
          {checks.slice(0, LISTED).map(({ step, check }) => (
            <li key={step}>
              <CheckMark of={check} />
              <span className={styles.question}>
                <Words of={questionOf(story, step)} /> <Words of={decidedIn(check)} />{' '}
                <Words of={unmet?.find((one) => one.step === step)?.words[0] ?? []} />
                {check.answer.webhooks?.map((visit) => (
                  <Fragment key={visit.name}>
                    {' '}
                    <Words of={webhookVisitInWords(visit)} />
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
          {checks.length > LISTED && (
            <li className={styles.more}>and {(checks.length - LISTED).toLocaleString('en')} more, in the timeline</li>
          )}
        </ol>
      )}
      {notTaken.length > 0 && (
        <dl className={styles.notTaken} aria-label="Not taken">
          {notTaken.map(({ edge, label, because }) => (
            <Fragment key={edge}>
              <dt>
                Not “<Words of={label} />”
              </dt>
              <dd>
                <Words of={because} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  )
}
