import type { Grant } from '@authz-playground/engine'
import { grantedCount } from '@authz-playground/engine/internal/trace'
import { lineInWords, ruleInWords, uncoveredFirst } from '@authz-playground/engine/internal/words'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { goTo, placeIn, playground, usePlayground } from '../../session/index.ts'
import { classes, DecisionMark, LinkButton, Words } from '../../ui/index.ts'
import styles from './ChangedFields.module.css'
import { Drawer } from './Drawer.tsx'
import { grantGlance, grantInWords, isAbout, type NumberedRule } from './granted-rules.ts'

/** So many rules are shown at first; a button shows the others, up to the second number. */
const FIRST = 8
const MOST = 200

/** The rules that a written role or binding would grant, each with the rule of the writer that covers it. */
export function GrantedRules({ grant }: { readonly grant: Grant }) {
  const [all, setAll] = useState(false)
  const rules = uncoveredFirst(grant)
  const shown = rules.slice(0, all ? MOST : FIRST).map((one) => ({ one, index: grant.rules.indexOf(one) }))
  return (
    <Drawer title="What it would grant" glance={grantGlance(grant)}>
      <p className={styles.words}>
        <Words of={grantInWords(grant)} />
      </p>
      {rules.length > 0 && (
        <ol aria-label="Rules that it would grant">
          {shown.map((entry) => (
            <Rule key={entry.index} entry={entry} compared={grant.waived === undefined} />
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
          {all && rules.length > MOST && ` These are the first of ${grantedCount(grant).rules.toLocaleString('en')}.`}
        </p>
      )}
    </Drawer>
  )
}

interface RuleProps {
  readonly entry: NumberedRule
  readonly compared: boolean
}

function Rule({ entry, compared }: RuleProps) {
  const { rule, range, coveredBy, forAggregation } = entry.one
  const held = coveredBy?.rule?.range
  const bound = coveredBy?.binding?.range
  const highlighted = usePlayground(({ pointed, pinned }) => isAbout(pointed ?? pinned, entry))
  const point = (at: boolean): void =>
    playground.getState().point(at ? { kind: 'granted', rule: entry.index } : undefined)
  return (
    <li
      className={classes(styles.field, highlighted && styles.highlighted)}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onFocus={() => point(true)}
      onBlur={() => point(false)}
    >
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
            {coveredBy === undefined ? 'Not held.' : held === undefined ? 'Held.' : 'Held by '}
            {held && (
              <>
                <LinkButton onClick={() => goTo(placeIn(held))}>{lineInWords(held)}</LinkButton>
                {' of '}
                <code>{shortened(coveredBy?.role?.name ?? '')}</code>
                {bound && (
                  <>
                    {', bound in '}
                    <LinkButton onClick={() => goTo(placeIn(bound))}>{lineInWords(bound)}</LinkButton>
                  </>
                )}
              </>
            )}
          </p>
        </div>
      )}
    </li>
  )
}
