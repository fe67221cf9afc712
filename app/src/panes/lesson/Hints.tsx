import { readProse } from '@authz-playground/prose'
import { useEffect, useRef } from 'react'
import { Button, Prose } from '../../ui/index.ts'
import styles from './LessonPane.module.css'
import type { LessonView } from './lesson-context.tsx'

/** The hints that were shown, in their order. A new one comes into sight. */
export function Hints({ of: { hints } }: { readonly of: LessonView }) {
  const { shown, error } = hints
  const last = useRef<HTMLLIElement>(null)
  const count = useRef(shown.length)
  useEffect(() => {
    if (shown.length > count.current) last.current?.scrollIntoView({ block: 'nearest' })
    count.current = shown.length
  }, [shown.length])
  if (shown.length === 0 && error === undefined) return null
  return (
    <section className={styles.part} aria-label="Hints">
      <h3>{shown.length > 1 ? 'Hints' : 'Hint'}</h3>
      {error !== undefined && <p>{error}</p>}
      {shown.length > 0 && (
        <ol className={styles.hints}>
          {shown.map((say, at) => (
            <li key={say} ref={at === shown.length - 1 ? last : undefined}>
              <Prose of={readProse(say)} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Shows the next hint. */
export function HintButton({ of: { hints, held, solved, lesson } }: { readonly of: LessonView }) {
  const { shown, none, next } = hints
  if (lesson.hints.length === 0 || solved) return null
  const off = none || held
  return (
    <Button
      aria-disabled={off}
      title={none ? 'There is no other hint for what you have now.' : undefined}
      onClick={() => !off && next()}
    >
      {none ? 'No other hint' : shown.length === 0 ? 'Hint' : 'Another hint'}
    </Button>
  )
}
