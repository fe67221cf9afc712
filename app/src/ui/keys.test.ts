import { describe, expect, it } from 'vitest'
import { keyNames, shortcutOf } from './keys.ts'

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, code: string, held: Partial<typeof plain> = {}) =>
  shortcutOf({ ...plain, key, code, ...held })

describe('keys of the whole page', () => {
  it.each([
    ['undo', press('z', 'KeyZ', { ctrlKey: true })],
    ['undo', press('z', 'KeyZ', { metaKey: true })],
    ['redo', press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true })],
    ['redo', press('Z', 'KeyZ', { metaKey: true, shiftKey: true })],
    ['redo', press('y', 'KeyY', { ctrlKey: true })],
    ['present', press('p', 'KeyP', { altKey: true })],
    ['gallery', press('g', 'KeyG', { altKey: true })],
    ['library', press('l', 'KeyL', { altKey: true })],
    ['questions', press('q', 'KeyQ', { altKey: true })],
    ['share', press('r', 'KeyR', { altKey: true })],
    ['help', press('k', 'KeyK', { altKey: true })],
  ])('%s', (wanted, got) => expect(got).toBe(wanted))

  it('go by the letter on a German keyboard, where Z and Y are swapped', () => {
    expect(press('z', 'KeyY', { ctrlKey: true })).toBe('undo')
    expect(press('y', 'KeyZ', { ctrlKey: true })).toBe('redo')
  })

  it('go by the place on a keyboard without Latin letters', () => {
    expect(press('я', 'KeyZ', { ctrlKey: true })).toBe('undo')
  })

  it('go by the place where Option makes another character of a letter', () => {
    expect(press('π', 'KeyP', { altKey: true })).toBe('present')
  })

  it('leave typing alone', () => {
    for (const letter of ['z', 'y', 'p', 'g', 'r', 'k'])
      expect(press(letter, `Key${letter.toUpperCase()}`)).toBeUndefined()
    expect(press('p', 'KeyP', { altKey: true, ctrlKey: true })).toBeUndefined()
    expect(press('z', 'KeyZ', { altKey: true, ctrlKey: true })).toBeUndefined()
    expect(press('Z', 'KeyZ', { shiftKey: true })).toBeUndefined()
  })

  it('leave other keys of the browser alone', () => {
    expect(press('p', 'KeyP', { ctrlKey: true })).toBeUndefined()
    expect(press('y', 'KeyY', { metaKey: true })).toBeUndefined()
    expect(press('ArrowLeft', 'ArrowLeft', { altKey: true })).toBeUndefined()
    expect(press('constructor', 'constructor', { altKey: true })).toBeUndefined()
  })
})

it('names the keys of the machine at hand', () => {
  expect(keyNames(true).undo).toBe('⌘Z')
  expect(keyNames(false).undo).toBe('Ctrl+Z')
})
