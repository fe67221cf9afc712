import { visible } from '@authz-playground/engine/internal/words'
import { useRef } from 'react'
import { classes } from './classes.ts'
import { useScrolls } from './scrolls.ts'
import styles from './TextDiff.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A line of both texts has two numbers, from 1; an added or a removed one its own. */
interface Line {
  readonly text: string
  readonly before?: number
  readonly after?: number
}

interface TextDiffProps {
  readonly of: readonly (readonly Line[])[]
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
            <LineOfDiff key={`${line.before}-${line.after}`} of={line} />
          ))}
        </div>
      ))}
    </div>
  )
}

function LineOfDiff({ of: { text, before, after } }: { readonly of: Line }) {
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
      <code className={styles.text}>{visible(text)}</code>
    </div>
  )
}
