import { useRef, useState } from 'react'
import { byOrigin, playground, writeDesign } from '../session/index.ts'
import { Button, classes, usePopoverBelow } from '../ui/index.ts'
import menu from '../ui/menu.module.css'
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

/** The designs that most people want. Any other one has the line to itself when it is chosen. */
const OFFERED_FIRST = new Set(['constrained', 'proposal', 'legacy'])

/**
 * The designs: those that most people want in one line, and all of them below it under the document that each comes from.
 * One click or one arrow key decides the request under another one.
 */
export function DesignChoice({ designs, chosen, onCompare }: DesignChoiceProps) {
  const [all, setAll] = useState(false)
  const line = useRef<HTMLFieldSetElement>(null)
  const list = useRef<HTMLDivElement>(null)
  usePopoverBelow(all, () => setAll(false), line, list)
  return (
    <fieldset ref={line} className={styles.choice} aria-label="Design">
      {designs
        ?.filter(({ id }) => id === chosen || (OFFERED_FIRST.has(id) && OFFERED_FIRST.has(chosen)))
        .map((design) => (
          <Choice key={design.id} group="design" design={design} chosen={chosen} />
        ))}
      <Button look="quiet" aria-label="All designs" aria-expanded={all} onClick={() => setAll(true)}>
        All{designs && ` ${designs.length}`}
      </Button>
      <Button look="quiet" aria-label="Compare designs" aria-haspopup="dialog" onClick={onCompare}>
        Compare
      </Button>
      {all && (
        <div ref={list} popover="auto" className={classes(menu.popover, styles.all)}>
          {byOrigin(designs ?? []).map(({ id, title, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: one fieldset holds all radios
            <div key={id} role="group" aria-label={title}>
              <p className={styles.document}>{title}</p>
              {entries.map((design) => (
                <Choice key={design.id} group="every design" design={design} chosen={chosen} />
              ))}
            </div>
          ))}
          <Button
            look="quiet"
            onClick={() => {
              setAll(false)
              void writeDesign()
            }}
          >
            Write a design
          </Button>
          <p className={styles.summary}>{designs?.find(({ id }) => id === chosen)?.summary}</p>
        </div>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  /** The radios of one list. */
  readonly group: string
  readonly design: DesignEntry
  readonly chosen: string
}

function Choice({ group, design: { id, title, summary }, chosen }: ChoiceProps) {
  return (
    <label className={styles.design} title={summary} data-chosen={id === chosen}>
      <input
        type="radio"
        name={group}
        value={id}
        checked={id === chosen}
        onChange={() => playground.getState().edit({ subject: 'design', change: { design: id } })}
      />
      <span>{title}</span>
    </label>
  )
}
