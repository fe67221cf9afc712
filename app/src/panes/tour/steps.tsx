import { FIRST } from '@authz-playground/examples/first'
import type { ReactNode } from 'react'
import { chooseAudience, goTo, openDialog, playground } from '../../session/index.ts'
import { Button, Icon, KEYS, LinkButton } from '../../ui/index.ts'

type Playground = ReturnType<typeof playground.getState>

/** A step of the tour, on the first example. */
interface Step {
  readonly title: string
  /** The id of the part of the page that it is about. */
  readonly about: 'chart' | 'policy' | 'timeline' | undefined
  readonly words: ReactNode
  /** Whether somebody did what it proposes. Absent where there is nothing to do. */
  isDone?(now: Playground): boolean
  /** What is said then. */
  readonly done?: string
  /** What does it, and what is worth a click. */
  readonly ways?: ReactNode
}

/** The verb that the tour changes, and what it becomes. */
const VERB = 'impersonate-on:user-info:list'
const OTHER = 'impersonate-on:user-info:get'

function placeOfVerb(): number {
  return Math.max(0, playground.getState().scenario.policy.indexOf(VERB))
}

function changeVerb(): void {
  const { scenario, edit } = playground.getState()
  edit({ subject: 'tour', change: { policy: scenario.policy.replace(VERB, OTHER) }, shown: true })
}

/** Six steps, some three minutes. */
export const STEPS: readonly Step[] = [
  {
    title: 'The chart',
    about: 'chart',
    words: (
      <>
        A controller asks to list pods as <code>jane.doe@example.com</code>. The chart shows the way of this request
        through the API server, down to its answer.
      </>
    ),
  },
  {
    title: 'Three questions',
    about: 'chart',
    words: (
      <>
        May it do this as somebody else? May it be that somebody? May that somebody do it? Each box with a double border
        is such a check. Its decision is at its corner.
      </>
    ),
  },
  {
    title: 'Play',
    about: 'chart',
    words: (
      <>
        Press Play, or <kbd>{KEYS.play}</kbd>: the request travels, and each check is asked before it is answered.
      </>
    ),
    isDone: ({ playback }) => playback.moved,
    ways: (
      <Button onClick={() => playground.getState().play()}>
        <Icon name="play" />
        Play it
      </Button>
    ),
  },
  {
    title: 'Point at a check',
    about: 'chart',
    words: (
      <>
        Point at a check in the chart, or go to its row in the timeline by <kbd>Tab</kbd>: the rule in the policy that
        allowed it lights up. A click keeps it lit; <kbd>Esc</kbd> lets go.
      </>
    ),
    isDone: ({ pointed, pinned }) =>
      [pointed, pinned].some((place) => place?.kind === 'node' || place?.kind === 'step'),
  },
  {
    title: 'Change one verb',
    about: 'policy',
    words: (
      <>
        Each key press in the policy is decided at once. Write <code>get</code> for <code>list</code> in the verb{' '}
        <code>{VERB}</code>: no rule fits the first check any more.
      </>
    ),
    isDone: ({ answer }) => answer?.trace?.outcome.code === 403,
    done: 'The request is refused now, and the answer says what nearly fits.',
    ways: (
      <>
        <LinkButton onClick={() => goTo({ kind: 'text', source: 'policy', offset: placeOfVerb() })}>
          Go to the verb
        </LinkButton>
        <Button onClick={changeVerb}>Change it for me</Button>
      </>
    ),
  },
  {
    title: 'Where to go on',
    about: undefined,
    words: (
      <>
        Undo (<kbd>{KEYS.undo}</kbd>) brings the verb back. Courses teach in lessons with goals, examples show one thing
        each, and Debug is for a policy of your own.
      </>
    ),
    ways: (
      <>
        <Button onClick={() => openDialog('courses')}>Courses</Button>
        <Button onClick={() => openDialog('gallery', {})}>Examples</Button>
        <Button onClick={() => chooseAudience('debug')}>Debug</Button>
      </>
    ),
  },
]

/** Whether the page shows the example that the tour is about. */
export function isAboutFirst({ exampleId }: Pick<Playground, 'exampleId'>): boolean {
  return exampleId === FIRST.id
}
