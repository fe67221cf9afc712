import { beforeEach, describe, expect, it } from 'vitest'
import { addGoals, beginGoal, moveGoal, playGoal, removeGoal, writeGoal } from './goal-edits.ts'
import { playground } from './playground.ts'

const now = () => playground.getState()
const GOALS = ['a', 'b', 'c']

beforeEach(() => {
  const { scenario, exampleId, open } = now()
  open({ scenario, exampleId, goals: GOALS })
})

describe('the goals of a scenario', () => {
  it('are added once, moved and removed, each as one step of undo', () => {
    expect(addGoals(['c', 'd', 'd'])).toBe(1)
    expect(now().goals).toEqual(['a', 'b', 'c', 'd'])
    moveGoal(3, 0)
    expect(now().goals).toEqual(['d', 'a', 'b', 'c'])
    removeGoal(1)
    expect(now().goals).toEqual(['d', 'b', 'c'])
    for (const before of [['d', 'a', 'b', 'c'], ['a', 'b', 'c', 'd'], GOALS]) {
      now().undo()
      expect(now().goals).toEqual(before)
    }
    now().redo()
    expect(now().goals).toEqual(['a', 'b', 'c', 'd'])
  })

  it('stay in the list, wherever they are moved to', () => {
    const { history } = now()
    moveGoal(0, -1)
    moveGoal(2, 3)
    expect(addGoals(['a'])).toBe(0)
    expect(now().goals).toEqual(GOALS)
    expect(now().history).toBe(history)
  })

  it('are as many as a document holds, and no more', () => {
    const many = Array.from({ length: 997 }, (_, at) => `at most ${at} rules`)
    expect(addGoals([...many, 'one too many'])).toBeUndefined()
    expect(now().goals).toEqual(GOALS)
    expect(addGoals(many)).toBe(997)
    expect(beginGoal('')).toBeUndefined()
    expect(now().goals).toHaveLength(1000)
  })

  it('are written letter by letter, and undone together', () => {
    const at = beginGoal('') as number
    expect(at).toBe(3)
    for (const text of ['d', 'do', 'dog']) writeGoal(at, text)
    expect(now().goals).toEqual(['a', 'b', 'c', 'dog'])
    now().undo()
    expect(now().goals).toEqual(['a', 'b', 'c', ''])
    now().undo()
    expect(now().goals).toEqual(GOALS)
  })

  it('make the scenario the person’s own, and are gone with another one', () => {
    const { scenario, open } = now()
    open({ scenario, exampleId: 'own', fromLink: true })
    expect(now().goals).toEqual([])
    addGoals(['a'])
    expect(now().fromLink).toBe(false)
  })
})

describe('a goal that is played', () => {
  const play = {
    request: { form: 'http', text: 'GET /healthz HTTP/1.1\n' },
    requestor: { username: 'jane' },
    design: 'legacy',
  } as const

  it('puts its request on the page; policy and goals stay, and one step of undo goes back', () => {
    const before = now().scenario
    playGoal({ play })
    expect(now().scenario).toMatchObject({ ...play, policy: before.policy, earlier: [], later: [] })
    expect(now().replaced?.scenario).toBe(before)
    expect(now().goals).toEqual(GOALS)
    now().undo()
    expect(now().scenario).toEqual(before)
  })

  it('changes nothing where its request is there already, or where no request shows it', () => {
    playGoal({ play })
    const { scenario } = now()
    playGoal({ play: { ...play, earlier: [], after: 0 } })
    playGoal({})
    expect(now().scenario).toBe(scenario)
  })

  it('comes after the requests that its server answered before', () => {
    const earlier = [{ request: play.request, requestor: { username: 'bob' } }]
    playGoal({ play: { ...play, earlier, after: 11 } })
    expect(now().scenario).toMatchObject({ earlier, after: 11 })
  })
})
