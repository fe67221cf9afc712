import { describe, expect, it } from 'vitest'
import { eventsOf, type RunEvent } from './record.ts'
import { failure, notRun, sum, tallyOf } from './tally.ts'

/** A unit with attempts at its tests, by name and state. */
function ran(unit: string, ...attempts: readonly (readonly [string, string])[]): readonly RunEvent[] {
  return [
    { kind: 'planned', unit },
    ...attempts.map(
      ([name, state], at): RunEvent => ({
        kind: 'attempt',
        unit,
        test: `${unit} ${name}`,
        name,
        state,
        seconds: at + 1,
      }),
    ),
    { kind: 'ended', unit },
  ]
}

describe('the tally of a run', () => {
  it('counts each test', () => {
    const events = ran('app/a.test.ts', ['one', 'passed'], ['two', 'failed'], ['three', 'passed'])
    expect(tallyOf(events, ['app/'])).toEqual({
      passed: 2,
      failed: 1,
      notes: [],
      tests: [
        { name: 'one', seconds: 1 },
        { name: 'two', seconds: 2 },
        { name: 'three', seconds: 3 },
      ],
      unsteady: [],
    })
  })

  it.each(['skipped', 'pending'])('counts a %s test as failed and names it', (state) => {
    expect(tallyOf(ran('app/a.test.ts', ['one', 'passed'], ['two', state]), ['app/'])).toMatchObject({
      passed: 1,
      failed: 1,
      notes: [`${state}, which counts as failed: two`],
    })
  })

  it('counts a test that passed when tried again as passed, by its longest attempt, and names it', () => {
    expect(tallyOf(ran('e2e/a.spec.ts:3 › one', ['one', 'failed'], ['one', 'passed']), ['e2e/'])).toMatchObject({
      passed: 1,
      failed: 0,
      tests: [{ name: 'one', seconds: 2 }],
      unsteady: ['one'],
    })
  })

  it('counts two tests of one name apart', () => {
    const events = ran('app/a.test.ts', ['one', 'failed'], ['one', 'passed']).map((event, at) =>
      event.kind === 'attempt' ? { ...event, test: `${at}` } : event,
    )
    expect(tallyOf(events, ['app/'])).toMatchObject({ passed: 1, failed: 1, unsteady: [] })
  })

  it('counts what was planned and did not come to its end as failed, keeps what passed, and names the rest', () => {
    const planned = ['e2e/a.spec.ts:3 › one', 'e2e/a.spec.ts:9 › two', 'e2e/b.spec.ts:4 › three']
    const events: readonly RunEvent[] = [
      ...planned.map((unit): RunEvent => ({ kind: 'planned', unit })),
      ...ran('e2e/a.spec.ts:3 › one', ['one', 'passed']).slice(1),
    ]
    expect(tallyOf(events, ['e2e/'])).toMatchObject({
      passed: 1,
      failed: 2,
      notes: ['did not run:\n  e2e/a.spec.ts:9 › two\n  e2e/b.spec.ts:4 › three'],
    })
  })

  it('counts an error outside the tests as a failure', () => {
    const events = [
      ...ran('e2e/a.spec.ts:3 › one', ['one', 'passed']),
      { kind: 'error', message: 'no server' } as const,
    ]
    expect(tallyOf(events, ['e2e/'])).toMatchObject({ passed: 1, failed: 1, notes: ['outside the tests: no server'] })
  })

  it('counts a folder without tests as a failure', () => {
    expect(tallyOf(ran('app/a.test.ts', ['one', 'passed']), ['app/', 'scripts/'])).toMatchObject({
      passed: 1,
      failed: 1,
      notes: ['not one test in scripts/'],
    })
  })
})

describe('the record of a run', () => {
  it('is read as far as it was written', () => {
    const [planned, attempt] = ran('app/a.test.ts', ['one', 'passed'])
    const lines = [planned, attempt].map((event) => JSON.stringify(event))
    expect(eventsOf(lines.join('\n').slice(0, -9))).toEqual([planned])
    expect(eventsOf('')).toEqual([])
  })
})

describe('what could not be run', () => {
  it('is no test that passed and none that failed, and is said among the notes', () => {
    const passed = tallyOf(ran('app/a.test.ts', ['one', 'passed'], ['two', 'passed']), [])
    expect(sum([passed, notRun('e2e/hugo.spec.ts', 'no Hugo'), failure('x')])).toMatchObject({
      passed: 2,
      failed: 1,
      notes: ['NOT RUN: e2e/hugo.spec.ts: no Hugo', 'x'],
    })
  })
})
