import { LineIndex, type Scenario, type SourceRange } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import type { AnswerView } from '../worker/index.ts'
import { guessInWords } from './guess.ts'
import { highlightsNow, isHeldBack, progressOf } from './holding-back.ts'
import { createPlayground } from './store.ts'

const scenario: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1' },
  requestor: { username: 'ctl' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

const lines = new LineIndex('policy', 'x'.repeat(100))
const range = (start: number): SourceRange => lines.range({ start, end: start + 10 })

/** A step that asks, and that a rule at an offset allows. */
function allowed(node: string, offset: number) {
  const evidence = { authorizer: 'RBAC', rule: { range: range(offset) }, binding: { range: range(offset + 20) } }
  return { node, check: { answer: { decision: 'Allow', reason: '', evidence } } }
}

const STEPS = [{ node: 'receive' }, allowed('action', 0), allowed('identity', 40), { node: 'end' }]
const ANSWER = {
  trace: { steps: STEPS },
  checks: [1, 2].map((step) => ({ step, question: [], request: [range(70 + 10 * step)] })),
} as unknown as AnswerView

function answered() {
  const playground = createPlayground({ scenario, exampleId: 'first' })
  playground.getState().receive(scenario, ANSWER)
  const now = () => playground.getState()
  /** The rules and the steps that are highlighted. */
  const highlighted = () => {
    const { pointed, pinned } = now()
    const { steps, texts } = highlightsNow(pointed ?? pinned, now())
    return { steps: [...steps], rules: texts.map(({ start }) => start) }
  }
  return { now, highlighted }
}

describe('playing', () => {
  it('lights each step as a click on it would, and nothing at the end', () => {
    const { now, highlighted } = answered()
    expect(now().pinned).toBeUndefined()
    now().scrub(0)
    now().scrub(2)
    expect(now().pinned).toEqual({ kind: 'step', step: 2 })
    expect(highlighted()).toEqual({ steps: [2], rules: [40, 60] })
    now().scrub(Number.POSITIVE_INFINITY)
    while (now().playback.phase !== 'done') now().advance()
    expect(now().pinned).toBeUndefined()
  })

  it('lights the rule of a check only once the check is answered', () => {
    const { now, highlighted } = answered()
    now().play()
    while (now().playback.phase !== 'asking') now().advance()
    expect(progressOf(now().playback, 1)).toBe('asked')
    expect(highlighted()).toEqual({ steps: [1], rules: [] })
    now().advance()
    expect(progressOf(now().playback, 1)).toBe('done')
    expect(highlighted()).toEqual({ steps: [1], rules: [0, 20] })
  })

  it('stops where a person pins a place', () => {
    const { now } = answered()
    now().play()
    now().pin({ kind: 'node', node: 'action' })
    expect(now().playback.playing).toBe(false)
    expect(now().pinned).toEqual({ kind: 'node', node: 'action' })
  })
})

describe('the end', () => {
  it('is held back from the first step back until the request arrives', () => {
    const { now } = answered()
    expect(isHeldBack(now())).toBe(false)
    now().scrub(2)
    expect(isHeldBack(now())).toBe(true)
    now().play()
    while (now().playback.playing) {
      expect(isHeldBack(now())).toBe(true)
      now().advance()
    }
    expect(isHeldBack(now())).toBe(false)
  })

  it('is not held back where a step was only looked up, nor where the person chose to see it', () => {
    const { now } = answered()
    now().lookUp(1)
    expect(now().playback.position).toBe(1)
    expect(isHeldBack(now())).toBe(false)
    now().scrub(0)
    now().holdBack(false)
    expect(isHeldBack(now())).toBe(false)
  })

  it('is shown with each new answer', () => {
    const { now } = answered()
    now().scrub(0)
    now().receive(scenario, ANSWER)
    expect(isHeldBack(now())).toBe(false)
  })

  it('lights nothing early: neither a later step by its rule, nor a rule by its later node', () => {
    const { now, highlighted } = answered()
    now().scrub(0)
    now().point({ kind: 'text', source: 'policy', offset: 45 })
    expect(highlighted()).toEqual({ steps: [], rules: [] })
    now().point({ kind: 'node', node: 'identity' })
    expect(highlighted()).toEqual({ steps: [], rules: [] })
    now().scrub(Number.POSITIVE_INFINITY)
    expect(highlighted()).toEqual({ steps: [2], rules: [40, 60] })
  })
})

describe('a request about which the page asks', () => {
  function asked() {
    const playground = createPlayground({ scenario, exampleId: 'first' })
    const now = () => playground.getState()
    now().ask()
    now().receive(scenario, ANSWER)
    return now
  }

  it('waits with its end held back, and a guess plays it', () => {
    const now = asked()
    expect(isHeldBack(now())).toBe(true)
    expect(now().playback.position).toBe(0)
    now().guess('Allowed')
    expect(now().playback).toMatchObject({ atStart: false, playing: true, position: 0, guess: 'Allowed' })
    while (now().playback.playing) {
      expect(isHeldBack(now())).toBe(true)
      now().advance()
    }
    expect(isHeldBack(now())).toBe(false)
    expect(now().playback.guess).toBe('Allowed')
  })

  it('goes on without a guess where somebody plays, steps, or wants the answer', () => {
    for (const [go, held] of [
      [(now: ReturnType<typeof asked>) => now().play(), true],
      [(now: ReturnType<typeof asked>) => now().scrub(1), true],
      [(now: ReturnType<typeof asked>) => now().answerWithoutGuess(), false],
    ] as const) {
      const now = asked()
      go(now)
      expect(now().playback).toMatchObject({ atStart: false, guess: undefined })
      expect(isHeldBack(now())).toBe(held)
    }
  })

  it('is shown at its end after an edit, without the guess about what was there before', () => {
    const now = asked()
    now().guess('Refused')
    now().edit({ subject: 'policy', change: { policy: '# edited' } })
    now().receive(now().scenario, ANSWER)
    expect(isHeldBack(now())).toBe(false)
    expect(now().playback.guess).toBeUndefined()
  })
})

it('says whether a guess was right once there is an answer that is one or the other', () => {
  const answer = (kind: string) => ({ state: 'decided', trace: { outcome: { kind } } }) as unknown as AnswerView
  expect(guessInWords('Allowed')).toBe('You said: allowed.')
  expect(guessInWords('Allowed', answer('allowed'))).toBe('You said: allowed. So it is.')
  expect(guessInWords('Allowed', answer('forbidden'))).toBe('You said: allowed. It is refused.')
  expect(guessInWords('Refused', answer('bad-request'))).toBe('You said: refused.')
})
