import type { Diagnostic } from '@authz-playground/engine'
import { useId, useMemo, useState } from 'react'
import { CodeEditor, type EditorFinding, type Reveal } from '../../editor/index.ts'
import { workerApi } from '../../session/index.ts'
import { VisuallyHidden } from '../../ui/index.ts'
import { draftStore, reader, useDraft, useReading } from './author.ts'
import { missingIn } from './course-reader.ts'
import type { TextName } from './text-history.ts'
import styles from './Workplace.module.css'

interface TextEditorProps {
  readonly name: TextName
  readonly reveal: Reveal | undefined
}

/** Where the cursors were, so that an editor that comes back shows the same place. */
const cursors: Record<TextName, number> = { course: 0, plays: 0 }

/** The editor of the course or of its plays, with the problems at their places. */
export function TextEditor({ name, reveal }: TextEditorProps) {
  const text = useDraft((now) => now.texts[name])
  const { diagnostics, findings } = useProblems(name)
  const status = useId()
  const [place] = useState<Reveal>(() => {
    const start = Math.min(cursors[name], draftStore.store.getState().texts[name].length)
    return { start, end: start }
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a key of the editor from the dialog around it
    <div
      className={styles.editor}
      onKeyDown={(event) => {
        // In an editor Escape closes suggestions, and lets Tab leave it. The dialog stays.
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      <CodeEditor
        value={text}
        onChange={(typed) => draftStore.type(name, typed)}
        onCursor={(offset) => {
          cursors[name] = offset
          selectAt(name, offset)
        }}
        language="yaml"
        label={name === 'course' ? 'Course in YAML' : 'Mistakes in YAML'}
        describedBy={status}
        size="fill"
        diagnostics={diagnostics}
        findings={findings}
        reveal={reveal ?? place}
        {...(name === 'course' && {
          complete: (value: string, offset: number) => workerApi().completeCourse(value, offset),
          hover: (value: string, offset: number) => workerApi().hoverCourse(value, offset),
        })}
      />
      <VisuallyHidden>
        <span id={status}>
          F8 goes to the next problem. Control with Space completes. Escape does not close the dialog while you write.
        </span>
      </VisuallyHidden>
    </div>
  )
}

const NONE: readonly Diagnostic[] = []

/** The problems of a text: those of reading it, and those that judging finds later. */
function useProblems(name: TextName) {
  const course = useReading((now) => now.course)
  const lessons = useReading((now) => now.lessons)
  return useMemo(() => {
    if (course === undefined) return { diagnostics: NONE, findings: [] }
    if (name === 'course') {
      const { errors, warnings } = missingIn({ course, lessons }) ?? { errors: [], warnings: [] }
      const { shown } = course.problems
      const judged = [...errors, ...warnings].filter((problem) => !shown.includes(problem))
      return { diagnostics: shown, findings: judged.map(asFinding) }
    }
    const played = lessons.flatMap(({ plays }) => plays?.problems ?? [])
    return { diagnostics: course.playProblems.shown, findings: played.map(asFinding) }
  }, [name, course, lessons])
}

function asFinding(problem: Diagnostic): EditorFinding {
  return { ...problem, ofRule: false }
}

/** Looks at the lesson at a place of a text. */
function selectAt(name: TextName, offset: number): void {
  const { lessons, course } = reader.store.getState()
  if (name === 'course') {
    const { course: text } = draftStore.store.getState().texts
    const lineStart = (at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)
    const index = lessons.findLastIndex(({ start }) => lineStart(start) <= offset)
    reader.select(index === -1 ? undefined : index)
    return
  }
  const place = course?.playPlaces.findLast(({ start }) => start <= offset)
  const index = lessons.findIndex(({ id }) => id === place?.lesson)
  if (index !== -1) reader.select(index)
}
