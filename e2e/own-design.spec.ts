import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { linkHash, readLinkHash, writeScenarioDocument } from '@authz-playground/engine/documents'
import { THREAD_DESIGNS } from '@authz-playground/engine/internal/design-text'
import { FIRST } from '@authz-playground/examples/first'
import type { Locator } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { COMMAND_LINE } from '../scripts/cli/built.ts'
import { rememberAudience } from './support/audience.ts'
import { expectAccessible } from './support/axe.ts'
import { servePlainly } from './support/plain-server.ts'
import { playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const ACTION_LAST = THREAD_DESIGNS.find((text) => text.startsWith('design: action-last\n')) ?? ''

/** A site whose server a test can end: from then on the browser has what it kept. */
const hosted = test.extend({
  serviceWorkers: 'allow',
  site: async ({ context: _ }, use) => use({ requests: [], problems: [] }),
})

hosted(
  'from the released design to “action last” to a link, without a server, and on the command line',
  async ({ page, context }, testInfo) => {
    const server = await servePlainly(dist)
    const address = server.address.replace('127.0.0.1', 'playground.localhost')
    const playground = playgroundOn(page)
    const { sentence, checks, answer } = playground
    await rememberAudience(context, 'designs')
    await page.goto(address)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    server.close()

    await page.getByRole('button', { name: 'All designs' }).click()
    await page.getByRole('button', { name: 'Write a design' }).click()
    const text = page.getByRole('textbox', { name: 'Design', exact: true })
    await expect(answer).toContainText(
      'Decided by “My design”, a design in a text: neither Kubernetes nor a KEP has it.',
    )
    expect(await playground.textOf(text)).toContain('\nfrom: constrained\n')

    // A mistake decides nothing, and its line is said; the chart stays.
    await playground.write(text, ACTION_LAST.replace('[I4, A4]', '[I4, A5]'))
    await expect(sentence).toHaveText(/Not decided: the design was not fully understood \(line 10\b/)
    await expect(playground.chart.getByRole('figure', { name: 'My design' })).toBeVisible()
    await expect(playground.chart).toContainText('Not decided: the design was not fully read, so no way is drawn.')
    await expect(answer.getByRole('button', { name: 'Decide with what could be read' })).toBeHidden()

    await playground.write(text, ACTION_LAST)
    await expect(sentence).toHaveText(/^ ?200: /)
    await expect(playground.chart.getByRole('figure', { name: 'Action last' })).toBeVisible()
    await playground.unfold('Timeline')
    await expect(checks.first()).toContainText('impersonate:user-info')
    await expect(checks.nth(1)).toContainText('impersonate-on:user-info:list')

    await page.getByRole('button', { name: 'What differs' }).click()
    const compare = page.getByRole('dialog', { name: 'Compare' })
    await expect(compare).toContainText('“Action last” beside “Constrained impersonation, as released”')
    await expect(row(compare, 'Checks')).toContainText('I4 and A4')
    await expect(compare).toContainText('Both answer 200; “Action last” makes as many checks.')
    await expect(compare).toContainText(
      /All \d+ examples that both decide are answered alike\.|examples? (is|are) answered/,
    )
    await expect(compare.getByRole('row').last()).toContainText(/exactly|widely|not/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const share = page.getByRole('dialog', { name: 'Share', exact: true })
    const link = await playground.copiedBy(() => share.getByRole('button', { name: 'Copy link' }).click())
    const other = playgroundOn(await context.newPage())
    await other.page.goto(link)
    await expect(other.answer).toContainText('Decided by “Action last”, a design in a text')
    await expect(other.page.getByRole('radio', { name: 'Action last' })).toBeChecked()

    const read = await readLinkHash(new URL(link).hash)
    if (!('document' in read)) throw new Error('a link with a document')
    const file = testInfo.outputPath('scenario.yaml')
    await writeFile(file, writeScenarioDocument(read.document))
    const design = testInfo.outputPath('action-last.yaml')
    await writeFile(design, ACTION_LAST)
    const printed = async (...words: readonly string[]) =>
      (await promisify(execFile)(process.execPath, [COMMAND_LINE, ...words])).stdout
    expect(await printed('run', file)).toContain('impersonate-on:user-info:list')
    expect(await printed('check', design)).toContain('1 of 1 design is right')
    expect(await printed('compare', design, '--scenario', file)).toContain(
      'Both answer 200; “Action last” makes as many checks.',
    )
  },
)

test('another design can decide while a text waits, and the text can be left out', async ({ playground }) => {
  const { page, sentence, answer } = playground
  const scenario = { ...FIRST.scenario, design: 'own', designText: ACTION_LAST }
  await page.goto(`/${linkHash({ document: { title: '', explanation: '', expect: [], scenario } })}`)
  await expect(page.getByRole('radio', { name: 'Action last' })).toBeChecked()
  await page.getByRole('button', { name: 'All designs' }).click()
  await page.getByRole('radio', { name: 'Legacy impersonation' }).check()
  await expect(sentence).toHaveText(/^ ?403: /)
  await page.getByRole('tab', { name: 'Design', exact: true }).click()
  await page.getByRole('button', { name: 'Decide by this design' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  await page.getByRole('button', { name: 'Leave the design out' }).click()
  await expect(page.getByRole('tab', { name: 'Design', exact: true })).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Constrained impersonation, as released' })).toBeChecked()

  await page.getByRole('button', { name: 'Compare designs' }).click()
  const compare = page.getByRole('dialog', { name: 'Compare' })
  await compare.getByRole('tab', { name: 'Own design' }).click()
  await compare.getByRole('button', { name: 'The mode in the API group' }).click()
  await expect(page.getByRole('radio', { name: 'The mode in the API group' })).toBeChecked()
  // A refusal is no refusal of Kubernetes either.
  await expect(sentence).toHaveText(/^ ?403: /)
  await expect(answer).toContainText('Decided by “The mode in the API group”, a design in a text')
})

function row(within: Locator, name: string): Locator {
  return within.getByRole('row').filter({ has: within.page().getByRole('rowheader', { name, exact: true }) })
}
