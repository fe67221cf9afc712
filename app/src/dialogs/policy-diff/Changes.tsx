import { plainText } from '@authz-playground/engine'
import { evidenceInWords } from '@authz-playground/engine/internal/query'
import { useState } from 'react'
import { placesOf, showInEditor } from '../../session/index.ts'
import { classes, DecisionMark, LinkButton, LinkedWords, Words } from '../../ui/index.ts'
import type { ChangeView, PolicyDiffView } from '../../worker/index.ts'
import styles from './PolicyDiff.module.css'

/** So many are listed at first. */
const FEW = 25

interface ChangesProps {
  readonly list: 'gains' | 'losses'
  readonly of: PolicyDiffView['gains']
}

const TITLES = { gains: 'Gains', losses: 'Losses' } as const

/** The gains or the losses of a comparison, each with its rules. */
export function Changes({ list, of: { shown, total } }: ChangesProps) {
  const [all, setAll] = useState(false)
  if (total === 0) return null
  const listed = all ? shown : shown.slice(0, FEW)
  return (
    <section className={styles.section} aria-label={TITLES[list]}>
      <h3>
        {TITLES[list]} <span className={styles.count}>{total.toLocaleString('en')}</span>
      </h3>
      <ul className={styles.changes}>
        {listed.map((change) => (
          <Change key={plainText(change.words)} list={list} of={change} />
        ))}
      </ul>
      {listed.length < shown.length && (
        <LinkButton onClick={() => setAll(true)}>{(shown.length - listed.length).toLocaleString('en')} more</LinkButton>
      )}
      {all && shown.length < total && (
        <p className={styles.soft}>
          {(total - shown.length).toLocaleString('en')} more are not shown: <code>authz-playground diff</code> prints
          all.
        </p>
      )}
    </section>
  )
}

function Change({
  list,
  of: { words, except, dangers, evidence },
}: {
  readonly list: ChangesProps['list']
  readonly of: ChangeView
}) {
  return (
    <li className={styles.change}>
      {/* After a loss no rule of RBAC has an opinion. */}
      <span className={styles.mark}>
        <DecisionMark decision={list === 'gains' ? 'Allow' : 'NoOpinion'} />
      </span>
      <div className={styles.words}>
        <p>
          <Words of={words} />
        </p>
        {dangers.map((danger) => (
          <p key={danger} className={classes(list === 'gains' && styles.danger)}>
            {danger}
          </p>
        ))}
        {except.length > 0 && (
          <ul className={styles.soft}>
            {except.slice(0, FEW).map((part) => (
              <li key={plainText(part)}>
                <Words of={part} />
              </li>
            ))}
            {except.length > FEW && <li>and {(except.length - FEW).toLocaleString('en')} more parts</li>}
          </ul>
        )}
        <ul className={styles.soft}>
          {evidence.map((grant) => {
            const words = evidenceInWords(grant)
            return (
              <li key={plainText(words)}>
                {list === 'gains' ? (
                  <LinkedWords of={words} targets={placesOf([grant])} onGo={showInEditor} />
                ) : (
                  <>
                    before: <Words of={words} />
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </li>
  )
}
