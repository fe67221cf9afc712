import { FIRST } from '@authz-playground/examples/first'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/tokens.css'
import '../ui/reset.css'
import { currentAudience, openExample, playground, showAudience, workerApi } from '../session/index.ts'
import { Flowchart } from './index.ts'

const ROOMY = { width: 860, height: 620 }
const NARROW = { width: 560, height: 320 }

const before = currentAudience()
beforeEach(() => {
  void workerApi()
  showAudience('designs')
  openExample(FIRST)
})
afterEach(() => showAudience(before))

async function draw(size: typeof ROOMY): Promise<void> {
  await render(
    <div style={{ inlineSize: size.width, blockSize: size.height }}>
      <Flowchart />
    </div>,
  )
  await expect.element(page.getByRole('figure')).toHaveAttribute('aria-busy', 'false')
}

const nodes = (): number => document.querySelectorAll('figure [data-node]').length
const ofDesign = (): number => playground.getState().answer?.chart.nodes.length ?? 0
const ofRun = (): number => playground.getState().answer?.trace?.steps.length ?? 0
const onlyRun = page.getByRole('button', { name: 'Only this request' })

it('reviewers see the whole design where it can be read, and choose the way of the request alone', async () => {
  await draw(ROOMY)
  await expect.element(onlyRun).toBeVisible()
  expect(nodes()).toBe(ofDesign())
  await onlyRun.click()
  await expect.poll(nodes).toBe(ofRun())
  await expect.element(onlyRun).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Whole chart' }).click()
  await expect.poll(nodes).toBe(ofDesign())
})

it('reviewers see the way of the request where the whole design cannot be read', async () => {
  await draw(NARROW)
  expect(nodes()).toBe(ofRun())
  await expect.element(onlyRun).not.toBeInTheDocument()
})

it('while its way is held back, the chart does not show where a request goes', async () => {
  await expect.poll(() => playground.getState().answer?.trace).toBeDefined()
  playground.getState().ask()
  await draw(NARROW)
  expect(nodes()).toBe(ofDesign())
  await expect.element(onlyRun).not.toBeInTheDocument()
})
