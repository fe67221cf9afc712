import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteLength, compareBytes, loneSurrogateAt, textOfBytes, utf8Bytes, wellFormed } from './bytes.ts'

/** Any sequence of UTF-16 code units, lone surrogates included. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe00f })), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units))
const validText = fc.string({ unit: 'binary' })
const anyBytes = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xc3, 0xa9, 0xf0, 0x9f, 0xed)))

describe('bytes of a text', () => {
  it('are its UTF-8', () => {
    fc.assert(
      fc.property(validText, (text) => {
        expect(utf8Bytes(text)).toEqual([...new TextEncoder().encode(text)])
      }),
    )
  })

  it('come back as they were, also when they are no UTF-8', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(utf8Bytes(textOfBytes(bytes))).toEqual(bytes)
      }),
    )
  })

  it('are the text again when they are valid', () => {
    fc.assert(
      fc.property(validText, (text) => {
        expect(textOfBytes(utf8Bytes(text))).toBe(text)
      }),
    )
  })

  it.each([
    ['an overlong slash', [0xc0, 0xaf], '\udcc0\udcaf'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['a number above Unicode', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
    ['a cut sequence before text', [0xe2, 0x82, 0x41], '\udce2\udc82A'],
  ])('keep %s byte by byte', (_, bytes, text) => {
    expect(textOfBytes(bytes)).toBe(text)
  })

  it('are U+FFFD for half a character, as encoders send it', () => {
    expect(utf8Bytes('\ud83d')).toEqual([0xef, 0xbf, 0xbd])
  })

  it('are counted without being made', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(byteLength(text)).toBe(utf8Bytes(text).length)
      }),
    )
  })
})

describe('the order of strings', () => {
  it('is that of their bytes', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(utf8Bytes(a)), Buffer.from(utf8Bytes(b))))
      }),
    )
  })

  it('puts an emoji after U+E000, unlike UTF-16', () => {
    expect(['😀', '\ue000'].sort(compareBytes)).toEqual(['\ue000', '😀'])
  })
})

describe('half a character', () => {
  it('is found where it stands', () => {
    expect(loneSurrogateAt('a😀b')).toBe(-1)
    expect(loneSurrogateAt('😀\ude00')).toBe(2)
  })

  it('shows as U+FFFD in JSON', () => {
    expect(wellFormed('a\udcff😀\ud83d')).toBe('a\ufffd😀\ufffd')
  })
})
