import { type KeyboardEvent, useId, useState } from 'react'
import { openEmpty, takePasted } from '../../../session/index.ts'
import fields from '../../../ui/fields.module.css'
import { Button, classes } from '../../../ui/index.ts'
import styles from './PasteBox.module.css'
import { TakenNote } from './TakenNote.tsx'

const PLACEHOLDER = 'Paste anything: YAML, a 403, a log line, kubectl, curl, a link'
const HINT = 'YAML, a 403, an audit event, a log line, kubectl, curl, HTTP, a kubeconfig, a scenario or its link'

interface PasteBoxProps {
  /** Whether the box is shown. Else only a note about what was taken is. */
  readonly open: boolean
  /** It was opened by a person, who wants to paste. */
  readonly focused: boolean
}

/** A box that takes anything, says what it took it for, and lets people correct it. */
export function PasteBox({ open, focused }: PasteBoxProps) {
  return (
    <div className={open ? styles.box : styles.closed}>
      {open && <Box focused={focused} />}
      <TakenNote />
    </div>
  )
}

/** `focused`: it was opened by a person, who wants to paste. */
function Box({ focused }: { readonly focused: boolean }) {
  const [text, setText] = useState('')
  const hint = useId()

  function take(pasted: string): void {
    setText('')
    void takePasted(pasted)
  }

  function key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || text.trim() === '') return
    event.preventDefault()
    take(text)
  }

  return (
    <div className={styles.line}>
      <textarea
        className={classes(fields.control, styles.text)}
        aria-label="Paste anything"
        aria-describedby={hint}
        rows={1}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={PLACEHOLDER}
        title={HINT}
        // biome-ignore lint/a11y/noAutofocus: only after the button that opens it
        autoFocus={focused}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={key}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          // A part of a line that is being typed.
          if (pasted === '' || text.trim() !== '') return
          event.preventDefault()
          take(pasted)
        }}
      />
      <span id={hint} hidden>
        {HINT}. A paste is taken at once; what is typed, with Enter.
      </span>
      {text.trim() !== '' && (
        <Button look="primary" className={styles.small} onClick={() => take(text)}>
          Take it
        </Button>
      )}
      <Button
        look="quiet"
        className={styles.small}
        title="An empty scenario. Undo brings this one back."
        onClick={openEmpty}
      >
        New
      </Button>
    </div>
  )
}
