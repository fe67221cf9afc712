import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { rememberAudience } from './support/audience.ts'
import { openComparison } from './support/comparison.ts'
import { type PlainServer, servePlainly } from './support/plain-server.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'

interface Hosted extends PlainServer {
  /** A copy of the site, which tests may change. */
  readonly folder: string
  /** The paths that the server was asked for. */
  readonly asked: string[]
  /** The address by a name that browsers trust as they trust HTTPS, and that is not `localhost` itself. */
  readonly elsewhere: string
}

const test = base.extend<{ readonly hosted: Hosted }>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  hosted: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'))
    cpSync(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.map') })
    const asked: string[] = []
    const withheld = (path: string) => {
      asked.push(path)
      return undefined
    }
    const server = await servePlainly(folder, { under: '/some/where/', withheld })
    const elsewhere = server.address.replace('127.0.0.1', 'playground.localhost')
    await use({ ...server, folder, asked, elsewhere })
    server.close()
    rmSync(folder, { recursive: true })
  },
})

/** Opens the page and waits until its files are kept. */
async function visit(page: Page, address: string): Promise<PlaygroundPage> {
  const playground = playgroundOn(page)
  await rememberAudience(page.context(), 'designs')
  await page.goto(address)
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  return playground
}

test('after one visit everything works without a server, also after a reload', async ({ page, hosted }) => {
  const others: string[] = []
  page.context().on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(hosted.elsewhere).origin) others.push(request.url())
  })
  const playground = await visit(page, hosted.elsewhere)
  const { sentence, policy } = playground
  // What is beside the page stays what the server says.
  await page.goto(`${hosted.elsewhere}embed.html`)
  await expect(page.locator('authz-playground')).toBeAttached()
  expect(hosted.asked).toContain('embed.html')
  await page.goto(hosted.elsewhere)
  const asked = hosted.asked.filter((path) => !/^(embed|sw\.js)/.test(path))
  hosted.close()
  const beside = await page.context().newPage()
  expect(await beside.goto(`${hosted.elsewhere}embed.html`).catch(() => null)).toBeNull()
  await beside.close()

  await page.goto(`${hosted.elsewhere}?from=a-mail`)
  await expect(sentence).toHaveText(/^ ?200: /)
  const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await test.step('editors', async () => {
    await playground.readyToWrite(playground.policyText)
    await expect(policy.getByRole('code').first()).toBeVisible()
    await playground.showForm('kubectl')
    await playground.showForm('HTTP')
  })
  await test.step('mermaid', async () => {
    await playground.openDrawer('As mermaid')
    await expect(playground.details.getByRole('img', { name: /as mermaid draws it/ })).toBeVisible()
  })
  await test.step('every view of Compare', async () => {
    for (const view of ['Every design', 'Side by side', 'Intents', 'Versions', 'Arguments'] as const) {
      const dialog = await openComparison(playground, view)
      await expect(
        view === 'Side by side'
          ? dialog.getByRole('figure').first()
          : dialog.getByRole('tabpanel').locator('li, table, h3').first(),
      ).toBeVisible()
      await close()
    }
  })
  await test.step('pictures of Share', async () => {
    await click(/^Share$/)
    await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('img').first()).toBeVisible()
    await close()
  })
  await test.step('the other dialogs', async () => {
    for (const name of ['Help', 'From a cluster', 'Your scenarios']) {
      await click(new RegExp(`^${name}$`))
      await expect(page.getByRole('dialog').getByText(/\w/).first()).toBeVisible()
      await close()
    }
  })
  await test.step('a design with conditions in CEL, from the gallery', async () => {
    await playground.openExample('conditional-printed')
    await playground.unfold('Timeline')
    await expect(playground.timeline.getByRole('list', { name: /^Conditions of check/ }).first()).toBeVisible()
  })
  await expect(page.getByText(/did not arrive/)).toHaveCount(0)
  // Each file was sent once or twice, by the page and for keeping; none is asked for by anybody else.
  expect(others).toEqual([])
  expect(asked.filter((path) => asked.filter((one) => one === path).length > 3)).toEqual([])
})

/** Puts another build in the place of the one that is served: its page says `build`. */
function publish({ folder }: Hosted, build: string): void {
  const index = join(folder, 'index.html')
  writeFileSync(index, readFileSync(index, 'utf8').replace('<html lang="en"', `<html lang="en" data-build="${build}"`))
  const worker = join(folder, 'sw.js')
  const kept = readFileSync(worker, 'utf8')
  const revision = /(?<=url:[`"]index\.html[`"],revision:[`"])\w+/g
  expect(kept.match(revision)).toHaveLength(1)
  writeFileSync(worker, kept.replace(revision, build))
}

/** The states of the worker that waits to replace the one that answers now, and of that one. */
const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return { waiting: registration?.waiting?.state, active: registration?.active?.state }
  })

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build)

test('a newer build asks before it comes, and no work is lost', async ({ page, context, hosted }) => {
  const playground = await visit(page, hosted.elsewhere)
  const other = await context.newPage()
  await visit(other, hosted.elsewhere)
  await playground.writePolicy('# mine\n')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  publish(hosted, 'newer')
  await page.reload()
  const update = page.getByRole('alert').getByRole('button', { name: 'Update', exact: true })
  await expect(update).toBeVisible()
  expect(await buildOf(page)).toBeUndefined()
  await update.click()
  await expect.poll(() => buildOf(page).catch(() => undefined)).toBe('newer')
  await expect(playground.policy).toContainText('# mine')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await other.getByRole('alert').getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => buildOf(other).catch(() => undefined)).toBe('newer')
})

test('on this machine a reload shows the newest build, and the kept one only when no server answers', async ({
  page,
  hosted,
}) => {
  const { sentence } = await visit(page, hosted.address)
  publish(hosted, 'newer')
  await page.reload()
  await expect(sentence).toHaveText(/^ ?200: /)
  expect(await buildOf(page)).toBe('newer')
  await expect(page.getByRole('alert').getByRole('button')).toHaveCount(0)
  hosted.close()
  await page.reload()
  await expect(sentence).toHaveText(/^ ?200: /)
})

test('on this machine a reload without a server shows the newest build that was kept, also by an older worker', async ({
  page,
  hosted,
}) => {
  const { sentence } = await visit(page, hosted.address)
  publish(hosted, 'newer')
  await page.reload()
  // The newer worker leaves the older one alone, which Chromium would otherwise end while it answers.
  await expect.poll(() => workersOf(page)).toEqual({ waiting: 'installed', active: 'activated' })
  hosted.close()
  await page.reload()
  await expect(sentence).toHaveText(/^ ?200: /)
  expect(await buildOf(page)).toBe('newer')
  expect(await workersOf(page)).toEqual({ waiting: 'installed', active: 'activated' })
})

test('where the browser allows no worker, as over plain HTTP, the page works as ever', async ({ page, hosted }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(hosted.address)
  const { sentence } = playgroundOn(page)
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect.poll(() => hosted.asked.some((path) => /^assets\/register-|^assets\/offline-/.test(path))).toBe(true)
  expect(hosted.asked).not.toContain('sw.js')
  expect(errors).toEqual([])
})
