import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkHash } from '@authz-playground/engine/documents'
import { FIRST } from '@authz-playground/examples/first'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../chromium.ts'
import { serveSite } from '../serve.mjs'

/** The longest that the page may do nothing else. Milliseconds. */
const BAR = 200

/** The page has come to rest when its main thread had no long task for so many milliseconds. */
const REST = 3000

/** A page that is not at rest after so many milliseconds is left. */
const PATIENCE = 60_000

const SIZES = [1, 5, 20]

const ROLE = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: reader
rules:
- apiGroups: ['']
  resources: [pods, services]
  verbs: [get, list, watch]
`

const ITEM = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'reader' },
  rules: [],
}

/** What is pasted, or opened as a file: a text of about that many code units. */
const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  YAML: (length) => ROLE.repeat(length / ROLE.length),
  'JSON in lines': (length) => listOf(length, 2),
  'JSON in one line': (length) => listOf(length, 0),
}

/** A list of roles as JSON, its fields indented by so many blanks. */
function listOf(length: number, indent: number): string {
  const items = Array.from({ length: length / JSON.stringify(ITEM, null, indent).length }, () => ITEM)
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, indent)
}

/** Links whose scenario has many of something, or is large. */
const LINKS: Readonly<Record<string, string>> = {
  '1,000 goals': link({ goals: Array.from({ length: 1000 }, () => 'at most 3 rules') }),
  '50,000 goals': link({ goals: Array.from({ length: 50_000 }, () => 'at most 3 rules') }),
  '500 requests': link({}, 499),
  '10,000 requests': link({}, 9999),
  'a policy of 12 MB': link({}, 0, ROLE.repeat(12e6 / ROLE.length)),
  '20,000 comments that silence nothing': link({}, 0, '# lint:ignore x\n'.repeat(20_000)),
}

function link(more: { readonly goals?: readonly string[] }, earlier = 0, policy = FIRST.scenario.policy): string {
  const { request, requestor } = FIRST.scenario
  const before = Array.from({ length: earlier }, () => ({ request, requestor }))
  const scenario = { ...FIRST.scenario, policy, ...(earlier > 0 && { earlier: before }) }
  return linkHash({ document: { title: '', explanation: '', expect: [], ...more, scenario } })
}

/** The longest task of the main thread of the built page: of pastes into the policy, of files that are opened, and of links. Milliseconds. */
export async function freezes(): Promise<
  readonly { readonly what: string; readonly took: number; readonly bar: number }[]
> {
  const { server, port } = await serveSite({ host: 'localhost', port: 0, compressed: false })
  const site = `http://localhost:${port}/`
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const figures = []
    for (const [what, hash] of Object.entries(LINKS)) {
      const took = await inPage(browser, async (page) => void (await page.goto(site + hash)))
      figures.push({ what: `the longest task of a link with ${what}`, took, bar: BAR })
    }
    for (const [what, textOf] of Object.entries(TEXTS)) {
      for (const size of SIZES) {
        const pasted = await inPage(browser, (page) => paste(page, site, textOf(size * 1e6)))
        figures.push({ what: `the longest task of a paste of ${size} MB of ${what}`, took: pasted, bar: BAR })
        const opened = await inPage(browser, (page) => openFile(page, site, textOf(size * 1e6)))
        figures.push({ what: `the longest task of opening a file of ${size} MB of ${what}`, took: opened, bar: BAR })
      }
    }
    return figures
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}

async function inPage(browser: Browser, act: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  try {
    return await longestTask(context, act)
  } finally {
    await context.close()
  }
}

async function longestTask(context: BrowserContext, act: (page: Page) => Promise<void>): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(`
    globalThis.longest = 0
    globalThis.lastLong = 0
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        globalThis.longest = Math.max(globalThis.longest, duration)
        globalThis.lastLong = startTime + duration
      }
    }).observe({ type: 'longtask', buffered: true })`)
  await act(page)
  const began = performance.now()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, REST / 6))
    const waited = performance.now() - began
    const rested = await page.evaluate<number>('performance.now() - globalThis.lastLong')
    if ((waited > REST && rested > REST) || waited > PATIENCE) return page.evaluate<number>('globalThis.longest')
  }
}

/** Replaces the policy by a text from the clipboard, once Monaco is there. What was before does not count. */
async function paste(page: Page, site: string, text: string): Promise<void> {
  await ready(page, site)
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+a')
  await resetAtRest(page)
  await page.keyboard.press('Control+v')
}

/** Replaces the policy by a file that the page’s button opens. What was before does not count. */
async function openFile(page: Page, site: string, text: string): Promise<void> {
  await ready(page, site)
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-'))
  try {
    const path = join(folder, 'policy.yaml')
    writeFileSync(path, text)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open files' }).click()
    const chooser = await choosing
    await resetAtRest(page)
    await chooser.setFiles(path)
    await page.getByText('In the policy now: policy.yaml').waitFor({ state: 'attached' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function ready(page: Page, site: string): Promise<void> {
  await page.goto(site)
  await page.getByRole('textbox', { name: 'Policy' }).click()
  await page.locator('.monaco-editor').first().waitFor()
}

async function resetAtRest(page: Page): Promise<void> {
  await page.waitForTimeout(REST)
  await page.evaluate('globalThis.longest = 0')
}
