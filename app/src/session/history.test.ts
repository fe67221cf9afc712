import type { Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { beginningAt } from './history.ts'
import { SHOWS_REQUEST } from './lesson-parts.ts'
import type { Session } from './session.ts'
import { createPlayground } from './store.ts'

const scenario: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1' },
  requestor: { username: 'ctl' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

/** A playground whose clock is moved by hand. */
function atHand() {
  let time = 0
  const playground = createPlayground({ scenario, exampleId: 'first' }, undefined, () => time)
  const present = (): Session => {
    const { scenario, exampleId, about } = playground.getState()
    return { scenario, exampleId, ...(about && { about }) }
  }
  const fromLink = () => playground.getState().fromLink
  return {
    ...playground.getState(),
    now: playground.getState,
    fromLink,
    present,
    wait: (milliseconds: number) => (time += milliseconds),
  }
}

describe('undo', () => {
  it('undoes uninterrupted typing in one step, and the typing before a pause in another', () => {
    const { edit, undo, wait, present } = atHand()
    for (const policy of ['k', 'ki', 'kin']) edit({ subject: 'policy', change: { policy } })
    wait(5000)
    edit({ subject: 'policy', change: { policy: 'kind' } })
    undo()
    expect(present().scenario.policy).toBe('kin')
    undo()
    expect(present().scenario.policy).toBe('')
  })

  it('keeps edits of different subjects as separate steps, however fast they come', () => {
    const { edit, undo, present } = atHand()
    edit({ subject: 'policy', change: { policy: 'kind' } })
    edit({ subject: 'design', change: { design: 'legacy' } })
    undo()
    expect(present().scenario).toMatchObject({ policy: 'kind', design: 'constrained' })
  })

  it('goes back to the example that was open, and forward again', () => {
    const { edit, open, undo, redo, present } = atHand()
    edit({ subject: 'policy', change: { policy: 'kind' } })
    open({ exampleId: 'second', scenario: { ...scenario, design: 'legacy' } })
    expect(present().exampleId).toBe('second')
    undo()
    expect(present()).toEqual({ scenario: { ...scenario, policy: 'kind' }, exampleId: 'first' })
    redo()
    expect(present()).toEqual({ scenario: { ...scenario, design: 'legacy' }, exampleId: 'second' })
  })

  it('undoes an edit of the words about a scenario, with the scenario', () => {
    const { setAbout, open, undo, redo, present } = atHand()
    const about = { title: 'Mine', explanation: '', expect: [] }
    for (const title of ['M', 'Mi', 'Mine']) setAbout('title', { ...about, title })
    open({ exampleId: 'own', scenario: { ...scenario, design: 'legacy' }, about: { ...about, title: 'Theirs' } })
    expect(present().about?.title).toBe('Theirs')
    undo()
    expect(present()).toEqual({ scenario, exampleId: 'first', about })
    undo()
    expect(present()).toEqual({ scenario, exampleId: 'first' })
    redo()
    redo()
    expect(present().about?.title).toBe('Theirs')
    open({ exampleId: 'first', scenario })
    expect(present().about).toBeUndefined()
  })

  it('goes back to own work from what came by a link, which is own work once it is changed', () => {
    const { edit, open, undo, fromLink } = atHand()
    open({ exampleId: 'own', scenario: { ...scenario, design: 'legacy' }, fromLink: true })
    expect(fromLink()).toBe(true)
    edit({ subject: 'policy', change: { policy: 'kind' } })
    expect(fromLink()).toBe(false)
    undo()
    expect(fromLink()).toBe(true)
    undo()
    expect(fromLink()).toBe(false)
  })

  it('knows what somebody has changed since it was opened, and what was replaced last', () => {
    const { edit, open, undo, setGoals, now, wait } = atHand()
    const opened = { exampleId: 'own', scenario: { ...scenario, design: 'legacy' }, changed: false }
    open(opened)
    expect(now().changed).toBe(false)
    edit({ subject: SHOWS_REQUEST, change: { request: { form: 'http', text: 'GET /' } } })
    expect(now().changed).toBe(false)
    wait(5000)
    edit({ subject: 'policy', change: { policy: 'kind' } })
    expect(now().changed).toBe(true)
    undo()
    expect(now().changed).toBe(false)
    setGoals('goals', ['jane can list pods'])
    expect(now().changed).toBe(true)
    edit({ subject: 'paste', change: { policy: 'pasted' }, replaces: true })
    expect(now().replaced).toMatchObject({ goals: ['jane can list pods'], changed: true })
    open(opened)
    expect(now().replaced?.scenario.policy).toBe('pasted')
  })

  it('has nothing to do at either end', () => {
    const { undo, redo, present } = atHand()
    const before = present()
    undo()
    redo()
    expect(present()).toEqual(before)
  })
})

describe('undo on a page that is drawn for the first time', () => {
  const opened = () => {
    const { open, wait, now } = atHand()
    for (const exampleId of ['a link', 'the link after it']) {
      open({ scenario, exampleId })
      wait(5000)
    }
    return now().history
  }

  it('leads to nothing where all before came before anybody saw it', () => {
    expect(beginningAt(opened(), false)).toMatchObject({ past: [], leftAt: [] })
  })

  it('leads to the scenario of the last visit, past what nobody saw', () => {
    const { past, leftAt } = beginningAt(opened(), true)
    expect(past.map(({ exampleId }) => exampleId)).toEqual(['first'])
    expect(leftAt).toHaveLength(1)
  })
})
