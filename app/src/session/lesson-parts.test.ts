import { describe, expect, it } from 'vitest'
import { isLocked, partsOfLesson } from './lesson-parts.ts'

const request = { form: 'http' as const, text: 'GET /healthz' }

describe('the parts of a lesson that can be edited', () => {
  it('are the policy, the request with its sender, or both', () => {
    const change = { policy: 'p', request, requestor: { username: 'jane' }, design: 'legacy' }
    expect(partsOfLesson(change, 'paste 1', 'policy')).toEqual({ policy: 'p' })
    expect(partsOfLesson(change, 'paste 1', 'request')).toEqual({ request, requestor: { username: 'jane' } })
    expect(partsOfLesson(change, 'paste 1', 'both')).toEqual({ policy: 'p', request, requestor: { username: 'jane' } })
  })

  it('are none of a change of other parts', () => {
    expect(partsOfLesson({ design: 'legacy' }, 'design', 'both')).toBeUndefined()
    expect(partsOfLesson({ request }, 'request', 'policy')).toBeUndefined()
  })

  it('leave the look at another request of a sequence', () => {
    expect(partsOfLesson({ request, earlier: [] }, 'present request', 'policy')).toEqual({ request, earlier: [] })
  })

  it('lock the rest, and nothing outside of lessons', () => {
    expect(isLocked('policy', 'request')).toBe(true)
    expect(isLocked('policy', 'policy')).toBe(false)
    expect(isLocked('both', 'request')).toBe(false)
    expect(isLocked(undefined, 'policy')).toBe(false)
  })
})
