import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../ui/tokens.css'
import '../ui/reset.css'
import { CodeEditor, type CodeEditorProps } from './index.ts'

afterEach(cleanup)

const LONG = `rules:\n  - verbs: [${Array.from({ length: 30 }, (_, at) => `verb-${at}`).join(', ')}]\nend: true\n`

function Narrow(props: Partial<CodeEditorProps> & Pick<CodeEditorProps, 'value'>) {
  return (
    <div style={{ inlineSize: 400, blockSize: 300 }}>
      <CodeEditor label="Policy" language="yaml" size="fill" onChange={() => undefined} {...props} />
    </div>
  )
}

/** Has Monaco replace the text field. */
async function turnToEditor(): Promise<void> {
  await page.getByRole('textbox', { name: 'Policy' }).hover()
  await expect.poll(() => document.querySelectorAll('.view-line').length).toBeGreaterThan(0)
}

/** The visible rows of Monaco, from the top. */
function rows(): readonly HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('.view-line')]
  return all.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
}

it('a long line wraps, and nothing scrolls sideways', async () => {
  await render(<Narrow value={LONG} />)
  const field = document.querySelector('textarea')
  expect(field?.scrollWidth).toBe(field?.clientWidth)
  await turnToEditor()
  const scrollable = document.querySelector<HTMLElement>('.monaco-scrollable-element')
  expect(scrollable?.querySelector<HTMLElement>('.scrollbar.horizontal')?.className).toContain('invisible')
  const texts = rows().map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  expect(texts.length).toBeGreaterThan(5)
  // Wrapped rows hang two characters beyond the indentation of their line.
  expect(new Set(texts.slice(2, -2).map((text) => /^ */.exec(text)?.[0].length))).toEqual(new Set([4]))
})
