import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import './tokens.css'
import './reset.css'
import { Button, IconButton, usePopoverBelow } from './index.ts'
import menu from './menu.module.css'

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** A button with a popover below it, at the right edge of the window, and a button with a tooltip. */
function Bar() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  usePopoverBelow(open, () => setOpen(false), place, list)
  return (
    <div style={{ display: 'flex', justifyContent: 'end' }}>
      <IconButton icon="help" label="Help" keys="Alt+K" />
      <span ref={place}>
        <Button aria-expanded={open} onClick={() => setOpen(true)}>
          Lessons
        </Button>
      </span>
      {open && (
        <div ref={list} popover="auto" className={menu.popover} style={{ inlineSize: 'min(26rem, 100vw)' }}>
          <Button>First lesson</Button>
        </div>
      )}
    </div>
  )
}

beforeEach(async () => {
  await page.viewport(360, 640)
  await render(<Bar />)
})
afterEach(cleanup)

/** Whether all of an element is in the window. */
function inWindow(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
}

it('opens a popover in the window, which Escape closes, with the focus back on its button', async () => {
  await button('Lessons').click()
  await expect.element(button('First lesson')).toBeVisible()
  expect(inWindow(document.querySelector('[popover=auto]') as Element)).toBe(true)
  await userEvent.tab()
  await expect.element(button('First lesson')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('First lesson')).not.toBeInTheDocument()
  await expect.element(button('Lessons')).toHaveFocus()
  await expect.element(button('Lessons')).toHaveAttribute('aria-expanded', 'false')
})

it('closes a popover by a click beside it', async () => {
  await button('Lessons').click()
  await expect.element(button('First lesson')).toBeVisible()
  await userEvent.click(document.body, { position: { x: 20, y: 600 }, force: true })
  await expect.element(button('First lesson')).not.toBeInTheDocument()
})

it('shows the name of a button with an icon on focus by a key, in the window, until Escape', async () => {
  const tooltip = page.getByRole('tooltip')
  await userEvent.tab()
  await expect.element(button('Help')).toHaveFocus()
  await expect.element(tooltip).toHaveTextContent('Help (Alt+K)')
  await expect.element(tooltip).toBeVisible()
  expect(inWindow(tooltip.element())).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(tooltip).not.toBeInTheDocument()
  await expect.element(button('Help')).toHaveFocus()
})
