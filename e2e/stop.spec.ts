import { linkHash } from '@authz-playground/engine/documents'
import { FIRST } from '@authz-playground/examples/first'
import type { Page } from '@playwright/test'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const NEVER = '# never decided\n'
const CRASH = '# crashes\n'

/** Makes a comment in a policy stand for a scenario that takes for ever, or all memory: no real one is sure to. */
async function withEndlessScenarios(page: Page): Promise<void> {
  await page.addInitScript(
    ([never, crash]) => {
      const { postMessage } = Worker.prototype
      Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never) {
        const { name, args } = message as { name?: string; args?: readonly { policy?: string }[] }
        const policy = name === 'decide' ? (args?.[0]?.policy ?? '') : ''
        if (policy.includes(never)) return
        if (policy.includes(crash))
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })))
        else postMessage.apply(this, [message, ...rest])
      }
    },
    [NEVER, CRASH] as const,
  )
}

const stop = ({ answer }: PlaygroundPage) => answer.getByRole('button', { name: 'Stop' })
const notDecided = ({ answer }: PlaygroundPage) => answer.getByText('Not decided.', { exact: true })

test('deciding that takes long can be stopped: texts stay, edits and undo are decided again', async ({ page }) => {
  await withEndlessScenarios(page)
  const playground = playgroundOn(page)
  await playground.open()
  const { answer, sentence, policyText } = playground
  await playground.writePolicy(NEVER)
  await expect(answer).toContainText('takes long to decide')
  await stop(playground).click()
  await expect(notDecided(playground)).toBeVisible()
  await expect(answer).toContainText('You stopped it')
  expect(await playground.textOf(policyText)).toBe(NEVER)

  await answer.getByRole('button', { name: 'Undo the last change' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  await page.getByRole('button', { name: /^Redo/ }).click()
  await stop(playground).click()
  await playground.writePolicy('# nothing\n')
  await expect(sentence).toHaveText(/^ ?403: /)
  await playground.writePolicy(NEVER)
  await stop(playground).click()
  await answer.getByRole('button', { name: 'Start anew' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
})

test('a scenario that was stopped at for a newer one gives way to it', async ({ page }) => {
  await withEndlessScenarios(page)
  const playground = playgroundOn(page)
  await playground.open()
  await playground.writePolicy(NEVER)
  await expect(stop(playground)).toBeVisible()
  await playground.writePolicy('# nothing\n')
  await stop(playground).click()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})

test('a crash is said, and the next worker decides', async ({ page }) => {
  await withEndlessScenarios(page)
  const playground = playgroundOn(page)
  await playground.open()
  await playground.writePolicy(CRASH)
  await expect(notDecided(playground)).toBeVisible()
  await expect(playground.answer).toContainText('has crashed')
  await playground.writePolicy('# nothing\n')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})

test('the next visit begins undecided where the last one did not finish', async ({ page, context }) => {
  await withEndlessScenarios(page)
  const playground = playgroundOn(page)
  await playground.open()
  await playground.writePolicy(NEVER)
  await expect(stop(playground)).toBeVisible()

  // The same tab, and a new one. Neither decides the scenario again, and both show it for editing.
  for (const next of [page, await context.newPage()]) {
    const visit = playgroundOn(next)
    await next.goto('/')
    await expect(notDecided(visit)).toBeVisible()
    await expect(visit.answer).toContainText('not decided when this page was last closed')
    expect(await visit.textOf(visit.policyText)).toBe(NEVER)
  }
  await playground.writePolicy(FIRST.scenario.policy)
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await page.reload()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
})

test('a link to a scenario that is never decided opens with its texts, and can be stopped', async ({ page }) => {
  await withEndlessScenarios(page)
  const playground = playgroundOn(page)
  const scenario = { ...FIRST.scenario, policy: NEVER }
  const hash = await linkHash({ document: { title: 'Endless', explanation: '', expect: [], scenario } })
  await page.goto(`/${hash}`)
  await stop(playground).click()
  await expect(notDecided(playground)).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe(NEVER)
})
