import type { Locator } from '@playwright/test'
import { greens } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const again = ({ request }: PlaygroundPage): Locator => request.getByRole('button', { name: 'Send again' })
const history = ({ request }: PlaygroundPage): Locator => request.getByRole('group', { name: /requests to one server/ })
const rows = (playground: PlaygroundPage): Locator => history(playground).getByRole('radio')
const clock = ({ request }: PlaygroundPage): Locator => request.getByRole('slider', { name: /^Sent after request/ })

test('a request that is sent again rests on the one before, for as long as the server remembers it', async ({
  playground,
  page,
}) => {
  const { chart, checks, answer, sentence, node, timeline } = playground
  const markdown = () =>
    playground.copiedBy(() => answer.getByRole('button', { name: 'Copy answer as Markdown' }).click())
  expect(await markdown()).not.toContain('rests on')
  await test.step('it is allowed without a check, on a path of its own', async () => {
    await expect(checks).toHaveCount(3)
    await expect(node(/Which mode worked last/)).toBeHidden()
    await again(playground).click()
    await playground.hears('Sent again: request 2')
    await expect(rows(playground)).toHaveCount(2)
    await expect(rows(playground).nth(1)).toBeChecked()
    await expect(sentence).toHaveText(/^ ?200: /)
    await expect(answer).toContainText('as a moment ago, without a check')
    await expect(checks).toHaveCount(1)
    await expect(checks).toHaveText([/list pods.*Allow$/])
    await expect(node(/Which mode worked last/)).toBeVisible()
    await expect(chart).toContainText('yes, as just now')
  })
  await test.step('the Markdown of the answer says so', async () => {
    expect(await markdown()).toContain('Request 2 of 2 to one API server, 1 s after request 1: the answer rests on')
  })
  await test.step('the history is kept across a reload', async () => {
    await expect(clock(playground)).toHaveAttribute('aria-valuetext', '1 second')
    await clock(playground).focus()
    await page.keyboard.press('ArrowRight')
    await expect(clock(playground)).toHaveAttribute('aria-valuetext', '2 seconds')
    await page.reload()
    await expect(sentence).toBeVisible()
    await expect(rows(playground)).toHaveCount(2)
    await expect(clock(playground)).toHaveAttribute('aria-valuetext', '2 seconds')
    await expect(checks).toHaveCount(1)
  })
  await test.step('the clock moves a request beyond what the server remembers', async () => {
    await clock(playground).focus()
    for (let second = 2; second < 9; second++) await page.keyboard.press('ArrowRight')
    await expect(clock(playground)).toHaveAttribute('aria-valuetext', '9 seconds')
    await expect(timeline).toContainText('9 s ago')
    await expect(checks).toHaveCount(1)
    // After exactly ten seconds the decision is forgotten; the mode that worked last is not.
    await page.keyboard.press('ArrowRight')
    await expect(checks).toHaveCount(3)
    await expect(node(/Which mode worked last/)).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(checks).toHaveCount(1)
  })
  await test.step('the mode that worked last goes first, and the same request gets another constraint', async () => {
    await playground.goToExample('sequence-mode')
    await expect(checks).toHaveText([/impersonate users.*Allow$/, /list pods.*Allow$/])
    await expect(answer).toContainText('Impersonation was allowed by the legacy verb impersonate')
    await playground.request.getByRole('button', { name: 'Start anew' }).click()
    await expect(answer).toContainText('Impersonation was allowed by impersonate:user-info')
    await expect(checks).toHaveCount(3)
  })
})

test('a changed request is checked as far as it is new, and one with an error keeps later ones from being decided', async ({
  playground,
  page,
}) => {
  const { answer, sentence } = playground
  await again(playground).click()
  await expect(playground.checks).toHaveCount(1)
  await playground.writeRequest(
    'HTTP',
    'GET /api/v1/namespaces/default/pods?watch=true HTTP/1.1\nImpersonate-User: jane.doe@example.com',
  )
  await expect(playground.checks).toHaveText([/impersonate-on:user-info:watch.*Allow$/, /watch pods.*Allow$/])
  await expect(history(playground)).toContainText(/list pods as jane/)
  await expect(history(playground)).toContainText(/watch pods as jane/)
  await test.step('an earlier request with an error', async () => {
    await rows(playground).first().check()
    await playground.writeRequest('HTTP', 'GET /api/v1/pods HTTP/1.1\nno header\n')
    await expect(sentence).toHaveText(/Not decided: the request was not fully understood/)
    await rows(playground).nth(1).check()
    await expect(sentence).toHaveText(/Not decided: an earlier request was not understood/)
    await expect(answer.getByRole('list', { name: 'Errors' })).toContainText('Request 1')
    await expect(history(playground)).toContainText('not fully understood')
    expect(await greens(page)).toEqual([])
  })
})

test('a request is taken out, and the server started anew; any of the history is edited, and the others follow', async ({
  playground,
  page,
}) => {
  const { request, checks, sentence } = playground
  await test.step('undo brings back what was taken out', async () => {
    await again(playground).click()
    await again(playground).click()
    await request.getByRole('button', { name: 'Remove request 3' }).click()
    await playground.hears('Request 3 removed')
    await expect(rows(playground)).toHaveCount(2)
    await request.getByRole('button', { name: 'Start anew' }).click()
    await expect(history(playground)).toBeHidden()
    await expect(again(playground)).toBeFocused()
    await expect(checks).toHaveCount(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(playground)).toHaveCount(2)
    await expect(checks).toHaveCount(1)
  })
  await test.step('any request can be looked at and edited', async () => {
    await again(playground).click()
    await expect(rows(playground)).toHaveCount(3)
    await expect(history(playground)).toContainText('+2 s')
    await rows(playground).first().check()
    await expect(checks).toHaveCount(3)
    await expect(playground.request).toContainText('The server has just started, and remembers nothing.')

    // The first request is now denied, so the server remembers nothing for the later ones.
    await playground.writeRequest(
      'HTTP',
      'DELETE /api/v1/namespaces/default/pods/web HTTP/1.1\nImpersonate-User: jane.doe@example.com',
    )
    await expect(sentence).toHaveText(/^ ?403: /)
    await expect(history(playground)).toContainText('403')
    await rows(playground).nth(1).check()
    await expect(sentence).toHaveText(/^ ?200: /)
    await expect(checks).toHaveCount(3)
  })
})
