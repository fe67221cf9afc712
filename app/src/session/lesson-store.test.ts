import type { Scenario } from '@authz-playground/engine'
import { describe, expect, it, vi } from 'vitest'
import type { AnswerView } from '../worker/index.ts'
import { NO_HISTORY } from './history.ts'
import { isHeldBack } from './holding-back.ts'
import { decode, encode } from './kept.ts'
import type { LessonPlace, Session } from './session.ts'
import { createPlayground } from './store.ts'

const scenario: Scenario = {
  version: 2,
  policy: 'own',
  request: { form: 'http', text: 'GET /healthz' },
  requestor: { username: 'jane' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}
const place: LessonPlace = { course: 'rbac', lesson: 'first', address: 'course/rbac', edit: 'policy' }
const lesson: Session = { scenario: { ...scenario, policy: 'start' }, exampleId: 'own', lesson: place }
const ANSWER = {
  trace: { steps: [{ node: 'receive' }, { node: 'check', check: {} }, { node: 'end' }] },
  checks: [],
} as unknown as AnswerView

function entered(atStart = false) {
  const refuse = vi.fn()
  const playground = createPlayground({ scenario, exampleId: 'own' }, undefined, () => 0, refuse)
  playground.getState().edit({ subject: 'policy', change: { policy: 'edited' } })
  playground.getState().enter(lesson, NO_HISTORY, atStart)
  const now = () => playground.getState()
  const answer = () => now().receive(now().scenario, ANSWER)
  return { now, answer, refuse }
}

describe('a lesson on the page', () => {
  it('has a history of its own: undo does not leave it', () => {
    const { now } = entered()
    now().undo()
    expect(now().scenario.policy).toBe('start')
    now().edit({ subject: 'policy', change: { policy: 'mine' } })
    now().undo()
    now().undo()
    expect(now().scenario.policy).toBe('start')
    expect(now().lesson).toEqual(place)
  })

  it('keeps the parts that may not be edited, and says so', () => {
    const { now, refuse } = entered()
    now().edit({ subject: 'request', change: { request: { form: 'http', text: 'GET /other' } } })
    now().edit({ subject: 'design', change: { design: 'legacy' } })
    expect(now().scenario).toEqual(lesson.scenario)
    expect(now().history).toEqual(NO_HISTORY)
    expect(refuse).toHaveBeenCalledTimes(2)
    now().edit({ subject: 'paste 1', change: { policy: 'pasted', requestor: { username: 'bob' } } })
    expect(now().scenario).toEqual({ ...lesson.scenario, policy: 'pasted' })
  })

  it('is left by opening something else, and undo comes back to it', () => {
    const { now } = entered()
    now().open({ scenario, exampleId: 'first' })
    expect(now().lesson).toBeUndefined()
    now().undo()
    expect(now().lesson).toEqual(place)
  })
})

describe('a request about which a question is asked first', () => {
  it('waits at its start, whatever the player is told, and holds everything back', () => {
    const { now, answer } = entered(true)
    answer()
    now().play()
    now().scrub(2)
    now().advance()
    expect(now().playback).toMatchObject({ position: 0, playing: false, atStart: true })
    now().holdBack(false)
    expect(isHeldBack(now())).toBe(true)
  })

  it('plays from its start when it is released, or is shown at its end', () => {
    const { now, answer } = entered(true)
    answer()
    now().release(true)
    expect(now().playback).toMatchObject({ position: 0, playing: true, inProgress: true, atStart: false })
    expect(isHeldBack(now())).toBe(true)
    const other = entered(true)
    other.answer()
    other.now().release(false)
    expect(other.now().playback).toMatchObject({ position: 2, playing: false, inProgress: false, atStart: false })
    expect(isHeldBack(other.now())).toBe(false)
  })

  it('is released by an edit', () => {
    const { now, answer } = entered(true)
    answer()
    now().edit({ subject: 'policy', change: { policy: 'mine' } })
    answer()
    expect(now().playback).toMatchObject({ position: 2, atStart: false })
    expect(now().lesson).toEqual(place)
  })

  it('waits after a reload, too', () => {
    const { now } = entered(true)
    const start: Session = { scenario: now().scenario, exampleId: 'own', lesson: now().lesson }
    const kept = decode(encode({ start }))
    expect(kept).toEqual({ start })
    const again = createPlayground(start)
    again.getState().receive(start.scenario, ANSWER)
    expect(again.getState().playback).toMatchObject({ position: 0, atStart: true })
  })
})
