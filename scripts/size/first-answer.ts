import type { IncomingMessage } from 'node:http'
import type { Browser } from '@playwright/test'
import { fileRow, type Row, rowOf } from './bytes.ts'

/** The mark that the playground sets (`performance.mark`) once the first answer is on screen. */
const mark = 'first-answer'

/** Requests to the server, with when they came, in ms since the epoch. */
export interface RequestedFile {
  readonly path: string
  readonly at: number
}

export function askedNow({ url = '' }: IncomingMessage): RequestedFile {
  return { path: url, at: performance.timeOrigin + performance.now() }
}

/**
 * Opens the playground in a real browser and gives the scripts that were asked for before the mark: the first answer is on
 * screen then, with its flowchart. The server is the one
 * that counts: it hears of every request, those of workers and preloads included.
 */
export async function measureFirstAnswer(
  browser: Browser,
  site: string,
  asked: readonly RequestedFile[],
): Promise<readonly Row[]> {
  const page = await browser.newPage()
  await page.goto(`${site}/`)
  await page
    .waitForFunction((name) => performance.getEntriesByName(name, 'mark').length > 0, mark, { timeout: 30_000 })
    .catch(() => {
      throw new Error(`after 30 s the page had not set the mark '${mark}': no answer came on screen`)
    })
  const { answeredAt, nodes, inline } = await page.evaluate(
    (name) => ({
      answeredAt: performance.timeOrigin + (performance.getEntriesByName(name, 'mark')[0]?.startTime ?? 0),
      nodes: document.querySelectorAll('.authz-chart [data-node]').length,
      inline: [...document.scripts].filter(({ src }) => src === '').map(({ text }) => text),
    }),
    mark,
  )
  await page.close()
  if (nodes === 0) throw new Error('the first answer came without its flowchart')
  const paths = asked.filter(({ at }) => at <= answeredAt).map(({ path }) => new URL(path, site).pathname)
  const scripts = [...new Set(paths)].filter((path) => /\.m?js$/.test(path))
  if (scripts.length === 0) throw new Error('the page asked for no script at all')
  return [...scripts.map(fileRow), ...inline.map((text) => rowOf('in index.html', text))]
}
