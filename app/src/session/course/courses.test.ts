import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerView } from '../../worker/index.ts'
import type { CourseStorage } from './course-storage.ts'
import { isPeek, peekAt } from './courses.ts'
import { memoryStorage } from './memory-storage.ts'
import { courseOf, OPEN, tabOf } from './testing.ts'

/** Lets promises settle. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const step = (verb: string) => ({ node: verb, edge: verb, check: { attributes: { verb } } })
const ANSWER = {
  trace: { steps: [{ node: 'receive' }, step('impersonate'), step('get'), { node: 'end', edge: 'end' }] },
  checks: [],
} as unknown as AnswerView

beforeEach(() => void vi.useRealTimers())

describe('a course', () => {
  it('opens at its first lesson that is not done, and then at the one that was open last', async () => {
    const tab = tabOf()
    await tab.courses.open(OPEN)
    expect(tab.now().lesson).toMatchObject({ course: 'rbac', lesson: 'first', address: 'course/rbac', edit: 'policy' })
    expect(tab.announced).toEqual(['Lesson 1 of 2: A first role'])
    tab.courses.did({ did: 'solve' })
    const other = tabOf()
    await other.storage.change('rbac', 'first', () => ({ done: true, at: 1 }))
    await other.courses.open(OPEN)
    expect(other.now().lesson?.lesson).toBe('second')
    tab.courses.go('second')
    tab.courses.leave()
    await tab.courses.open(OPEN)
    expect(tab.now().lesson?.lesson).toBe('second')
  })

  it('does not open where something else was asked for while it was read', async () => {
    const { courses, now } = tabOf()
    let isCurrent = true
    const opened = courses.open(OPEN, 'second', () => isCurrent)
    isCurrent = false
    expect(await opened).toBe(true)
    expect(now().lesson).toBeUndefined()
    expect(courses.store.getState().open).toBeUndefined()
  })

  it('opens at the wanted lesson, and says where it has none of that name', async () => {
    const { courses, now } = tabOf()
    expect(await courses.open(OPEN, 'second')).toBe(true)
    expect(now().lesson?.lesson).toBe('second')
    expect(await courses.open(OPEN, 'third')).toBe(false)
    expect(now().lesson?.lesson).toBe('second')
  })

  it('is left for what was on the page before, with its history', async () => {
    const { courses, now, write } = tabOf()
    write('mine')
    await courses.open(OPEN)
    write('work')
    courses.leave()
    expect(now().scenario.policy).toBe('mine')
    expect(now().lesson).toBeUndefined()
    now().undo()
    expect(now().scenario.policy).toBe('my own')
    now().undo()
    expect(now().lesson).toBeUndefined()
  })

  it('is closed and changes nothing where the page shows something else', async () => {
    const { courses, now } = tabOf()
    await courses.open(OPEN)
    now().open({ scenario: { ...now().scenario, policy: 'example' }, exampleId: 'first' })
    courses.leave()
    expect(now().scenario.policy).toBe('example')
    expect(courses.store.getState().open).toBeUndefined()
  })
})

describe('another page', () => {
  it('does not take back what was done here while its change is read', async () => {
    const storage = memoryStorage()
    const late: (() => void)[] = []
    const slow: CourseStorage = {
      ...storage,
      async records(course) {
        const records = await storage.records(course)
        if (isSlow) await new Promise<void>((resolve) => late.push(resolve))
        return records
      },
    }
    let isSlow = false
    const { courses, record } = tabOf(slow)
    await courses.open(OPEN)
    await settled()
    isSlow = true
    await storage.change('rbac', 'second', () => ({ done: true, at: 1 }))
    courses.did({ did: 'solve' }, 'first')
    for (let turn = 0; turn < 4; turn++) {
      await settled()
      for (const resolve of late.splice(0)) resolve()
    }
    await settled()
    expect([record('first')?.done, record('second')?.done]).toEqual([true, true])
  })
})

describe('the work of a lesson', () => {
  it('is what was edited on the page, and is there again after another lesson', async () => {
    const { courses, now, write, record, storage } = tabOf()
    await courses.open(OPEN)
    write('work')
    courses.go('second')
    expect(record('first')).toMatchObject({ policy: 'work' })
    expect((await storage.records('rbac')).get('first')).toMatchObject({ policy: 'work' })
    expect(now().scenario.policy).toBe('# start\n')
    courses.go('first')
    expect(now().scenario.policy).toBe('work')
    now().undo()
    expect(now().scenario.policy).toBe('# start\n')
  })

  it('is kept after a pause', async () => {
    const { courses, write, record } = tabOf()
    await courses.open(OPEN)
    vi.useFakeTimers()
    write('wo')
    write('work')
    expect(record('first')).toBeUndefined()
    vi.advanceTimersByTime(1000)
    expect(record('first')).toMatchObject({ policy: 'work' })
  })

  it('is kept also where something else is opened at once', async () => {
    const { courses, now, write, record } = tabOf()
    await courses.open(OPEN)
    write('work')
    now().open({ scenario: { ...now().scenario, policy: 'example' }, exampleId: 'first' })
    courses.go('first')
    expect(record('first')).toMatchObject({ policy: 'work' })
    expect(now().scenario.policy).toBe('work')
  })

  it('is no more than the lesson lets people edit', async () => {
    const { courses, now, record } = tabOf()
    await courses.open(OPEN, 'second')
    now().edit({ subject: 'policy', change: { policy: 'mine' } })
    now().edit({ subject: 'request', change: { request: { form: 'http', text: 'GET /readyz' } } })
    courses.flush()
    expect(record('second')).toEqual({ at: expect.any(Number), request: { form: 'http', text: 'GET /readyz' } })
  })

  it('is not the request of a goal that somebody looks at', async () => {
    const { courses, now, record } = tabOf()
    await courses.open(OPEN, 'second')
    const play = {
      request: { form: 'http' as const, text: 'GET /goal' },
      requestor: { username: 'bob' },
      design: 'legacy',
    }
    now().edit({ subject: 'present request', change: peekAt(now().scenario, play) })
    expect(now().scenario).toMatchObject(play)
    expect(isPeek(now().scenario)).toBe(true)
    courses.flush()
    expect(record('second')).toEqual({ at: expect.any(Number) })
    courses.go('first')
    courses.go('second')
    expect(now().scenario.request.text).toBe('GET /healthz')
  })

  it('stays in a newer edition, whose other parts are new', async () => {
    const { courses, now, write } = tabOf()
    await courses.open(OPEN)
    write('work')
    courses.leave()
    const course = courseOf((text) =>
      text.replace('GET /healthz', 'GET /livez').replace('- id: second', '- id: new').replace('A first', 'The first'),
    )
    await courses.open({ ...OPEN, course })
    expect(now().lesson?.lesson).toBe('first')
    expect(now().scenario).toMatchObject({ policy: 'work', request: { text: 'GET /livez' } })
    expect(courses.handIn()?.lessons.has('second')).toBe(false)
  })
})

describe('two tabs', () => {
  async function tabs() {
    const storage = memoryStorage()
    const a = tabOf(storage)
    const b = tabOf(storage)
    await a.courses.open(OPEN, 'first')
    await b.courses.open(OPEN, 'second')
    return { a, b, storage }
  }

  it('never overwrite another lesson', async () => {
    const { a, b, storage } = await tabs()
    a.write('of a')
    b.now().edit({ subject: 'request', change: { request: { form: 'http', text: 'of b' } } })
    a.courses.flush()
    b.courses.flush()
    await settled()
    const kept = await storage.records('rbac')
    expect(kept.get('first')).toMatchObject({ policy: 'of a' })
    expect(kept.get('second')).toMatchObject({ request: { text: 'of b' } })
    expect(a.record('second')).toMatchObject({ request: { text: 'of b' } })
    expect(b.record('first')).toMatchObject({ policy: 'of a' })
  })

  it('keep the last work of one lesson, and everything else that either did in it', async () => {
    const { a, b, storage } = await tabs()
    b.courses.go('first')
    a.write('of a')
    a.courses.did({ did: 'see-hint', say: 'Look at the chart.' })
    a.courses.did({ did: 'solve' })
    a.courses.flush()
    b.write('of b')
    b.courses.did({ did: 'see-solution' })
    b.courses.flush()
    await settled()
    expect((await storage.records('rbac')).get('first')).toMatchObject({
      policy: 'of b',
      done: true,
      shown: ['Look at the chart.'],
      solution: true,
    })
    expect(a.now().scenario.policy).toBe('of a')
  })

  it('see that another one began the course again', async () => {
    const { a, b } = await tabs()
    a.courses.did({ did: 'solve' })
    await settled()
    expect(b.record('first')?.done).toBe(true)
    a.courses.startAgain(['first', 'second'], 'The course began again.')
    await settled()
    expect(b.record('first')).toBeUndefined()
  })
})

describe('a browser that keeps nothing', () => {
  const no = (): Promise<never> => Promise.reject(new Error('denied'))
  const refusing: CourseStorage = {
    courses: no,
    course: no,
    keepCourse: no,
    removeCourse: no,
    records: no,
    change: no,
    onChange: () => () => undefined,
  }

  it('says so once, and the page remembers until it is closed', async () => {
    const { courses, now, write, refusals } = tabOf(refusing)
    await courses.open(OPEN)
    write('work')
    courses.go('second')
    courses.go('first')
    expect(now().scenario.policy).toBe('work')
    courses.leave()
    await courses.open(OPEN, 'first')
    expect(now().scenario.policy).toBe('work')
    await settled()
    expect(refusals()).toBe(1)
  })
})

describe('starting again', () => {
  it('begins a lesson as nobody has touched it, and can be taken back', async () => {
    const { courses, now, write, record } = tabOf()
    await courses.open(OPEN)
    write('work')
    courses.did({ did: 'solve' })
    courses.startAgain(['first'], 'The lesson began again.')
    expect(now().scenario.policy).toBe('# start\n')
    expect(record('first')).toBeUndefined()
    expect(courses.store.getState().earlier?.words).toBe('The lesson began again.')
    courses.takeBack()
    expect(now().scenario.policy).toBe('work')
    expect(record('first')).toMatchObject({ policy: 'work', done: true })
    now().undo()
    expect(now().scenario.policy).toBe('# start\n')
  })

  it('cannot be taken back once the lesson is edited', async () => {
    const { courses, write } = tabOf()
    await courses.open(OPEN)
    courses.did({ did: 'solve' })
    courses.startAgain(['first', 'second'], 'The course began again.')
    write('anew')
    expect(courses.store.getState().earlier).toBeUndefined()
  })
})

describe('the question of a lesson', () => {
  async function asked() {
    const tab = tabOf()
    await tab.courses.open(OPEN, 'second')
    tab.now().receive(tab.now().scenario, ANSWER)
    /** Lets the player go on until it stops by itself. */
    const play = (): void => {
      while (tab.now().playback.playing || tab.now().playback.phase !== 'done') tab.now().advance()
    }
    return { ...tab, play }
  }

  it('is asked while the request waits, and the guess lets it go to the check that answers', async () => {
    const { courses, now, record, play } = await asked()
    expect(now().playback).toMatchObject({ atStart: true, position: 0 })
    courses.guess('Yes')
    expect(courses.store.getState().travelling).toBe(true)
    expect(record('second')?.guess).toBe('Yes')
    play()
    expect(now().playback).toMatchObject({ position: 2, phase: 'done', playing: false, inProgress: true })
    expect(courses.store.getState().travelling).toBe(false)
  })

  it('is not asked again once it is answered or skipped, nor where the lesson was worked on', async () => {
    const { courses, now } = await asked()
    courses.skipQuestion()
    expect(now().playback).toMatchObject({ atStart: false, position: 3 })
    courses.go('first')
    courses.go('second')
    expect(now().playback.atStart).toBe(false)
    courses.startAgain(['second'], '')
    expect(now().playback.atStart).toBe(true)
    now().edit({ subject: 'request', change: { request: { form: 'http', text: 'GET /mine' } } })
    courses.go('first')
    courses.go('second')
    expect(now().playback.atStart).toBe(false)
  })

  it('is answered at the end where no check has its verb', async () => {
    const tab = tabOf()
    const course = courseOf((text) => text.replace('until: get', 'until: list'))
    await tab.courses.open({ ...OPEN, course }, 'second')
    tab.now().receive(tab.now().scenario, ANSWER)
    tab.courses.guess('No')
    while (tab.now().playback.playing) tab.now().advance()
    expect(tab.now().playback).toMatchObject({ position: 3, inProgress: false })
    expect(tab.courses.store.getState().travelling).toBe(false)
  })

  it('is over when the person goes on by hand', async () => {
    const { courses, now } = await asked()
    courses.guess('No')
    now().scrub(Number.POSITIVE_INFINITY)
    expect(courses.store.getState().travelling).toBe(false)
  })
})

describe('after a reload', () => {
  it('the course is opened under its lesson, whose work and history stay', async () => {
    const { courses, now } = tabOf()
    const place = { course: 'rbac', lesson: 'first', address: 'course/rbac', edit: 'policy' as const }
    const scenario = { ...(OPEN.course.lessons[0]?.start ?? now().scenario), policy: 'work' }
    now().open({ scenario, exampleId: 'own', lesson: place })
    await courses.resume(OPEN, place)
    expect(now().scenario).toBe(scenario)
    expect(courses.lessonOnPage()?.id).toBe('first')
  })

  it('parts that may not be edited are as the course has them now', async () => {
    const { courses, now } = tabOf()
    const place = { course: 'rbac', lesson: 'first', address: 'course/rbac', edit: 'policy' as const }
    const scenario = { ...now().scenario, policy: 'work', request: { form: 'http' as const, text: 'GET /old' } }
    now().open({ scenario, exampleId: 'own', lesson: place })
    await courses.resume(OPEN, place)
    expect(now().scenario).toMatchObject({ policy: 'work', request: { text: 'GET /healthz' } })
  })

  it.each([
    ['its lesson', 'first'],
    ['a lesson that the course has no more', 'old'],
  ])('it stays closed where the page shows something else by the time that it is read: %s', async (_, lesson) => {
    const { courses, now } = tabOf()
    const place = { course: 'rbac', lesson, address: 'course/rbac', edit: 'policy' as const }
    const other = { scenario: now().scenario, exampleId: 'other' }
    now().open({ scenario: now().scenario, exampleId: 'own', lesson: place })
    const resumed = courses.resume(OPEN, place)
    now().open(other)
    await resumed
    await courses.resume(OPEN, place)
    expect(now()).toMatchObject({ exampleId: 'other', lesson: undefined })
    expect(courses.store.getState().open).toBeUndefined()
  })
})
