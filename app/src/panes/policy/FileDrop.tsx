import { type DragEvent, type RefObject, useEffect, useState } from 'react'
import { classes } from '../../ui/index.ts'
import { droppedFiles } from './dropped.ts'
import styles from './FileDrop.module.css'
import { TEXT_NAMES, type WrittenText } from './written.ts'

/** Whether the dropped files replace the text or are appended to it. */
export type DropManner = 'replace' | 'append'

const ZONES: readonly (readonly [DropManner, string])[] = [
  ['replace', 'Drop to replace the '],
  ['append', 'Drop to add below the '],
]

interface FileDropProps {
  /** The element on which files may be dropped. The zones cover it while files are dragged over it. */
  readonly pane: RefObject<HTMLElement | null>
  /** The text that the files are for. */
  readonly text: WrittenText
  onFiles(files: ReturnType<typeof droppedFiles>, manner: DropManner): void
}

/** Two drop zones, so that people see whether dropping replaces or appends. */
export function FileDrop({ pane, text, onFiles }: FileDropProps) {
  const [dragging, setDragging] = useState(false)
  const [over, setOver] = useState<DropManner>()

  useEffect(() => {
    const { current } = pane
    if (current === null) return
    const entered = (event: globalThis.DragEvent): void => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setDragging(true)
    }
    const left = ({ relatedTarget }: globalThis.DragEvent): void => {
      if (!(relatedTarget instanceof Node) || !current.contains(relatedTarget)) setDragging(false)
    }
    // In the capture phase, because editors handle drops themselves.
    current.addEventListener('dragenter', entered, { capture: true })
    current.addEventListener('dragover', entered, { capture: true })
    current.addEventListener('dragleave', left, { capture: true })
    return () => {
      current.removeEventListener('dragenter', entered, { capture: true })
      current.removeEventListener('dragover', entered, { capture: true })
      current.removeEventListener('dragleave', left, { capture: true })
    }
  }, [pane])

  if (!dragging) return null
  const drop = (event: DragEvent, manner: DropManner): void => {
    event.preventDefault()
    setDragging(false)
    setOver(undefined)
    onFiles(droppedFiles(event.dataTransfer), manner)
  }
  return (
    <div className={styles.zones}>
      {ZONES.map(([manner, words]) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the button “Open files” is for everybody
        <div
          key={manner}
          className={classes(styles.zone, over === manner && styles.over)}
          onDragEnter={() => setOver(manner)}
          onDragLeave={() => setOver((before) => (before === manner ? undefined : before))}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, manner)}
        >
          <span>
            {words}
            {TEXT_NAMES[text]}
          </span>
        </div>
      ))}
    </div>
  )
}

function bringsFiles({ dataTransfer }: globalThis.DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
