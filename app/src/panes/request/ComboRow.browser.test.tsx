import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import '../../ui/reset.css'
import { ComboRow } from './ComboRow.tsx'
import type { FieldChoice } from './choices.ts'

const CHOICES: readonly FieldChoice[] = [
  { value: 'pods', aliases: ['po'] },
  { value: 'deployments', detail: 'apps', aliases: ['deploy'] },
  { value: 'nodes' },
]
const field = page.getByRole('combobox', { name: 'Resource' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const list = page.getByRole('listbox', { name: 'Proposals' })
/** The option that the arrow keys have reached. */
const reached = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent

const onChoose = vi.fn<(choice: FieldChoice) => void>()
const onEscape = vi.fn<() => void>()

function Row({ value: first = '', readOnly = false }: { readonly value?: string; readonly readOnly?: boolean }) {
  const [value, setValue] = useState(first)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page, which hears the keys that the field leaves
    <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <ComboRow
        label="Resource"
        value={value}
        onChange={setValue}
        onChoose={(choice) => {
          onChoose(choice)
          setValue(choice.value)
        }}
        choices={CHOICES}
        readOnly={readOnly}
      />
      <button type="button">After</button>
    </div>
  )
}

beforeEach(async () => {
  onChoose.mockClear()
  onEscape.mockClear()
  await page.viewport(1440, 900)
})
afterEach(cleanup)

it('proposes what fits the typed text, by alias too, and lets any other text stand', async () => {
  await render(<Row />)
  await field.fill('deploy')
  await expect.element(list.getByRole('option')).toHaveTextContent('deploymentsapps')
  // The rest of the page stays there for screen readers.
  await expect.element(page.getByRole('button', { name: 'After' })).toBeVisible()
  await field.fill('widgets')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
  await expect.element(field).toHaveValue('widgets')
  expect(onChoose).not.toHaveBeenCalled()
})

it('opens all choices by an arrow key, with the value of the field reached, and takes one by Enter', async () => {
  await render(<Row value="deployments" />)
  await field.click()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(reached).toBe('deploymentsapps')
  await expect.element(option(/^deployments/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(reached).toBe('nodes')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('nodes')
  await expect.element(field).toHaveFocus()
  await expect.element(list).not.toBeInTheDocument()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(CHOICES[2])
})

it('closes by Escape, which keeps the text; the next Escape is for what is around it', async () => {
  await render(<Row value="pods" />)
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  expect(onEscape).not.toHaveBeenCalled()
  await expect.element(field).toHaveValue('pods')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
  await expect.element(field).toHaveValue('pods')
})

it('takes a click, with the focus in the field, and closes by a click beside it', async () => {
  await render(<Row />)
  await field.fill('o')
  await option('nodes').click()
  await expect.element(field).toHaveValue('nodes')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  await page.getByRole('button', { name: 'After' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('nodes')
})

it('proposes nothing where the request is locked', async () => {
  await render(<Row value="pods" readOnly />)
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await expect.element(list).not.toBeInTheDocument()
})

it('fits into 360 px, as wide as its field, and opens above it at the end of the page', async () => {
  await page.viewport(360, 640)
  await render(
    <div style={{ padding: '560px 16px 0' }}>
      <Row />
    </div>,
  )
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  const its = list.element().getBoundingClientRect()
  const box = field.element().getBoundingClientRect()
  expect(Math.abs(its.left - box.left)).toBeLessThan(2)
  expect(Math.abs(its.right - box.right)).toBeLessThan(2)
  expect(its.bottom).toBeLessThanOrEqual(box.top)
})

it('names a character that nobody sees, and leaves the value as it is typed', async () => {
  await render(<Row value={'pods\u200b'} />)
  await expect.element(field).toHaveAccessibleDescription('The value has an invisible character, U+200B.')
  await expect.element(field).toHaveValue('pods\u200b')
  await field.fill('р\u043eds')
  await expect
    .element(field)
    .toHaveAccessibleDescription(/^The value has Latin and Cyrillic letters in one word: р is U\+0440/)
  await field.fill('pods')
  await expect.element(field).toHaveAccessibleDescription('')
})
