import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readScenarioDocument } from '@authz-playground/engine/documents'
import { expect, type Page, test } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { COMMAND_LINE } from '../scripts/cli/built.ts'
import { root } from '../scripts/files.mjs'
import { findHugo } from '../scripts/hugo.ts'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'

/** The base address of the site in its pages. */
const SITE = 'http://localhost/site/'

let site: string

test.beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'hugo-'))
  await cp(join(root, 'e2e/hugo'), site, { recursive: true })
  render()
  expectBuilt()
})
test.afterAll(() => rm(site, { recursive: true, force: true }))

/** Renders as docs/rendering.md describes. */
function render(): void {
  const words = ['render', 'content/', '-o', 'html', '--by-hash', '--to', 'assets/authz-playground/']
  execFileSync(process.execPath, [COMMAND_LINE, ...words], { cwd: site })
}

function build() {
  const args = ['--themesDir', join(root, 'integrations')]
  const { status, stdout, stderr } = spawnSync(findHugo() ?? 'hugo', args, { cwd: site, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

function expectBuilt(): void {
  const { status, said } = build()
  expect(said).not.toMatch(/WARN|ERROR/)
  expect(status).toBe(0)
}

/** Serves the built pages, and the live element as if it were among the site’s static files. */
async function serve(page: Page, element?: string): Promise<void> {
  await page.route('**', (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/site\//, '').replace(/\/$/, '/index.html')
    if (element !== undefined && path === 'embed/authz-playground.js') {
      return route.fulfill({ body: element, contentType: 'text/javascript' })
    }
    return route.fulfill({ path: path.startsWith('embed/') ? join(dist, path) : join(site, 'public', path) })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a page shows the answer, the picture, the checks, the request and the policy', async ({ page }) => {
    await serve(page)
    await page.goto(`${SITE}docs/impersonation/`)
    const form = page.getByRole('figure')
    await expect(form.getByText('403: jane may not list pods in namespace prod')).toBeVisible()
    await expect(form.getByRole('group', { name: 'Flowchart' }).locator('svg')).toBeVisible()
    await expect(form.getByRole('row')).toHaveCount(4)
    await expect(form.getByRole('row').nth(1)).toContainText('May deputy use impersonate-on:user-info:list on pods')
    await expect(form.getByRole('row').nth(1)).toContainText('rule 2 of ClusterRole as-jane, line 6')
    await expect(form.getByText('GET /api/v1/namespaces/prod/pods HTTP/1.1')).toBeVisible()
    await expect(form.getByText('kind: ClusterRoleBinding')).toBeHidden()
    await form.getByText('Policy', { exact: true }).click()
    await expect(form.getByText('kind: ClusterRoleBinding')).toBeVisible()
    await expect(page.getByText('This text goes on.')).toBeVisible()
  })

  test('a lesson is there to read: what it asks, its start and its goals; answer and solution are folded', async ({
    page,
  }) => {
    await serve(page)
    await page.goto(`${SITE}docs/own-lesson/`)
    const form = page.getByRole('figure').first()
    await expect(form.getByText('The user jane may list the pods of prod.')).toBeVisible()
    await expect(form.getByText('kind: RoleBinding').first()).toBeVisible()
    await expect(form.getByText('GET /api/v1/namespaces/prod/pods/web').first()).toBeVisible()
    await expect(form.getByRole('listitem').filter({ hasText: 'jane can get and list pods in prod' })).toBeVisible()
    await expect(form.getByText('May she get the pod web?')).toBeVisible()
    await expect(form.getByText(/403/).first()).toBeHidden()
    await expect(form.locator('mark')).toHaveCount(0)
    await form.getByText('What happens').click()
    await expect(form.getByText('403: jane may not get pods')).toBeVisible()
    await expect(form.getByText('A rule allows the verbs that it names, and no other.')).toBeVisible()
    await expect(form.getByText('verbs: [get, list]')).toBeHidden()
    await form.getByText('Solution', { exact: true }).click()
    await expect(form.getByText('verbs: [get, list]')).toBeVisible()
    await page.goto(`${SITE}docs/lesson/`)
    await expect(page.getByText('Constrained impersonation asks three questions.')).toBeVisible()
    await expect(page.getByText('This text goes on.')).toBeVisible()
  })

  test('names from input stay text', async ({ page }) => {
    await serve(page)
    await page.goto(`${SITE}docs/inside/`)
    await expect(page.getByRole('figure')).toHaveCount(2)
    await expect(
      page.getByText('403: user </script><script>alert(1)</script> may not get the path /healthz'),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'And another:' })).toBeVisible()
    await page.goto(`${SITE}docs/own-lesson/`)
    const form = page.getByRole('figure').last()
    await expect(form.getByText('Ask as </script><script>alert(1)</script>, and see.')).toBeVisible()
    await expect(form.getByRole('link')).toHaveCount(0)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })
    test('the static form is accessible, and fits a phone', async ({ page }) => {
      // A module without the element, so that the form stays.
      await serve(page, 'export {}')
      await page.goto(`${SITE}docs/inside/`)
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScrolling(page)
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expectAccessible(page)
      await page.goto(`${SITE}docs/own-lesson/`)
      for (const fold of await page.locator('summary').all()) {
        if (await fold.evaluate((summary) => !(summary.parentElement as HTMLDetailsElement).open)) await fold.click()
      }
      await expectNoSidewaysScrolling(page)
      await expectAccessible(page)
    })
  })
}

test('where scripts run, the element takes the place of the static form', async ({ page }) => {
  await serve(page)
  await page.goto(`${SITE}docs/impersonation/`)
  const live = page.locator('authz-playground')
  await expect(live.getByRole('group', { name: 'Answer' })).toContainText(/403\b.*: jane may not list pods/)
  await expect(live.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(page.locator('figure.azp')).toBeHidden()
  await expect(page.getByText('This text goes on.')).toBeVisible()
  await page.goto(`${SITE}docs/inside/`)
  await expect(live.first().getByRole('group', { name: 'Answer' })).toContainText(
    '</script><script>alert(1)</script> may not get',
  )
})

test('a lesson of the playground, beside a page or inside of it comes alive', async ({ page }) => {
  await serve(page)
  await page.goto(`${SITE}docs/lesson/`)
  const live = page.locator('authz-playground')
  await expect(live).toHaveAttribute('theme', 'light')
  await expect(live.getByRole('group', { name: 'What will happen?' })).toBeVisible()
  await expect(page.locator('figure.azp')).toBeHidden()
  await page.goto(`${SITE}docs/own-lesson/`)
  await live.first().getByRole('button', { name: /^No/ }).click()
  await expect(live.first().getByRole('textbox', { name: 'Policy' })).toBeVisible()
  await expect(live.first().getByRole('list', { name: 'Goals' }).getByRole('img', { name: 'Holds' })).toHaveCount(1)
  await live.last().scrollIntoViewIfNeeded()
  await expect(live.last().getByRole('group', { name: 'Answer' })).toContainText(
    '</script><script>alert(1)</script> may not get',
  )
})

test('a browser reads from the page the scenario that was written, exactly', async ({ page }) => {
  await serve(
    page,
    `customElements.define('authz-playground', class extends HTMLElement {
      connectedCallback() {
        const script = this.querySelector('script[type="application/yaml"]')
        this.attachShadow({ mode: 'open' }).textContent = script.textContent
      }
    })`,
  )
  await page.goto(`${SITE}docs/impersonation/`)
  const element = page.locator('authz-playground')
  await expect(element).toHaveAttribute('theme', 'light')
  const inPage = await element.evaluate(({ shadowRoot }) => shadowRoot?.textContent ?? '')
  const file = await readFile(join(site, 'content/docs/impersonation/scenario.yaml'), 'utf8')
  const wanted = readScenarioDocument(file).document
  expect(readScenarioDocument(inPage).document).toEqual({ ...wanted, expect: [] })
  await page.goto(`${SITE}docs/inside/`)
  const hostile = await element.first().evaluate(({ shadowRoot }) => shadowRoot?.textContent ?? '')
  expect(readScenarioDocument(hostile).document?.scenario.requestor.username).toBe('</script><script>alert(1)</script>')
})

test('a scenario that was changed after it was rendered keeps the site from being built', async () => {
  const path = join(site, 'content/docs/impersonation/scenario.yaml')
  const before = await readFile(path, 'utf8')
  await writeFile(path, before.replace('namespaces/prod', 'namespaces/dev'))
  const { status, said } = build()
  expect(status).not.toBe(0)
  expect(said).toMatch(
    /content\/docs\/impersonation\/index\.md:7:1.*is not rendered, or was changed since\. Run: authz-/,
  )
  render()
  expectBuilt()
  await writeFile(path, before)
})

test('a course that was changed after it was rendered keeps the site from being built', async () => {
  const path = join(site, 'content/docs/own-lesson/course.yaml')
  const before = await readFile(path, 'utf8')
  await writeFile(path, before.replace('namespaces/prod', 'namespaces/dev'))
  const { status, said } = build()
  expect(status).not.toBe(0)
  expect(said).toMatch(/content\/docs\/own-lesson\/index\.md:5:1.*this lesson is not rendered, or was changed since\./)
  render()
  expectBuilt()
  await writeFile(path, before)
})
