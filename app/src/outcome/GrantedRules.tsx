import { lineInWords, ruleInWords } from '@authz-playground/engine'
import { useState } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { goTo } from '../scenario/going.ts'
import { placeIn } from '../scenario/places.ts'
import { classes } from '../ui/classes.ts'
import { DecisionMark } from '../ui/DecisionMark.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Words } from '../ui/Words.tsx'
import styles from './ChangedFields.module.css'
import { Drawer } from './Drawer.tsx'
import { grantGlance, grantInWords, uncoveredFirst } from './granted-rules.ts'

type Grant = NonNullable<NonNullable<AnswerView['trace']>['grant']>
type GrantedRule = Grant['rules'][number]

/** Of more rules than these the others are shown when they are asked for; of more than the last, none. */
const FIRST = 8
const MOST = 200

/** What a role or binding that is written would grant, rule by rule, and which rule that its writer holds covers each. */
export function GrantedRules({ grant }: { readonly grant: Grant }) {
  const [all, setAll] = useState(false)
  const rules = uncoveredFirst(grant)
  const shown = rules.slice(0, all ? MOST : FIRST)
  return (
    <Drawer title="What it would grant" glance={grantGlance(grant)} initially="open">
      <p className={styles.words}>{grantInWords(grant)}</p>
      {rules.length > 0 && (
        <ol aria-label="Rules that it would grant">
          {shown.map((one) => (
            <Rule key={JSON.stringify([one.rule, one.range?.start])} one={one} compared={grant.waived === undefined} />
          ))}
        </ol>
      )}
      {rules.length > FIRST && (
        <p>
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? `Show the first ${FIRST}`
              : `Show ${(Math.min(rules.length, MOST) - FIRST).toLocaleString('en')} more`}
          </LinkButton>
          {all && rules.length > MOST && ` These are the first of ${rules.length.toLocaleString('en')}.`}
        </p>
      )}
    </Drawer>
  )
}

function Rule({ one, compared }: { readonly one: GrantedRule; readonly compared: boolean }) {
  const { rule, range, coveredBy, forAggregation } = one
  const held = coveredBy?.rule?.range
  return (
    <li className={styles.field}>
      <div className={styles.path}>
        {compared ? <DecisionMark decision={coveredBy === undefined ? 'NoOpinion' : 'Allow'} /> : <span />}
        <span>
          <Words of={ruleInWords(rule)} />
          {forAggregation && ', for the aggregation rule'}
          {range && (
            <>
              {' · '}
              <LinkButton onClick={() => goTo(placeIn(range))}>{lineInWords(range)}</LinkButton>
            </>
          )}
        </span>
      </div>
      {compared && (
        <div className={styles.about}>
          <p className={classes(coveredBy !== undefined && styles.soft)}>
            {coveredBy === undefined ? 'Not held.' : 'Held by '}
            {held && (
              <>
                <LinkButton onClick={() => goTo(placeIn(held))}>{lineInWords(held)}</LinkButton>
                {' of '}
                <code>{coveredBy?.role?.name}</code>
              </>
            )}
          </p>
        </div>
      )}
    </li>
  )
}
