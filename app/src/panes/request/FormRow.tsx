import { characterFindings } from '@authz-playground/engine/internal/text'
import type { ReactNode } from 'react'
import fields from '../../ui/fields.module.css'
import { classes } from '../../ui/index.ts'
import styles from './FormRow.module.css'

/** The props of a row for pointing and editing. */
export interface RowPointing {
  readonly highlighted?: boolean
  /** Called when the mouse or the focus enters or leaves the row. */
  onPoint?(pointed: boolean): void
  /** Called when the row gets or loses the focus. */
  onHold?(held: boolean): void
}

interface RowProps extends RowPointing {
  /** The id of the control that the label is for. Without an id the label names the group of controls in the row. */
  readonly id?: string
  readonly label: ReactNode
  readonly children: ReactNode
}

/** A label and what it labels, side by side where there is room. */
export function FormRow({ id, label, children, highlighted = false, onPoint, onHold }: RowProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only lights; the control inside has the focus and the name
    <div
      className={classes(styles.row, highlighted && styles.highlighted)}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={({ currentTarget }) => onPoint?.(currentTarget.contains(document.activeElement))}
      onFocus={() => {
        onPoint?.(true)
        onHold?.(true)
      }}
      onBlur={() => {
        onPoint?.(false)
        onHold?.(false)
      }}
    >
      {id === undefined ? (
        <span className={classes(fields.label, styles.label)}>{label}</span>
      ) : (
        <label className={classes(fields.label, styles.label)} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={styles.control}>{children}</div>
    </div>
  )
}

/** What a field names beside a typed value, which stays as it is typed: characters that nobody sees or takes for others. */
export function characterNote(value: string): string | undefined {
  const found = characterFindings(value)
  return found.length === 0 ? undefined : found.map(({ what }) => `The value ${what}.`).join(' ')
}

/** The note or the problem of a field. */
export function Below({
  id,
  problem,
  note,
}: {
  readonly id: string
  readonly problem?: ReactNode
  readonly note?: ReactNode
}) {
  const below = problem ?? note
  if (below === undefined) return null
  return (
    <p id={id} className={classes(fields.note, problem !== undefined && fields.problem)}>
      {below}
    </p>
  )
}
