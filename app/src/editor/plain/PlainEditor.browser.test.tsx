import { createRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import '../../ui/reset.css'
import editor from '../CodeEditor.module.css'
import { marginOf } from '../measures.ts'
import type { SurfaceProps } from '../props.ts'
import { PlainEditor, type PlainEditorHandle } from './PlainEditor.tsx'

afterEach(cleanup)

const TEXT = 'verbs:\n- get\n- list\n---\nkind: Role\n'
const NONE: readonly never[] = []

const ROW = '[data-missing]'
const field = page.getByRole('textbox', { name: 'Policy' })

const PROPS: SurfaceProps = {
  ...{ value: TEXT, label: 'Policy', describedBy: undefined, wrap: true, lineNumbers: true, readOnly: false },
  ...{ diagnostics: NONE, findings: NONE, highlighted: NONE, highlightAs: 'lines', marks: NONE, remarks: NONE },
  ...{ near: NONE, missing: NONE, onChange: () => undefined, onCursor: () => undefined },
  ...{ onPoint: undefined, onPin: undefined },
}

async function open(missing: SurfaceProps['missing']): Promise<void> {
  await render(
    <div className={editor.editor} style={{ inlineSize: 300, blockSize: 240, ...marginOf(5, true) }}>
      <PlainEditor {...PROPS} missing={missing} whole={TEXT} ref={null} />
    </div>,
  )
}

const DELETE = { offset: TEXT.indexOf('- list'), before: '- "', word: 'impersonate-on:user-info:delete', after: '"' }

/** Where a line of the text is seen, from the top of the window. */
const topOf = (line: string): number =>
  [...document.querySelectorAll('span')].find(({ textContent }) => textContent === line)?.getBoundingClientRect().top ??
  0

it('the word that a rule lacks has a row below its line, which is not in the text', async () => {
  await open([DELETE])
  const row = document.querySelector(ROW)
  expect(row?.textContent).toBe('+- "impersonate-on:user-info:delete"')
  expect(row?.closest('[aria-hidden=true]')).not.toBeNull()
  const box = row?.getBoundingClientRect()
  expect(box?.top).toBeGreaterThan(topOf('- list'))
  expect(box?.bottom).toBeLessThanOrEqual(topOf('---') + 8)
  const end = document.querySelector(`${ROW} [class*=missingWord]`)?.getBoundingClientRect()
  expect(end?.right).toBeLessThanOrEqual(box?.right ?? 0)
  await expect.element(field).toHaveValue(TEXT)
})

it('a press below the row puts the cursor into the line that is seen there, and the row is away while somebody writes', async () => {
  await open([DELETE])
  const { top } = field.element().getBoundingClientRect()
  await userEvent.click(document.querySelector('[class*=plain]') as Element, {
    position: { x: 120, y: topOf('kind: Role') + 8 - top },
    force: true,
  })
  await expect.poll(() => document.querySelector(ROW)).toBeNull()
  const { selectionStart } = field.element() as HTMLTextAreaElement
  expect(TEXT.slice(0, selectionStart).split('\n')).toHaveLength(5)
  ;(field.element() as HTMLElement).blur()
  await expect.poll(() => document.querySelector(ROW)).not.toBeNull()
})

it('no row is there where no word is missing, and the field shows its own text', async () => {
  await open(NONE)
  expect(document.querySelector(ROW)).toBeNull()
  expect(getComputedStyle(field.element()).opacity).toBe('1')
})

it('a field that has the beginning of a text copies until its end, and Monaco keeps what was selected', async () => {
  const plain = createRef<PlainEditorHandle>()
  await render(<PlainEditor {...PROPS} value={TEXT.slice(0, 20)} whole={TEXT} readOnly ref={plain} />)
  const text = field.element() as HTMLTextAreaElement
  text.focus()
  const copied = (start: number, end: number): string => {
    text.setSelectionRange(start, end)
    const clipboardData = new DataTransfer()
    text.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  }
  expect(copied(7, 20)).toBe(TEXT.slice(7))
  expect(plain.current?.snapshot()?.selection).toEqual({ anchor: 7, active: Number.POSITIVE_INFINITY })
  // The browser copies what is selected within the beginning.
  expect(copied(7, 10)).toBe('')
})
