import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import './tokens.css'
import './reset.css'
import { Term } from './index.ts'

afterEach(cleanup)

const EXPLANATION = /^Who sends the request: the user that authentication found/

it('a term is explained to a screen reader, to who comes by a key until Escape, and to who presses it', async () => {
  await render(
    <p>
      <Term name="requestor">Who asks</Term>
    </p>,
  )
  const term = page.getByRole('button', { name: 'Who asks', exact: true })
  const explanation = page.getByRole('tooltip')
  await expect.element(term).toHaveAccessibleDescription(EXPLANATION)
  await expect.element(explanation).not.toBeInTheDocument()

  await userEvent.tab()
  await expect.element(explanation).toHaveTextContent(EXPLANATION)
  await userEvent.keyboard('{Escape}')
  await expect.element(explanation).not.toBeInTheDocument()
  await expect.element(term).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(explanation).toBeVisible()
})
