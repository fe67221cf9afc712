import { type Answer, plainText } from '@authz-playground/engine'
import { conditionsLeft, type LeftCondition, originsOf } from '@authz-playground/engine/internal/trace'
import {
  conditionResult,
  conditionsReviewInWords,
  onlyIf,
  webhookVisitInWords,
  wrappedCEL,
} from '@authz-playground/engine/internal/words'
import { shortened } from '@authz-playground/pictures'
import { goTo } from '../../session/index.ts'
import { Code, classes, LinkButton, Words } from '../../ui/index.ts'
import styles from './ConditionList.module.css'
import type { CheckEntry } from './entries.ts'
import { originOf } from './evidence.ts'

/** So many conditions are listed; the copied Markdown has all of them. */
const LISTED = 20

/** The longest description and the longest expression, in UTF-16 code units. */
const LONGEST = 5000

interface ConditionsProps {
  readonly check: CheckEntry
  readonly reachable: boolean
}

/** The conditions that a check left to the API server: each as CEL, with its place and its result. */
export function ConditionList({ check: { check, number }, reachable }: ConditionsProps) {
  const left = conditionsLeft(check.answer)
  const review = conditionsReviewInWords(check)
  return (
    <>
      <ul className={styles.conditions} aria-label={`Conditions of check ${number}`}>
        {left.slice(0, LISTED).map((condition, at) => (
          <li key={`${condition.authorizer} ${condition.id}`} className={styles.condition}>
            <Head condition={condition} reachable={reachable} />
            {condition.description !== '' && <p>{shortened(condition.description, LONGEST)}</p>}
            <Code
              text={shortened(wrappedCEL(condition.condition), LONGEST)}
              label={`Condition ${at + 1} of check ${number}`}
              wrap
            />
            <p className={classes(styles.came, condition.came === undefined && styles.untried)}>
              <span aria-hidden="true">→ </span>
              {shortened(conditionResult(condition), LONGEST)}
            </p>
          </li>
        ))}
        {left.length > LISTED && <li>and {(left.length - LISTED).toLocaleString('en')} more</li>}
      </ul>
      {review !== undefined && <p>{review}</p>}
    </>
  )
}

/** What the webhooks of an AuthorizationConfiguration did for a check. */
export function WebhookVisits({ visits }: { readonly visits: NonNullable<Answer['webhooks']> }) {
  return visits.map((visit) => (
    <p key={visit.name}>
      <Words of={webhookVisitInWords(visit)} />
    </p>
  ))
}

/** "Allow, only if": the effect of a condition, and links to the entry or the rules that it comes from. */
function Head({ condition, reachable }: { readonly condition: LeftCondition; readonly reachable: boolean }) {
  // A rule that is granted by several bindings is one place.
  const origins = new Map(
    originsOf(condition)
      .flatMap(originOf)
      .map((one) => [`${plainText(one.what)} ${one.line}`, one]),
  )
  return (
    <p>
      <strong>{onlyIf(condition)}</strong>
      {[...origins].map(([key, { what, line, place }]) => (
        <span key={key}>
          {' · '}
          <Words of={what} />{' '}
          <LinkButton
            tabIndex={reachable ? 0 : -1}
            aria-label={`${plainText(what)}, ${line}`}
            onClick={() => goTo(place)}
          >
            {line}
          </LinkButton>
        </span>
      ))}
    </p>
  )
}
