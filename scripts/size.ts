import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { buildSite, dist } from './build.mjs'
import { chromiumArguments, findChromium } from './chromium.ts'
import { serveSite } from './serve.mjs'

/** Gzip bytes of JavaScript that a visitor may have to wait for before the first answer is on screen. */
const bar = 150 * 1024

/** The mark that the playground sets (`performance.mark`) once the first answer is on screen. */
const mark = 'first-answer'

interface Row {
  readonly name: string
  readonly bytes: number
  readonly gzip: number
}

function row(name: string, content: string | Buffer): Row {
  return { name, bytes: Buffer.byteLength(content), gzip: gzipSync(content, { level: 9 }).length }
}

/**
 * Opens the built site in a real browser and sums up the scripts that were asked for before the mark. The server is the
 * one that counts: it hears of every request, those of workers and preloads included.
 */
async function measure(): Promise<readonly Row[]> {
  const asked: { readonly path: string; readonly at: number }[] = []
  const { server, port } = await serveSite({
    host: 'localhost',
    port: 0,
    onRequest: (request) => asked.push({ path: request.url ?? '', at: performance.timeOrigin + performance.now() }),
  })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
    await page
      .waitForFunction((name) => performance.getEntriesByName(name, 'mark').length > 0, mark, { timeout: 30_000 })
      .catch(() => {
        throw new Error(`after 30 s the page had not set the mark '${mark}': no answer came on screen`)
      })
    const { answeredAt, inline } = await page.evaluate(
      (name) => ({
        answeredAt: performance.timeOrigin + (performance.getEntriesByName(name, 'mark')[0]?.startTime ?? 0),
        inline: [...document.scripts].filter(({ src }) => src === '').map(({ text }) => text),
      }),
      mark,
    )
    const paths = asked
      .filter(({ at }) => at <= answeredAt)
      .map(({ path }) => new URL(path, 'http://localhost').pathname)
    const scripts = [...new Set(paths)].filter((path) => /\.m?js$/.test(path))
    if (scripts.length === 0) throw new Error('the page asked for no script at all')
    return [
      ...scripts.map((path) => row(path, readFileSync(join(dist, path)))),
      ...inline.map((text) => row('in index.html', text)),
    ]
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(8)} KB`
}

if (!buildSite()) throw new Error('the site could not be built')
const rows = [...(await measure())].sort((a, b) => b.gzip - a.gzip)
const total = rows.reduce((sum, { gzip }) => sum + gzip, 0)
console.log('JavaScript before the first answer:\n')
console.log(`${'gzip'.padStart(11)} ${'plain'.padStart(11)}`)
for (const { name, bytes, gzip } of rows) console.log(`${kilobytes(gzip)} ${kilobytes(bytes)}  ${name}`)
console.log(`\n${kilobytes(total)} of ${kilobytes(bar).trim()} allowed`)
if (total > bar) {
  console.error(`Over the bar by ${kilobytes(total - bar).trim()}.`)
  process.exitCode = 1
}
