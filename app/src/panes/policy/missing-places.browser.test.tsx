import { EXAMPLES } from '@authz-playground/examples'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import '../../ui/reset.css'
import { playground, workerApi } from '../../session/index.ts'
import { MissingPlaces } from './MissingPlaces.tsx'

beforeEach(() => void workerApi())
afterEach(cleanup)

async function open(id: string): Promise<void> {
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) throw new Error(`no example is called ${id}`)
  playground.getState().open({ scenario: example.scenario, exampleId: id })
  await render(<MissingPlaces />)
  const { scenario } = playground.getState()
  await expect.poll(() => playground.getState().answered).toBe(scenario)
}

/** The line of the policy that is pinned. */
function pinnedLine(): string | undefined {
  const { pinned, scenario } = playground.getState()
  return pinned?.kind === 'text' ? scenario.policy.slice(pinned.offset).split('\n', 1)[0] : undefined
}

it('goes from one line where a word is missing to the next and back, and leaves the focus where it is', async () => {
  await open('docs-user-delete')
  await expect.element(page.getByText('missing word 1 of 2')).toBeVisible()
  const next = page.getByRole('button', { name: 'Next missing word' })
  await next.click()
  await expect.element(page.getByText('missing word 2 of 2')).toBeVisible()
  expect(pinnedLine()).toContain('"get", "list", "watch"')
  await expect.element(next).toHaveFocus()
  await page.getByRole('button', { name: 'Previous missing word' }).click()
  await expect.element(page.getByText('missing word 1 of 2')).toBeVisible()
  expect(pinnedLine()).toContain('impersonate-on:user-info:watch')
})

it('is not there for a request that is served', async () => {
  await open('docs-user-list')
  await expect.poll(() => playground.getState().answer?.trace?.outcome.kind).toBe('allowed')
  expect(page.getByRole('button').elements()).toEqual([])
})
