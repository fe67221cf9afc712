import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROTOCOL, readCommand } from './protocol.ts'

const sent = (message: object) => readCommand({ authzPlayground: PROTOCOL, ...message })

describe('a message from the page around the frame', () => {
  it('is a command where it is exactly one', () => {
    expect(sent({ type: 'hello' })).toEqual({ type: 'hello' })
    expect(sent({ type: 'theme', theme: 'dark' })).toEqual({ type: 'theme', theme: 'dark' })
    expect(sent({ type: 'design', design: 'legacy' })).toEqual({ type: 'design', design: 'legacy' })
    expect(sent({ type: 'design', design: null })).toEqual({ type: 'design', design: undefined })
    expect(sent({ type: 'step', position: 3 })).toEqual({ type: 'step', position: 3 })
  })

  it.each([
    [{ type: 'theme', theme: 'sepia' }],
    [{ type: 'theme' }],
    [{ type: 'design', design: {} }],
    [{ type: 'design', design: 'x'.repeat(101) }],
    [{ type: 'step', position: Number.NaN }],
    [{ type: 'step', position: '3' }],
    [{ type: 'reload' }],
    [{}],
  ])('is none where its type or its value is another: %j', (message) => {
    expect(sent(message)).toBeUndefined()
  })

  it('is none of another version, or without one', () => {
    expect(readCommand({ authzPlayground: 2, type: 'play' })).toBeUndefined()
    expect(readCommand({ type: 'play' })).toBeUndefined()
  })

  it('is not read from inherited properties or getters', () => {
    expect(readCommand(Object.create({ authzPlayground: PROTOCOL, type: 'play' }))).toBeUndefined()
    const message = {
      authzPlayground: PROTOCOL,
      get type(): string {
        throw new Error('ran')
      },
    }
    expect(readCommand(message)).toBeUndefined()
  })

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(readCommand(data)).toBeUndefined()
      }),
    )
  })
})
