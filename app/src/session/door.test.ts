import { afterEach, describe, expect, it, vi } from 'vitest'

/** A browser’s storage with one door, or one that refuses. */
function storage(door: string | null, refuses = false) {
  const kept = { door }
  vi.stubGlobal('localStorage', {
    getItem: () => {
      if (refuses) throw new Error('no storage')
      return kept.door
    },
    setItem: (_: string, value: string) => {
      if (refuses) throw new Error('no storage')
      kept.door = value
    },
  })
  return kept
}

/** The door as a page that is opened now finds it. */
function arriving() {
  vi.resetModules()
  return import('./door.ts')
}

afterEach(() => vi.unstubAllGlobals())

describe('the door', () => {
  it('is Learn for whoever comes for the first time', async () => {
    storage(null)
    expect((await arriving()).doorNow()).toBe('learn')
  })

  it('is the one that was taken last', async () => {
    const kept = storage('designs')
    const { doorNow, enter, onDoor } = await arriving()
    expect(doorNow()).toBe('designs')
    const heard = vi.fn()
    const stop = onDoor(heard)
    enter('debug')
    enter('debug')
    expect(heard).toHaveBeenCalledOnce()
    stop()
    enter('learn')
    expect(heard).toHaveBeenCalledOnce()
    expect(kept.door).toBe('learn')
    expect((await arriving()).doorNow()).toBe('learn')
  })

  it('is forgotten where a link chose it', async () => {
    const kept = storage('debug')
    const { doorNow, onDoor, visit } = await arriving()
    const heard = vi.fn()
    onDoor(heard)
    visit('designs')
    visit('designs')
    expect(doorNow()).toBe('designs')
    expect(heard).toHaveBeenCalledOnce()
    expect(kept.door).toBe('debug')
  })

  it('is Learn where another value is stored', async () => {
    storage('window')
    expect((await arriving()).doorNow()).toBe('learn')
  })

  it('opens also where the browser stores nothing', async () => {
    storage(null, true)
    const { doorNow, enter } = await arriving()
    enter('debug')
    expect(doorNow()).toBe('debug')
  })
})
