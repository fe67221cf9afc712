import { useId, useState } from 'react'
import { byOrigin, playground } from '../session/index.ts'
import { Button, Term } from '../ui/index.ts'
import type { DesignEntry } from '../worker/index.ts'
import styles from './DesignChoice.module.css'

interface DesignChoiceProps {
  /** Undefined until the first answer. */
  readonly designs: readonly DesignEntry[] | undefined
  /** The id of the design that decides. */
  readonly chosen: string
  /** Opens the comparison of designs. */
  onCompare(): void
}

/** The designs that most people want. The chosen one is offered with them. */
const OFFERED_FIRST = new Set(['constrained', 'proposal', 'legacy'])

/**
 * The designs: those that most people want in one line, or all of them under the document that each comes from. One click
 * or one arrow key decides the request under another one.
 */
export function DesignChoice({ designs, chosen, onCompare }: DesignChoiceProps) {
  const [all, setAll] = useState(false)
  const legend = useId()
  const list = useId()
  return (
    // Not a legend, which WebKit puts on a line of its own.
    <fieldset className={styles.choice} aria-labelledby={legend}>
      <div className={styles.line}>
        <span id={legend} className={styles.legend}>
          <Term name="design">Design</Term>
        </span>
        {designs === undefined ? (
          <span className={styles.soon}>…</span>
        ) : (
          !all &&
          designs
            .filter(({ id }) => OFFERED_FIRST.has(id) || id === chosen)
            .map((design) => <Choice key={design.id} design={design} chosen={chosen} />)
        )}
        <Button look="quiet" aria-expanded={all} aria-controls={list} onClick={() => setAll(!all)}>
          {all ? 'Fewer designs' : 'All designs'}
        </Button>
        <Button look="quiet" aria-haspopup="dialog" onClick={onCompare}>
          Compare designs
        </Button>
      </div>
      <div id={list} className={styles.all} hidden={!all}>
        {all &&
          byOrigin(designs ?? []).map(({ id, title, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: one fieldset holds all radios
            <div key={id} role="group" aria-label={title}>
              <p className={styles.document}>{title}</p>
              {entries.map((design) => (
                <Choice key={design.id} design={design} chosen={chosen} />
              ))}
            </div>
          ))}
      </div>
      {all && <p className={styles.summary}>{designs?.find(({ id }) => id === chosen)?.summary}</p>}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly design: DesignEntry
  readonly chosen: string
}

function Choice({ design: { id, title, summary }, chosen }: ChoiceProps) {
  return (
    <label className={styles.design} title={summary}>
      <input
        type="radio"
        name="design"
        value={id}
        checked={id === chosen}
        onChange={() => playground.getState().edit({ subject: 'design', change: { design: id } })}
      />
      <span>{title}</span>
    </label>
  )
}
