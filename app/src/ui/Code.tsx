import { type ReactNode, useRef } from 'react'
import styles from './Code.module.css'
import { CopyButton } from './CopyButton.tsx'
import { classes } from './classes.ts'
import { useScrolls } from './scrolls.ts'

interface CodeProps {
  readonly text: string
  /** The name of the text: "Audit event". */
  readonly label: string
  /** Adds a button that copies the text. */
  readonly copy?: boolean
  /** Long lines break instead of scrolling: for messages, not for YAML. */
  readonly wrap?: boolean
  /** The text with markup, where parts of it are set off. It reads as `text` does; `text` is copied. */
  readonly children?: ReactNode
}

/** A text to read and to copy, unchanged. It scrolls inside itself, and is focusable where it scrolls. */
export function Code({ text, label, copy = false, wrap = false, children = text }: CodeProps) {
  const pre = useRef<HTMLPreElement>(null)
  const scrolls = useScrolls(pre)
  return (
    <div className={styles.code}>
      {copy && (
        <div className={styles.bar}>
          <CopyButton text={text} label={label} />
        </div>
      )}
      <pre
        ref={pre}
        className={classes(styles.text, wrap && styles.wrapped)}
        {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}
      >
        {children}
      </pre>
    </div>
  )
}
