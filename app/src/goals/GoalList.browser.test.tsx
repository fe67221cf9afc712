import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { notJudged } from '../session/goals.ts'
import '../ui/tokens.css'
import '../ui/reset.css'
import { GoalList } from './index.ts'

afterEach(cleanup)

const GOALS = Array.from({ length: 1000 }, (_, at) => notJudged(`at most ${at + 1} rules`))

const drawn = () => document.querySelectorAll('li').length

it('a long list is drawn in part, with the count of the rest and a button for more', async () => {
  await render(<GoalList goals={GOALS} current />)
  expect(drawn()).toBe(200)
  await expect.element(page.getByText('and 800 more:')).toBeVisible()
  await page.getByRole('button', { name: 'Show 200 of them' }).click()
  expect(drawn()).toBe(400)
  await expect.element(page.getByText('and 600 more:')).toBeVisible()
})

it('the goal that somebody writes is drawn, and a short list has no words about a rest', async () => {
  const { rerender } = await render(<GoalList goals={GOALS} current drawn={999} />)
  await expect.element(page.getByText('at most 1000 rules')).toBeVisible()
  await rerender(<GoalList goals={GOALS.slice(0, 200)} current />)
  expect(drawn()).toBe(200)
  expect(document.body.textContent).not.toContain('more')
})
