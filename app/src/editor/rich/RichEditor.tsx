import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { classes, VisuallyHidden } from '../../ui/index.ts'
import { type CodeEditorProps, LARGE, type Reveal, type Snapshot, type SurfaceProps } from '../props.ts'
import { registerGrammars } from './grammars.ts'
import { registerProviders } from './language.ts'
import styles from './RichEditor.module.css'
import { type Listener, Surface } from './surface.ts'
import { followTheme } from './theme.ts'

registerGrammars()
registerProviders()
followTheme()
// Loads the font of the icons now. Otherwise it loads with the first icon, when there may be no network. Without the
// font only the icons are missing.
document.fonts.load('16px codicon').catch(() => undefined)

interface RichEditorProps extends SurfaceProps {
  readonly language: CodeEditorProps['language']
  /** The editor is as high as its text, within the limits of the element around it. */
  readonly grows: boolean
  readonly complete: CodeEditorProps['complete']
  readonly hover: CodeEditorProps['hover']
  readonly quickFixes: CodeEditorProps['quickFixes']
  /** The state of the plain editor when it was replaced. */
  readonly snapshot: Snapshot
  readonly shown: Reveal | undefined
  /** The place that the plain editor has shown already. Its scroll position comes with the snapshot. */
  readonly shownBefore: Reveal | undefined
}

/** Explains the Tab key to people who use a screen reader. */
const TAB = 'Tab moves on until you type; after Escape it does again.'

/** Monaco as a component, loaded on demand. Everything that needs Monaco is imported from here. */
export function RichEditor(props: RichEditorProps) {
  const {
    value,
    language,
    wrap,
    lineNumbers,
    readOnly,
    diagnostics,
    findings,
    highlighted,
    highlightAs,
    marks,
    remarks,
    near,
    missing,
    grows,
    shown,
    describedBy,
    label,
  } = props
  const large = value.length > LARGE
  const tabId = useId()
  const description = describedBy === undefined ? tabId : `${describedBy} ${tabId}`
  const host = useRef<HTMLDivElement>(null)
  const surface = useRef<Surface>(undefined)
  const [height, setHeight] = useState<number>()
  const alreadyShown = useRef(props.shownBefore)

  const now: Listener = {
    onChange: props.onChange,
    onCursor: props.onCursor,
    onPoint: (offset) => props.onPoint?.(offset),
    onPin: (offset) => props.onPin?.(offset),
    onHeight: (pixels) => {
      if (grows) setHeight(pixels)
    },
    speaker: { complete: props.complete, hover: props.hover, quickFixes: props.quickFixes },
  }
  const listener = useRef(now)
  useLayoutEffect(() => {
    listener.current = now
  })

  const start = useRef({
    value,
    language,
    look: { label, wrap, large, lineNumbers, readOnly },
    snapshot: props.snapshot,
  })
  useLayoutEffect(() => {
    if (host.current === null) return
    const made = new Surface(host.current, start.current, () => listener.current)
    surface.current = made
    return () => made.dispose()
  }, [])

  // Folding and brackets are switched off before a long text comes, and on after it has gone.
  useLayoutEffect(() => {
    if (large) surface.current?.setLook({ label, wrap, large, lineNumbers, readOnly })
  }, [label, wrap, large, lineNumbers, readOnly])
  useLayoutEffect(() => surface.current?.setText(value), [value])
  useEffect(() => surface.current?.setLanguage(language), [language])
  useEffect(() => surface.current?.setDescription(description), [description])
  useEffect(() => {
    if (!large) surface.current?.setLook({ label, wrap, large, lineNumbers, readOnly })
  }, [label, wrap, large, lineNumbers, readOnly])
  useEffect(() => surface.current?.setDiagnostics(diagnostics), [diagnostics])
  useEffect(() => surface.current?.setFindings(findings), [findings])
  useEffect(() => surface.current?.setHighlighted(highlighted, highlightAs), [highlighted, highlightAs])
  useEffect(() => surface.current?.setMarks(marks), [marks])
  useEffect(() => surface.current?.setRemarks(remarks), [remarks])
  useEffect(() => surface.current?.setNear(near), [near])
  useEffect(() => surface.current?.setMissing(missing), [missing])
  useEffect(() => {
    if (shown && shown !== alreadyShown.current) surface.current?.show(shown)
  }, [shown])

  return (
    <>
      <div
        ref={host}
        className={classes(styles.host, grows && styles.grows)}
        style={{ height: grows ? height : undefined }}
      />
      <VisuallyHidden>
        <span id={tabId}>{TAB}</span>
      </VisuallyHidden>
    </>
  )
}
