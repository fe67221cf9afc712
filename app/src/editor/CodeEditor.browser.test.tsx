import { afterEach, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import '../ui/tokens.css'
import '../ui/reset.css'
import { CodeEditor } from './index.ts'

afterEach(cleanup)

const LONG = `rules:\n  - verbs: [${Array.from({ length: 30 }, (_, at) => `verb-${at}`).join(', ')}]\nend: true\n`

it('a long line wraps, and nothing scrolls sideways', async () => {
  await render(
    <div style={{ inlineSize: 400, blockSize: 300 }}>
      <CodeEditor label="Policy" language="yaml" size="fill" onChange={() => undefined} value={LONG} />
    </div>,
  )
  const field = document.querySelector('textarea')
  expect(field?.clientWidth).toBeGreaterThan(0)
  expect(field?.scrollWidth).toBe(field?.clientWidth)
})
