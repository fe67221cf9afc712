import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textOfBytes } from './bytes.ts'
import { goQuote } from './quote.ts'
import { goUnquote, goUnquoteList } from './unquote.ts'

/** Texts that Go can hold: any characters, and bytes that are not UTF-8. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((bytes) => textOfBytes([...bytes])),
)

it('reads back what Go quotes, wherever it stands', () => {
  fc.assert(
    fc.property(texts, fc.string(), (text, behind) => {
      const quoted = goQuote(text)
      expect(goUnquote(`x ${quoted}${behind}`, 2)).toEqual({ value: text, end: 2 + quoted.length })
    }),
  )
})

it('reads back a list of quoted texts', () => {
  fc.assert(
    fc.property(fc.array(texts), (all) => {
      const printed = `[${all.map(goQuote).join(' ')}]`
      expect(goUnquoteList(printed, 0)).toEqual({ values: all, end: printed.length })
    }),
  )
})

it.each(['', 'jane', '"jane', '"a\nb"', '"\\q"', '"\\x4"', '"\\uD800"', '"\\U00110000"', '"\\'])(
  'takes %j for no quoted text',
  (text) => expect(goUnquote(text, 0)).toBeUndefined(),
)

it.each(['', '[', '["a"', '["a","b"]', '["a" ]', '[a]'])('does not read %j as a list of quoted texts', (text) =>
  expect(goUnquoteList(text, 0)).toBeUndefined(),
)
