import { useState } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
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

/** Some 900,000 code units. */
const LARGE_TEXT = Array.from({ length: 40_000 }, (_, at) => `# line number ${at + 1}\n`).join('')

/** A policy as the page keeps it. `now.value` is the text at the moment. */
function Kept({ start, now }: { start: string; now: { value: string } }) {
  const [value, setValue] = useState(start)
  now.value = value
  return (
    <div style={{ inlineSize: 600, blockSize: 300 }}>
      <CodeEditor label="Policy" language="yaml" size="fill" onChange={setValue} value={value} />
    </div>
  )
}

function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const { activeElement } = document
  activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** Waits until the whole text is there, with the cursor at its end: until then nobody can edit it. */
async function whole(): Promise<void> {
  await vi.waitFor(() => expect(document.querySelector('.view-line')).not.toBeNull(), 20_000)
  await userEvent.click(document.querySelector('.view-line') as HTMLElement)
  await vi.waitFor(async () => {
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(lineNumbers()).toContain('40001')
  }, 20_000)
}

const lineNumbers = () => [...document.querySelectorAll('.line-numbers')].map((one) => one.textContent)

// The first of them begins before Monaco has loaded.
it('a large text that is pasted replaces what is selected, in both editors', async () => {
  const now = { value: '' }
  await render(<Kept start="kind: Role" now={now} />)
  const field = document.querySelector('textarea') as HTMLTextAreaElement
  field.focus()
  field.setSelectionRange(6, 10)
  paste(LARGE_TEXT)
  await vi.waitFor(() => expect(now.value).toBe(`kind: ${LARGE_TEXT}`))
  await whole()
  await userEvent.keyboard('{Control>}a{/Control}')
  paste(`${LARGE_TEXT}kind: ClusterRole`)
  await vi.waitFor(() => expect(now.value).toBe(`${LARGE_TEXT}kind: ClusterRole`))
  await vi.waitFor(() => expect(lineNumbers()).toContain('40001'), 20_000)
})

it('a large text comes as a whole, and what is typed after it is an edit of all of it', async () => {
  const now = { value: '' }
  await render(<Kept start={LARGE_TEXT} now={now} />)
  await whole()
  await userEvent.keyboard('# the end')
  await vi.waitFor(() => expect(now.value).toBe(`${LARGE_TEXT}# the end`))
  expect(lineNumbers()).toContain('40001')
})

/** What the browser puts on the clipboard for what is selected. */
function copied(): string {
  const clipboardData = new DataTransfer()
  document.activeElement?.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  return clipboardData.getData('text/plain')
}

/** No portion after the first comes by itself. */
function holdPortions(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

it('all of a large text is copied before the rest of it is there', async () => {
  holdPortions()
  await render(<Kept start={LARGE_TEXT} now={{ value: '' }} />)
  const field = document.querySelector('[role=textbox], textarea') as HTMLElement
  field.focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(copied()).toBe(LARGE_TEXT)
})

it('a cursor at the end of the first portion of a large text is at the end of the whole text once that is there', async () => {
  holdPortions()
  const now = { value: '' }
  await render(<Kept start={LARGE_TEXT} now={now} />)
  const field = document.querySelector('[role=textbox], textarea') as HTMLElement
  field.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  vi.runAllTimers()
  vi.useRealTimers()
  await userEvent.keyboard('# the end')
  await vi.waitFor(() => expect(now.value).toBe(`${LARGE_TEXT}# the end`))
})
