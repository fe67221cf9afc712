import { afterEach, describe, expect, it, vi } from 'vitest'

/** A browser’s storage with one audience, or one that refuses. */
function storage(audience: string | null, refuses = false) {
  const kept = { audience }
  vi.stubGlobal('localStorage', {
    getItem: () => {
      if (refuses) throw new Error('no storage')
      return kept.audience
    },
    setItem: (_: string, value: string) => {
      if (refuses) throw new Error('no storage')
      kept.audience = value
    },
  })
  return kept
}

/** The audience as a page that is opened now finds it. */
function arriving() {
  vi.resetModules()
  return import('./audience.ts')
}

afterEach(() => vi.unstubAllGlobals())

describe('the audience', () => {
  it('is Learn on a first visit', async () => {
    storage(null)
    expect((await arriving()).currentAudience()).toBe('learn')
  })

  it('is the one that was chosen last', async () => {
    const kept = storage('designs')
    const { currentAudience, chooseAudience, onAudience } = await arriving()
    expect(currentAudience()).toBe('designs')
    const heard = vi.fn()
    const stop = onAudience(heard)
    chooseAudience('debug')
    chooseAudience('debug')
    expect(heard).toHaveBeenCalledOnce()
    stop()
    chooseAudience('learn')
    expect(heard).toHaveBeenCalledOnce()
    expect(kept.audience).toBe('learn')
    expect((await arriving()).currentAudience()).toBe('learn')
  })

  it('is not remembered where a link chose it', async () => {
    const kept = storage('debug')
    const { currentAudience, onAudience, showAudience } = await arriving()
    const heard = vi.fn()
    onAudience(heard)
    showAudience('designs')
    showAudience('designs')
    expect(currentAudience()).toBe('designs')
    expect(heard).toHaveBeenCalledOnce()
    expect(kept.audience).toBe('debug')
  })

  it('is Learn where another value is stored', async () => {
    storage('window')
    expect((await arriving()).currentAudience()).toBe('learn')
  })

  it('can be chosen also where the browser stores nothing', async () => {
    storage(null, true)
    const { currentAudience, chooseAudience } = await arriving()
    chooseAudience('debug')
    expect(currentAudience()).toBe('debug')
  })
})
