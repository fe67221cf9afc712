import { describe, expect, it } from 'vitest'
import { actionOf } from './keys.ts'

const key = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false })
/** An element that is within what matches one of the given parts of a selector. */
const inside =
  (...parts: readonly string[]) =>
  (selector: string) =>
    selector.split(/,\s*/).some((part) => parts.includes(part))

describe('the keys of the chart', () => {
  it('play, step and zoom where nothing else has a use for them', () => {
    const keys = [' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End', '+', '-', '0']
    expect(keys.map((name) => actionOf(key(name), inside()))).toEqual([
      'play',
      'back',
      'forward',
      'first',
      'last',
      'larger',
      'smaller',
      'fit',
    ])
  })

  it('are text where text is typed', () => {
    for (const name of [' ', 'ArrowLeft', 'Home', '0', '-']) {
      expect(actionOf(key(name), inside('textarea'))).toBeUndefined()
      expect(actionOf(key(name), inside('.monaco-editor'))).toBeUndefined()
    }
  })

  it('leave Space to elements that it presses, and the arrows to elements that they move', () => {
    expect(actionOf(key(' '), inside('button'))).toBeUndefined()
    expect(actionOf(key('ArrowRight'), inside('button'))).toBe('forward')
    expect(actionOf(key('ArrowRight'), inside('[role=separator]'))).toBeUndefined()
    expect(actionOf(key('0'), inside('[role=separator]'))).toBe('fit')
  })

  it('mean nothing with Ctrl, Alt or Meta', () => {
    expect(actionOf({ ...key('0'), ctrlKey: true }, inside())).toBeUndefined()
    expect(actionOf({ ...key('ArrowLeft'), altKey: true }, inside())).toBeUndefined()
  })

  it('are not any other keys', () => {
    expect(actionOf(key('a'), inside())).toBeUndefined()
    expect(actionOf(key('constructor'), inside())).toBeUndefined()
  })
})
