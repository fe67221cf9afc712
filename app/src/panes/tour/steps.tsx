import { finalAnswer } from '@authz-playground/engine/internal/trace'
import { FIRST } from '@authz-playground/examples/first'
import { counted } from '@authz-playground/pictures'
import type { ReactNode } from 'react'
import { chooseAudience, goTo, isHeldBack, openDialog, openExample, playground } from '../../session/index.ts'
import { Button, Icon, KEYS, LinkButton } from '../../ui/index.ts'

type Playground = ReturnType<typeof playground.getState>

/** What the steps say of the page as it is now. */
export interface Facts {
  /** The request impersonates nobody. */
  readonly asOneself: boolean
  /** How many checks got NoOpinion; 0 also while the decisions are held back. */
  readonly noOpinions: number
  /** The code that the client gets. Undefined while it is not decided, or held back. */
  readonly code: number | undefined
  /** Of the verb that the tour changes: it is in the policy, it has been changed, or the page shows another policy. */
  readonly verb: 'present' | 'changed' | 'absent'
}

/** A step of the tour, about whatever the page shows. */
interface Step {
  /** `touch`: the person has fingers and no keyboard. */
  title(touch: boolean): string
  /** The id of the part of the page that it is about. */
  readonly about: 'chart' | 'policy' | 'answer' | undefined
  words(facts: Facts, touch: boolean): ReactNode
  /** Whether somebody did what it proposes. Absent where there is nothing to do. */
  isDone?(now: Playground): boolean
  /** What does it, and what is worth a click. */
  ways?(facts: Facts): ReactNode
}

/** The verb that the tour changes, and what it becomes. */
const VERB = 'impersonate-on:user-info:list'
const OTHER = 'impersonate-on:user-info:get'
const CHANGED = FIRST.scenario.policy.replace(VERB, OTHER)

export function factsOf(now: Playground): Facts {
  const { answer, scenario, exampleId } = now
  const shown = isHeldBack(now) ? undefined : answer
  const steps = shown?.trace?.steps ?? []
  const { policy } = scenario
  const isFirst = exampleId === FIRST.id
  return {
    asOneself: answer?.ahead !== undefined,
    noOpinions: steps.filter(({ check }) => check && finalAnswer(check).decision === 'NoOpinion').length,
    code: shown?.trace?.outcome.code,
    verb: isFirst && policy === CHANGED ? 'changed' : isFirst && policy.includes(VERB) ? 'present' : 'absent',
  }
}

function replaceVerb(from: string, to: string): void {
  const { scenario, edit } = playground.getState()
  edit({ subject: `tour, ${to}`, change: { policy: scenario.policy.replace(from, to) }, shown: true })
}

function goToVerb(): void {
  const offset = Math.max(0, playground.getState().scenario.policy.indexOf(VERB))
  goTo({ kind: 'text', source: 'policy', offset })
}

/** Six steps, some three minutes. */
export const STEPS: readonly Step[] = [
  {
    title: () => 'Three questions',
    about: 'chart',
    words: ({ asOneself }) => (
      <>
        Impersonation raises three questions: May it do this as somebody else? May it be that somebody? May that
        somebody do it? The chart shows them from top to bottom, each with its decision.
        {asOneself && ' This request impersonates nobody, so only the last one is asked.'}
      </>
    ),
    isDone: ({ playback }) => playback.moved,
    ways: () => (
      <Button onClick={() => playground.getState().play()}>
        <Icon name="play" />
        Play it
      </Button>
    ),
  },
  {
    title: () => 'Four modes',
    about: 'chart',
    words: () => (
      <>
        A mode is a way to be allowed to impersonate, and has verbs of its own. The modes are <code>user-info</code>,{' '}
        <code>serviceaccount</code>, <code>associated-node</code> and <code>arbitrary-node</code>. The API server tries
        those that fit the wanted user, and then the old verb <code>impersonate</code>.
      </>
    ),
    ways: () => <Button onClick={() => openDialog('modes')}>The four modes</Button>,
  },
  {
    title: () => 'NoOpinion',
    about: 'chart',
    words: ({ noOpinions }, touch) => (
      <>
        RBAC never denies. Where no rule fits a check, RBAC has no opinion, and the next authorizer or mode is asked.
        When none is left, the client gets 403.
        {noOpinions > 0 && ` Here ${counted(noOpinions, 'check')} got NoOpinion.`}{' '}
        {touch ? 'Tap a check' : 'Point at a check'}: the rule that allowed it, if any, lights up in the policy.
      </>
    ),
    isDone: ({ pointed, pinned }) =>
      [pointed, pinned].some((place) => place?.kind === 'node' || place?.kind === 'step'),
  },
  {
    title: () => 'Change the policy',
    about: 'policy',
    words: ({ verb, code }) =>
      verb === 'present' ? (
        <>
          Each edit of the policy is decided at once. Write <code>get</code> for <code>list</code> in the verb{' '}
          <code>{VERB}</code>: then no rule fits the first question.
        </>
      ) : verb === 'changed' ? (
        <>
          The policy now grants <code>{OTHER}</code>, and the request is a <code>list</code>
          {code === 403 && ': it is refused'}.
        </>
      ) : (
        'Each edit of the policy is decided at once: the answer and the chart follow. The first example has a verb to try this on.'
      ),
    isDone: (now) => factsOf(now).verb === 'changed',
    ways: ({ verb }) =>
      verb === 'present' ? (
        <>
          <LinkButton onClick={goToVerb}>Go to the verb</LinkButton>
          <Button onClick={() => replaceVerb(VERB, OTHER)}>Change it for me</Button>
        </>
      ) : (
        verb === 'absent' && <Button onClick={() => openExample(FIRST)}>Open the first example</Button>
      ),
  },
  {
    title: () => 'After a refusal',
    about: 'answer',
    words: ({ code }) => (
      <>
        {code === 403 ? 'This request is refused.' : code !== undefined && `This request gets ${code}.`}{' '}
        {code === 403 ? 'The answer' : 'For a refused request the answer'} names the rule that comes closest and the
        word that it lacks. It offers changes after which the request is allowed; one click makes a change, and Undo
        takes it back.
      </>
    ),
    ways: ({ verb }) =>
      verb === 'changed' && <Button onClick={() => replaceVerb(OTHER, VERB)}>Put the verb back</Button>,
  },
  {
    title: (touch) => (touch ? 'Fingers, and where to go on' : 'Keys, and where to go on'),
    about: undefined,
    words: (_, touch) =>
      touch ? (
        'Tap a check to keep it lit, and tap it again to let go. Two fingers zoom the chart. The button Undo takes back each change.'
      ) : (
        <>
          <kbd>{KEYS.play}</kbd> plays the request, <kbd>{KEYS.undo}</kbd> takes back each change, <kbd>Esc</kbd> lets
          go of a check that you clicked, and <kbd>{KEYS.help}</kbd> lists all keys.
        </>
      ),
    ways: () => (
      <>
        <Button onClick={() => openDialog('courses')}>Courses</Button>
        <Button onClick={() => openDialog('gallery', {})}>Examples</Button>
        <Button onClick={() => chooseAudience('debug')}>Debug</Button>
      </>
    ),
  },
]
