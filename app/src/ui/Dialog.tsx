import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { Notices } from './Notices.tsx'
import { useScrolls } from './scrolls.ts'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /**
   * `wide`: for lists to choose from. `full`: for what a person works in; as large as the window, and it scrolls by
   * itself.
   */
  readonly size?: 'wide' | 'full'
  /**
   * Called for Escape, the close button, and a click beside the dialog. The owner then removes the dialog from the
   * tree.
   */
  onClose(): void
}

/**
 * A modal dialog, open while it is in the tree. The browser keeps the focus inside and gives it back afterwards. An
 * element with the attribute `data-first-focus` gets the focus first; without one the dialog does, so that screen
 * readers begin at its title.
 */
export function Dialog({ title, children, size, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(body)
  const id = useId()

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    const first = shown?.querySelector<HTMLElement>('[data-first-focus]') ?? shown
    first?.focus()
    // Closed before it leaves the tree, so that the browser still knows where the focus came from.
    return () => shown?.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser’s own cancel event
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classes(styles.dialog, size && styles[size])}
      aria-labelledby={id}
      onCancel={(event) => {
        // React hands on that of a dialog inside this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" keys="Esc" onClick={onClose} />
      </div>
      <Notices />
      <div ref={body} className={styles.body} tabIndex={scrolls ? 0 : undefined}>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
