import { readScenarioDocument, type ScenarioDocument } from '@authz-playground/engine/documents'
import { hiddenCharacter } from '@authz-playground/engine/internal/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveElement } from './live-element.ts'
import { PAGE_DOCUMENT } from './testing.ts'

/** The text of the first script as an HTML parser has it: newlines alone, and up to the first end tag. */
function scriptOf(html: string): string {
  const bytes = new TextDecoder()
    .decode(new TextEncoder().encode(html))
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd')
  const start = bytes.indexOf('<script type="application/yaml">') + '<script type="application/yaml">'.length
  const text = bytes.slice(start, start + bytes.slice(start).search(/<\/script/i))
  // From here on the end tag need not end it.
  expect(text).not.toMatch(/<!--/)
  return text
}

const documentWith = (text: string): ScenarioDocument => ({
  ...PAGE_DOCUMENT,
  title: text,
  scenario: {
    ...PAGE_DOCUMENT.scenario,
    policy: text,
    requestor: { username: `u${text}`, extra: { [`k${text}`]: [text] } },
    earlier: [{ request: { form: 'kubectl', text }, requestor: { username: 'other' }, after: 5 }],
  },
})

describe('the scenario inside of the live element', () => {
  it('is YAML for people where that can be', () => {
    const html = liveElement(PAGE_DOCUMENT, '<figure></figure>\n', { theme: 'dark', autoplay: '', src: '"' })
    expect(html).toMatch(
      /^<authz-playground theme="dark" autoplay src="&quot;">\n<script type="application\/yaml">\nversion: 2\n/,
    )
    expect(html).toMatch(/<\/script>\n<figure><\/figure>\n<\/authz-playground>\n$/)
  })

  it('is the same document, whatever its texts say, and hides no character', () => {
    const text = fc.oneof(
      fc.constantFrom('</script>', '</SCRIPT x', '<!--<script>', '-->', '<![CDATA[', '<\\/script>', '\\u003c'),
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('<', '!', '-', '/', 's', 'script', '>', '\\', '\n', '\r', ' ', '"', ':', '#', '\ufeff'),
      }),
    )
    fc.assert(
      fc.property(text, (hostile) => {
        // No text that is read has halves of a surrogate pair.
        const document = documentWith(hostile.replace(/\p{Surrogate}/gu, '\ufffd'))
        const script = scriptOf(liveElement(document, ''))
        expect(readScenarioDocument(script).document).toEqual(document)
        expect(hiddenCharacter(script)).toBeUndefined()
      }),
      {
        numRuns: 1000,
        examples: [
          ['</script><script>alert(1)</script>'],
          ['<!-- <script>'],
          ['<s\u00ad\u{e0041}'],
          ['\u00ad\u{e0041}'],
        ],
      },
    )
  })
})
