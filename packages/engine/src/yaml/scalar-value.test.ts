import { describe, expect, it } from 'vitest'
import { plainValue, scalarValue } from './scalar-value.ts'
import type { ScalarNode } from './tree.ts'

function tagged(name: string, value: string): ScalarNode {
  return { kind: 'scalar', start: 0, end: 0, tag: `tag:yaml.org,2002:${name}`, value, plain: false }
}

describe('plain scalars of YAML 1.1', () => {
  it.each(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'])('%s is true', (text) => {
    expect(plainValue(text)).toEqual({ type: 'boolean', value: true })
  })

  it.each(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'])('%s is false', (text) => {
    expect(plainValue(text)).toEqual({ type: 'boolean', value: false })
  })

  it.each(['', '~', 'null', 'Null', 'NULL'])('“%s” is null', (text) => {
    expect(plainValue(text)).toEqual({ type: 'null' })
  })

  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['+12', '12'],
    ['1_000', '1000'],
    ['0x1F', '31'],
    ['0b101', '5'],
    ['017', '15'],
    ['0o17', '15'],
    ['-0x10', '-16'],
    ['9223372036854775807', '9223372036854775807'],
    ['18446744073709551615', '18446744073709551615'],
  ])('%s is the integer %s', (text, json) => {
    expect(plainValue(text)).toEqual({ type: 'number', json, integer: true })
  })

  it.each([
    ['1.5', '1.5'],
    ['.5', '0.5'],
    ['1.', '1'],
    ['08', '8'],
    ['1e3', '1000'],
    ['1e21', '1e+21'],
    ['1e-7', '1e-7'],
    ['18446744073709551616', '18446744073709552000'],
    ['-0.0', '-0'],
  ])('%s is the float %s', (text, json) => {
    expect(plainValue(text)).toEqual({ type: 'number', json, integer: false })
  })

  it.each([
    'yEs',
    'truE',
    '1:30',
    '2026-01-31',
    '0x',
    '0b2',
    '-',
    '.',
    '1e999',
    '_1',
    'nope',
    '=',
    '<<',
    '1.2.3',
    '.5_',
    '٣',
  ])('%s is a string', (text) => {
    expect(plainValue(text)).toEqual({ type: 'string', value: text })
  })

  it.each(['.inf', '-.Inf', '.NaN'])('%s is not a JSON value', (text) => {
    expect(plainValue(text).type).toBe('invalid')
  })

  it('takes numbers of any length in no time', () => {
    expect(plainValue('9'.repeat(400)).type).toBe('string')
    expect(plainValue(`0x${'f'.repeat(1_000_000)}`).type).toBe('string')
  })
})

describe('tags', () => {
  it('determine the type of a text, and refuse a text of another type', () => {
    expect(scalarValue(tagged('str', 'yes'))).toEqual({ type: 'string', value: 'yes' })
    expect(scalarValue(tagged('int', '12'))).toEqual({ type: 'number', json: '12', integer: true })
    expect(scalarValue(tagged('bool', 'on'))).toEqual({ type: 'boolean', value: true })
    expect(scalarValue(tagged('int', 'x'))).toEqual({
      type: 'invalid',
      problem: 'yaml: cannot decode !!str `x` as a !!int',
    })
    expect(scalarValue(tagged('timestamp', '2026-01-31'))).toEqual({ type: 'string', value: '2026-01-31' })
    expect(scalarValue(tagged('timestamp', '12'))).toEqual({
      type: 'invalid',
      problem: 'yaml: cannot decode !!int `12` as a !!timestamp',
    })
  })

  it('decode !!binary of any length', () => {
    const value = scalarValue(tagged('binary', `${'YWFh\n'.repeat(1_000_000)}YQ==`))
    expect(value.type).toBe('string')
    expect(value).toHaveProperty('value.length', 3_000_001)
  })

  it('decode !!binary', () => {
    expect(scalarValue(tagged('binary', 'aMOpbGxv'))).toEqual({ type: 'string', value: 'héllo' })
    for (const wrong of ['a', 'YQ=', 'YQ===', 'Y===', 'YQ==YQ==', 'YQ=Q', '====', 'YW h'])
      expect(scalarValue(tagged('binary', wrong))).toMatchObject({ type: 'invalid' })
    expect(scalarValue(tagged('binary', ''))).toEqual({ type: 'string', value: '' })
    expect(scalarValue(tagged('binary', 'YWE='))).toEqual({ type: 'string', value: 'aa' })
    expect(scalarValue(tagged('binary', '/w=='))).toMatchObject({ type: 'invalid' })
  })

  it('of other vocabularies make strings', () => {
    expect(scalarValue({ ...tagged('x', '12'), tag: '!mine' })).toEqual({ type: 'string', value: '12' })
  })
})
