import { relative } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { dist } from '../../scripts/build.mjs'
import { filesUnder } from '../../scripts/files.mjs'

/** The requests and problems of the site in a browser context; they grow while the pages run. */
export interface SiteWatch {
  /** The address of every request, workers' included, in the order they were made. */
  readonly requests: readonly string[]
  /**
   * What the site must never do: a request to another host, a request for a missing file, a logged error, an exception.
   */
  readonly problems: readonly string[]
}

/** Waits until nothing more arrives: what the page loads in idle moments is there. */
export async function allArrived({ requests }: SiteWatch): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const same = requests.length === before
        before = requests.length
        return same
      },
      { intervals: [2000] },
    )
    .toBe(true)
}

/** Paths of the built site's files, as a browser asks for them: `/`, `/index.html`, `/assets/….js`. */
export function siteFiles(): ReadonlySet<string> {
  return new Set(['/', ...filesUnder(dist).map((path) => `/${relative(dist, path).replaceAll('\\', '/')}`)])
}

/**
 * Watches all pages and workers of a context, from now on.
 * @param origin of the site, e.g. `http://localhost:4173`
 * @param files the paths that the site may ask for
 */
export function watchSite(context: BrowserContext, origin: string, files: ReadonlySet<string>): SiteWatch {
  const requests: string[] = []
  const problems: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    // Neither leaves the browser.
    if (url.protocol === 'data:' || url.protocol === 'blob:') return
    requests.push(url.href)
    if (url.origin !== origin) problems.push(`asked another host: ${request.method()} ${url.href}`)
    else if (request.method() !== 'GET' || !files.has(url.pathname)) {
      problems.push(`requested a file that the site does not have: ${request.method()} ${url.pathname}`)
    }
  })
  const watchSockets = (page: Page) => {
    page.on('websocket', (socket) => problems.push(`opened a socket: ${socket.url()}`))
  }
  context.pages().forEach(watchSockets)
  context.on('page', watchSockets)
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`logged an error: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (event) => {
    problems.push(`threw: ${event.error().stack ?? event.error().message}`)
  })
  return { requests, problems }
}
