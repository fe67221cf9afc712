import type { Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import type { AnswerView } from '../worker/index.ts'
import { NO_HISTORY } from './history.ts'
import { isHeldBack } from './holding-back.ts'
import type { LessonPlace } from './session.ts'
import { createPlayground } from './store.ts'

const scenario: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1' },
  requestor: { username: 'jane' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}
const CHECK = { answer: { decision: 'Allow', reason: '' } }
const STEPS = [{ node: 'receive' }, { node: 'action', edge: 'a', check: CHECK }, { node: 'end', edge: 'b' }]
const ANSWER = { trace: { steps: STEPS }, checks: [] } as unknown as AnswerView
const UNREAD = { checks: [] } as unknown as AnswerView

function presented(answer = ANSWER) {
  const playground = createPlayground({ scenario, exampleId: 'first' })
  const now = () => playground.getState()
  now().receive(scenario, answer)
  now().present(true)
  /** Lets everything happen that follows by itself, and says where the request is. */
  const moment = (): string => {
    for (let before = now().playback; ; before = now().playback) {
      now().advance()
      if (JSON.stringify(now().playback) === JSON.stringify(before)) break
    }
    const { atStart, position, phase } = now().playback
    return atStart ? 'atStart' : `${position} ${phase}`
  }
  const on = (): string => {
    now().goOn()
    return moment()
  }
  const back = (): string => {
    now().goBack()
    return moment()
  }
  return { now, moment, on, back }
}

describe('the present view', () => {
  it('waits at the start, and asks every check before it is answered', () => {
    const { now, moment, on } = presented()
    expect(moment()).toBe('atStart')
    expect([on(), on(), on(), on()]).toEqual(['1 asking', '1 done', '2 done', '2 done'])
    expect(isHeldBack(now())).toBe(false)
  })

  it('holds the end back at every moment before, whatever the person chose for the page', () => {
    const { now, on } = presented()
    now().holdBack(false)
    expect(isHeldBack(now())).toBe(true)
    on()
    expect(isHeldBack(now())).toBe(true)
    on()
    expect(isHeldBack(now())).toBe(true)
    on()
    expect(isHeldBack(now())).toBe(false)
  })

  it('goes back by the same moments, to the question', () => {
    const { on, back, now } = presented()
    for (let i = 0; i < 3; i++) on()
    expect([back(), back(), back(), back(), back()]).toEqual(['1 done', '1 asking', '0 done', 'atStart', 'atStart'])
    expect(isHeldBack(now())).toBe(true)
  })

  it('lets each scenario wait that is opened meanwhile', () => {
    const { now, moment, on } = presented()
    for (let i = 0; i < 3; i++) on()
    const next = { ...scenario, policy: '# another' }
    now().open({ scenario: next, exampleId: 'second' })
    expect(moment()).toBe('atStart')
    expect(now().playback.position).toBe(0)
    now().receive(next, ANSWER)
    expect(moment()).toBe('atStart')
    expect(on()).toBe('1 asking')
    now().undo()
    now().receive(scenario, ANSWER)
    expect(moment()).toBe('atStart')
  })

  it('goes on once the scenario is decided, as far as one press leads, where somebody was early', () => {
    const { now, moment, on } = presented()
    const open = (policy: string): Scenario => {
      const next = { ...scenario, policy }
      now().open({ scenario: next, exampleId: policy })
      return next
    }
    const second = open('# another')
    expect([on(), on()]).toEqual(['atStart', 'atStart'])
    now().receive(second, ANSWER)
    expect(moment()).toBe('1 asking')
    // Each scenario is released for itself, and going back takes it back.
    open('# a third')
    on()
    const fourth = open('# a fourth')
    now().receive(fourth, ANSWER)
    expect(moment()).toBe('atStart')
    const fifth = open('# a fifth')
    on()
    now().goBack()
    now().receive(fifth, ANSWER)
    expect(moment()).toBe('atStart')
  })

  it('plays on its own once it is released', () => {
    const { now, on, moment } = presented()
    on()
    now().play()
    expect(moment()).toBe('2 done')
  })

  it('goes to the end of what is not decided', () => {
    const { on, back } = presented(UNREAD)
    expect([on(), back()]).toEqual(['0 done', 'atStart'])
  })

  it('shows the answer afterwards, unless the request is under way', () => {
    const { now, moment, on } = presented()
    now().present(false)
    expect(moment()).toBe('2 done')
    expect(isHeldBack(now())).toBe(false)
    now().present(true)
    on()
    now().present(false)
    expect(now().playback).toMatchObject({ position: 1, inProgress: true, pausesAtChecks: false })
  })

  it('leaves the question of a lesson open', () => {
    const lesson: LessonPlace = { course: 'rbac', lesson: 'first', address: 'course/rbac', edit: 'policy' }
    const { now, moment, on } = presented()
    now().present(false)
    now().enter({ scenario, exampleId: 'own', lesson }, NO_HISTORY, true)
    now().receive(scenario, ANSWER)
    now().present(true)
    on()
    now().present(false)
    expect(moment()).toBe('atStart')
    expect(now().lesson?.asks).toBe(true)
  })
})
