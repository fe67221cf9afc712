import { useState } from 'react'
import { announce } from './announcements.ts'
import { Button } from './Button.tsx'
import styles from './CopyButton.module.css'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { reportLoadFailure } from './notices.ts'

interface CopyButtonProps {
  /** The text to copy. A function where making it takes time; where it gives undefined, nothing is copied. */
  readonly text: string | (() => string | Promise<string | undefined>)
  /** The name of the text, which follows "Copy" in the name of the button: `SubjectAccessReview`. */
  readonly label: string
  /** The visible words of the button. Its accessible name is "Copy" with the label in any case. */
  readonly shown?: string
  /** A button without visible words. */
  readonly asIcon?: boolean
}

/** How long the button says "Copied". Milliseconds. */
const SAID_FOR = 2000

/** Copies a text. Where the browser refuses the clipboard, it shows the text selected, to be copied by hand. */
export function CopyButton({ text, label, shown = 'Copy', asIcon = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function copy(): Promise<void> {
    let wanted: string | undefined
    try {
      wanted = typeof text === 'string' ? text : await text()
    } catch {
      reportLoadFailure('What is copied', () => void copy())
    }
    if (wanted === undefined) return
    try {
      await navigator.clipboard.writeText(wanted)
    } catch {
      setRefused(wanted)
      return
    }
    announce('Copied')
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_FOR)
  }

  const icon = copied ? 'done' : 'copy'
  return (
    <>
      {asIcon ? (
        <IconButton icon={icon} label={`Copy ${label}`} onClick={() => void copy()} />
      ) : (
        <Button look="quiet" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          <Icon name={icon} />
          {copied ? 'Copied' : shown}
        </Button>
      )}
      {refused !== undefined && (
        <Dialog title={`Copy ${label}`} onClose={() => setRefused(undefined)}>
          <p>
            The browser did not let the page use the clipboard. The text is selected: press Ctrl+C, or ⌘C on a Mac. On a
            phone, hold a finger on it and choose “Copy”.
          </p>
          <textarea
            data-first-focus
            onFocus={({ currentTarget }) => currentTarget.select()}
            className={styles.fallback}
            aria-label={label}
            readOnly
            spellCheck={false}
            value={refused}
          />
        </Dialog>
      )}
    </>
  )
}
