import { describe, expect, it } from 'vitest'
import { lectureKey } from './keys.ts'

const press = (key: string, change = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...change })
const nowhere = () => false
const on = (selector: string) => (asked: string) => asked.includes(selector)

describe('the keys of a lecture', () => {
  it('go on and back, also those of a clicker', () => {
    expect([' ', 'ArrowRight', 'ArrowLeft'].map((key) => lectureKey(press(key), nowhere))).toEqual(['on', 'on', 'back'])
    expect(['n', 'N', 'PageDown', 'p', 'PageUp'].map((key) => lectureKey(press(key), nowhere))).toEqual([
      'next',
      'next',
      'next',
      'previous',
      'previous',
    ])
  })

  it('make a choice by its number', () => {
    expect(lectureKey(press('1'), nowhere)).toEqual({ choice: 0 })
    expect(lectureKey(press('9'), nowhere)).toEqual({ choice: 8 })
    expect(lectureKey(press('0'), nowhere)).toBeUndefined()
  })

  it('belong to the browser and the page with Ctrl, Alt or Meta', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) {
      expect(lectureKey(press('n', { [held]: true }), nowhere), held).toBeUndefined()
    }
  })

  it('leave Space to a button, and every key to a field', () => {
    expect(lectureKey(press(' '), on('button'))).toBeUndefined()
    expect(lectureKey(press('ArrowRight'), on('button'))).toBe('on')
    expect(lectureKey(press('n'), on('input'))).toBeUndefined()
  })
})
