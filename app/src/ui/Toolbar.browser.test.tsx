import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import './tokens.css'
import './reset.css'
import { Button, IconButton, Toolbar } from './index.ts'

const tool = (name: string) => page.getByRole('button', { name, exact: true })

/** A toolbar between two buttons. `Paste` is there once `Copy` was pressed, and a menu is open in the bar. */
function Bar() {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <Button>Before</Button>
      <Toolbar label="Edit">
        <IconButton icon="undo" label="Undo" aria-disabled />
        <span>
          <Button onClick={() => setCopied(true)}>Copy</Button>
        </span>
        {copied && <Button>Paste</Button>}
        <IconButton icon="help" label="Help" className="wide" />
        <div popover="manual" ref={(menu) => menu?.showPopover()}>
          <Button>Entry</Button>
        </div>
      </Toolbar>
      <Button>After</Button>
      <style>{'@media (width < 400px) { .wide { display: none !important } }'}</style>
    </>
  )
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  await render(<Bar />)
})
afterEach(cleanup)

it('is one stop of the Tab key, where the focus was last', async () => {
  await tool('Before').click()
  await userEvent.tab()
  await expect.element(tool('Undo')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tool('Copy')).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(tool('Before')).toHaveFocus()
  await userEvent.tab()
  await expect.element(tool('Copy')).toHaveFocus()
})

it('goes round by the arrow keys, and to the ends by Home and End', async () => {
  await tool('Undo').click({ force: true })
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tool('Help')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tool('Undo')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(tool('Help')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(tool('Undo')).toHaveFocus()
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
  await expect.element(tool('Undo')).toHaveFocus()
})

it('takes in tools that come later, and none of a menu', async () => {
  await tool('Copy').click()
  await expect.element(tool('Paste')).toHaveAttribute('tabindex', '-1')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tool('Paste')).toHaveFocus()
  await expect.element(tool('Entry')).not.toHaveAttribute('tabindex')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(tool('Undo')).toHaveFocus()
})

it('has a stop also where its last one is hidden at 360 px', async () => {
  await tool('Help').click()
  await tool('After').click()
  await page.viewport(360, 740)
  await expect.element(tool('Undo')).toHaveAttribute('tabindex', '0')
  await tool('Before').click()
  await userEvent.tab()
  await expect.element(tool('Undo')).toHaveFocus()
})
