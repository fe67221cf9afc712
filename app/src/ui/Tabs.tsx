import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './Tabs.module.css'

interface TabsProps<Id extends string> {
  /** The name of the list of tabs: "Ways to write the request". */
  readonly label: string
  /** `highlighted`: the tab shows something that belongs to the place that is pointed at elsewhere. */
  readonly tabs: readonly {
    readonly id: Id
    readonly title: string
    readonly mark?: ReactNode
    readonly highlighted?: boolean
  }[]
  readonly selected: Id
  onSelect(id: Id): void
  /** Shown at the end of the line of tabs. */
  readonly beside?: ReactNode
  /** The content of the selected tab. */
  readonly children: ReactNode
}

/**
 * Tabs as in the ARIA Authoring Practices: arrows move and select, Home and End go to the ends, Tab goes into the
 * panel.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, beside, children }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)

  // In a narrow pane the line of tabs scrolls: here to the selected tab, also when something else selects it.
  useEffect(() => {
    const line = list.current
    const tab = line?.querySelectorAll('[role=tab]')[tabs.findIndex(({ id }) => id === selected)]
    if (line === null || tab === undefined) return
    const [room, its] = [line.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (its.left < room.left) line.scrollLeft -= room.left - its.left
    else if (its.right > room.right) line.scrollLeft += its.right - room.right
  }, [tabs, selected])

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ id }) => id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = (to + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab === undefined) return
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className={styles.tabs}>
      <div className={styles.line}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list}>
          {tabs.map(({ id, title, mark, highlighted }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${base}-${id}`}
              className={classes(styles.tab, highlighted && styles.highlighted)}
              aria-selected={id === selected}
              aria-controls={`${base}-panel`}
              tabIndex={id === selected ? 0 : -1}
              data-title={title}
              onClick={() => onSelect(id)}
              onKeyDown={move}
            >
              {title}
              {mark}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
