import { createServer } from 'node:http'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'

export { expect }

/** A server of another site, whose pages embed. */
export interface Host {
  readonly origin: string
  /** Serves a page, and returns its address. */
  page(html: string, headers?: Readonly<Record<string, string>>): string
}

interface Fixtures {
  /** The origin of the built site. */
  readonly site: string
  readonly host: Host
  /** A third site. */
  readonly stranger: Host
  /** Errors of any page, and requests to other servers than these. */
  readonly problems: string[]
}

/** Tests of pages that embed: on another origin than the site, watched for errors and for requests elsewhere. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  site: async ({}, use) => {
    const { SITE_URL } = process.env
    if (SITE_URL === undefined) throw new Error('SITE_URL is not set; run this through playwright.config.ts')
    await use(new URL(SITE_URL).origin)
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  host: async ({}, use) => serving(use),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  stranger: async ({}, use) => serving(use),
  problems: [
    async ({ context, site, host, stranger }, use) => {
      const problems: string[] = []
      watch(context, [site, host.origin, stranger.origin], problems)
      await use(problems)
      expect(problems, 'what pages that embed must never see').toEqual([])
    },
    { auto: true },
  ],
})

async function serving(use: (host: Host) => Promise<void>): Promise<void> {
  const pages = new Map<string, { readonly html: string; readonly headers: Readonly<Record<string, string>> }>()
  const server = createServer(({ url = '' }, response) => {
    const page = pages.get(url)
    if (page === undefined) response.writeHead(url === '/favicon.ico' ? 204 : 404).end()
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const origin = `http://127.0.0.1:${address.port}`
  await use({
    origin,
    page: (html, headers = {}) => {
      const path = `/${pages.size}.html`
      pages.set(path, { html: `<!doctype html><html lang="en"><title>A page of docs</title>${html}`, headers })
      return origin + path
    },
  })
  server.close()
  server.closeAllConnections()
}

function watch(context: BrowserContext, origins: readonly string[], problems: string[]): void {
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !origins.includes(origin)) problems.push(`asked ${request.url()}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`logged ${message.text()}`)
  })
  context.on('weberror', (event) => {
    problems.push(`threw ${event.error().stack ?? event.error().message}`)
  })
}

/** The module of the element, as a page loads it. */
export function elementScript(site: string): string {
  return `<script type="module" src="${site}/embed/authz-playground.js"></script>`
}

/** The parts of an element. Locators find elements in its shadow root. */
export function figureOf(page: Pick<Page, 'locator'>): {
  readonly element: Locator
  readonly answer: Locator
  readonly checks: Locator
  readonly slider: Locator
  readonly play: Locator
  readonly failure: Locator
} {
  const element = page.locator('authz-playground').first()
  return {
    element,
    answer: element.getByRole('group', { name: 'Answer' }),
    checks: element.getByRole('group', { name: 'Checks' }).getByRole('button'),
    slider: element.getByRole('slider', { name: 'Step of the request' }),
    play: element.getByRole('button', { name: /^(Play|Pause)$/ }),
    failure: element.getByRole('note'),
  }
}
