import type { Lesson } from '@authz-playground/engine/documents'
import { allowedWork } from '@authz-playground/engine/internal/course'
import { shortened } from '@authz-playground/pictures'
import { type RefCallback, useCallback, useEffect, useId, useRef, useState } from 'react'
import { courses, lessonScenario } from '../../session/course/index.ts'
import { playground, useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { announce, Button, Code, LinkButton, TextDiff } from '../../ui/index.ts'
import type { SolutionView } from '../../worker/index.ts'
import styles from './LessonPane.module.css'
import type { LessonView } from './lesson-context.tsx'

type State = 'hidden' | 'asked' | 'shown'

/** The solution of a lesson: asked for once, and then shown as changes of what the learner has. */
export function Solution({ of: { lesson, record, held } }: { readonly of: LessonView }) {
  const [state, setState] = useState<State>('hidden')
  const seen = record?.solution ?? false
  const first = useFirstElement(state)

  function show(): void {
    if (!seen) courses.did({ did: 'see-solution' })
    setState('shown')
  }

  // After the lesson began again it is not seen.
  if (state === 'shown' && seen) return <Shown first={first} lesson={lesson} onHide={() => setState('hidden')} />
  if (state === 'asked') {
    return (
      <div className={styles.ask}>
        <p>Show the solution? You learn more from another try.</p>
        <div className={styles.actions}>
          <Button ref={first.ref} onClick={show}>
            Show it
          </Button>
          <Button look="quiet" onClick={() => setState('hidden')}>
            Not yet
          </Button>
        </div>
      </div>
    )
  }
  return (
    <p>
      <LinkButton ref={first.ref} aria-disabled={held} onClick={() => !held && (seen ? show() : setState('asked'))}>
        {seen ? 'Show the solution again' : 'Show the solution'}
      </LinkButton>
    </p>
  )
}

/** The first element of what is shown, to which the focus goes where a button goes away. */
interface FirstElement {
  readonly ref: RefCallback<HTMLElement>
  focus(): void
}

/** Moves the focus to the first element of a state that a person has chosen. */
function useFirstElement(state: State): FirstElement {
  const element = useRef<HTMLElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) element.current?.focus()
    before.current = state
  }, [state])
  const ref = useCallback((found: HTMLElement | null) => {
    element.current = found
  }, [])
  return { ref, focus: () => element.current?.focus() }
}

/** Each solution that is taken over is a step of undo of its own. */
let taken = 0

interface ShownProps {
  readonly lesson: Lesson
  readonly first: FirstElement
  onHide(): void
}

function Shown({ lesson, first, onHide }: ShownProps) {
  const title = useId()
  const scenario = usePlayground((now) => now.scenario)
  const view = useLastAnswer(() => workerApi().solution(lesson, lessonScenario(lesson, scenario)), [lesson, scenario])

  function takeOver(): void {
    taken += 1
    const { edit } = playground.getState()
    edit({ subject: `solution ${taken}`, change: allowedWork(lesson, lesson.solution), shown: true })
    first.focus()
    announce('The solution is taken over. Undo brings yours back.')
  }

  return (
    <section className={styles.part} aria-labelledby={title}>
      <h3 id={title} ref={first.ref} tabIndex={-1}>
        Solution
      </h3>
      {view && (isSame(view) ? <p>What you have is this solution.</p> : <Changes of={view} />)}
      <div className={styles.actions}>
        {view && !isSame(view) && <Button onClick={takeOver}>Take it over</Button>}
        <LinkButton onClick={onHide}>Hide the solution</LinkButton>
      </div>
    </section>
  )
}

function isSame({ policy, request, requestor, whole }: SolutionView): boolean {
  return policy.length === 0 && request.length === 0 && requestor === undefined && whole === undefined
}

function Changes({ of: { policy, request, requestor, whole } }: { readonly of: SolutionView }) {
  return (
    <>
      {policy.length > 0 && <TextDiff of={policy} label="Changes of your policy" />}
      {whole?.policy !== undefined && <Code text={whole.policy} label="Policy of the solution" />}
      {request.length > 0 && <TextDiff of={request} label="Changes of your request" />}
      {whole?.request !== undefined && <Code text={whole.request} label="Request of the solution" />}
      {requestor && (
        <p>
          Who asks: <code>{shortened(requestor.after)}</code>, not <code>{shortened(requestor.before)}</code>.
        </p>
      )}
    </>
  )
}
