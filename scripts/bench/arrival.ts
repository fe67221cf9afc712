import { linkHash } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildSite } from '../build.mjs'
import { chromiumLaunch } from '../chromium.ts'
import { serveSite } from '../serve.mjs'
import { median } from './median.ts'

/** An arrival by an address may take so many times as long as one without. */
const MOST = 1.4

const ARRIVALS = 9

const OTHER = EXAMPLES.find(({ id }) => id !== FIRST.id) ?? FIRST

/** Addresses by what they open. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'an example': `#example/${OTHER.id}`,
  'a link': linkHash({ document: { title: 'A link', explanation: '', expect: [], scenario: OTHER.scenario } }),
  'a lesson': '#course/rbac-from-nothing',
  'a dialog': '#gallery',
}

/** The median time to the first answer on the built page, without an address and with each of `ADDRESSES`, and of a reload. Milliseconds. */
export async function arrivals(): Promise<
  readonly { readonly what: string; readonly took: number; readonly bar: number }[]
> {
  if (!buildSite()) throw new Error('the site could not be built')
  const { server, port } = await serveSite({ host: 'localhost', port: 0 })
  const site = `http://localhost:${port}/`
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const plain = await arrival(browser, site)
    const others = []
    for (const [what, hash] of Object.entries(ADDRESSES)) {
      const { arrived, reloaded } = await arrival(browser, site + hash)
      others.push({ what: `the first answer by the address of ${what}`, took: arrived, bar: plain.arrived * MOST })
      others.push({ what: `a reload there`, took: reloaded, bar: plain.arrived * MOST })
    }
    return [
      { what: 'the first answer, without an address', took: plain.arrived, bar: 1000 },
      { what: 'a reload there', took: plain.reloaded, bar: plain.arrived * MOST },
      ...others,
    ]
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}

async function arrival(browser: Browser, address: string): Promise<{ arrived: number; reloaded: number }> {
  const arrived: number[] = []
  const reloaded: number[] = []
  for (let i = 0; i < ARRIVALS; i++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(address)
    arrived.push(await firstAnswer(page))
    await page.waitForLoadState('networkidle')
    await page.reload()
    reloaded.push(await firstAnswer(page))
    await context.close()
  }
  return { arrived: median(arrived), reloaded: median(reloaded) }
}

/** When the first answer was on screen. Milliseconds since the page was asked for. */
async function firstAnswer(page: Page): Promise<number> {
  const mark = await page.waitForFunction(() => performance.getEntriesByName('first-answer', 'mark')[0]?.startTime)
  return (await mark.jsonValue()) ?? 0
}
