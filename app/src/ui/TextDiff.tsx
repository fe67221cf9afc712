import { useRef } from 'react'
import { classes, useScrolls, VisuallyHidden } from '../../ui/index.ts'
import type { DiffLine } from '../../worker/index.ts'
import styles from './TextDiff.module.css'

interface TextDiffProps {
  readonly of: readonly (readonly DiffLine[])[]
  /** Its name: "Changed lines of the policy". */
  readonly label: string
}

/** The changed stretches of a text with line numbers. A sign, a ground and hidden words say what is added and removed. */
export function TextDiff({ of, label }: TextDiffProps) {
  const region = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(region)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of lines, and no fields
    <div ref={region} role="group" aria-label={label} className={styles.diff} {...(scrolls && { tabIndex: 0 })}>
      {of.map((lines) => (
        <div key={lines[0]?.after ?? lines[0]?.before} className={styles.stretch}>
          {lines.map((line) => (
            <Line key={`${line.before}-${line.after}`} of={line} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Line({ of: { text, before, after } }: { readonly of: DiffLine }) {
  const [sign, words, look] =
    before === undefined
      ? ['+', 'added', styles.added]
      : after === undefined
        ? ['−', 'removed', styles.removed]
        : [' ', '', undefined]
  return (
    <div className={classes(styles.line, look)}>
      <span className={styles.number}>{after ?? before}</span>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      {words !== '' && <VisuallyHidden>{words}: </VisuallyHidden>}
      <code className={styles.text}>{text}</code>
    </div>
  )
}
