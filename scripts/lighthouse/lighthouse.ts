import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { median } from '../bench/median.ts'
import { buildSite } from '../build.mjs'
import { chromiumArguments, findChromium } from '../chromium.ts'
import { serveSite } from '../serve.mjs'

/** Fetched when it is asked for: it brings 200 packages, which nobody else should wait for. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

/** A run is a sample; the one in the middle of so many is compared with the bars. Odd. */
const RUNS = 5

/** The most layout shift, a fifth of what counts as good. */
const MOST_SHIFT = 0.02

const FORMS = [
  { name: 'desktop', flags: ['--preset=desktop'], performance: 98 },
  { name: 'mobile', flags: [], performance: 90 },
] as const

/** The part of Lighthouse's report that is read here. Scores are 0 to 1; `numericValue` is in ms, or layout shift. */
interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>
}

const METRICS = [
  ['first paint', 'first-contentful-paint'],
  ['largest paint', 'largest-contentful-paint'],
  ['blocked', 'total-blocking-time'],
  ['speed index', 'speed-index'],
] as const
const SHIFT = 'cumulative-layout-shift'

async function audit(url: string, flags: readonly string[]): Promise<Report> {
  const chromium = findChromium()
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', '--output-path=stdout', ...flags],
      `--chrome-flags=--headless=new ${chromiumArguments.join(' ')}`,
    ],
    {
      maxBuffer: 64 * 1024 * 1024,
      // Where no project decides which version `npx` takes.
      cwd: tmpdir(),
      env: { ...process.env, ...(chromium !== undefined && { CHROME_PATH: chromium }) },
    },
  )
  return JSON.parse(stdout)
}

const percent = (score: number | null | undefined): number => Math.round((score ?? 0) * 100)

/** The audits of a category that cost points in any run. */
function unmet(reports: readonly Report[], category: string): readonly string[] {
  const names = reports.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return [...new Set(names)]
}

function failed(what: string): void {
  console.error(`  Below the bar: ${what}`)
  process.exitCode = 1
}

if (!buildSite()) throw new Error('the site could not be built')
const { server, port } = await serveSite({ host: 'localhost', port: 0 })
try {
  for (const { name, flags, performance } of FORMS) {
    const reports: Report[] = []
    // One after the other: two at once would slow each other down.
    while (reports.length < RUNS) reports.push(await audit(`http://localhost:${port}/`, flags))
    const scores = (category: string) => reports.map((report) => percent(report.categories[category]?.score))
    const values = (of: string) => reports.map((report) => report.audits[of]?.numericValue ?? Number.NaN)
    console.log(`\n${name}, median of ${RUNS} (all of them)`)
    for (const category of Object.keys(reports[0]?.categories ?? {})) {
      const bar = category === 'performance' ? performance : 100
      const all = scores(category)
      console.log(`  ${String(median(all)).padStart(3)}  ${category} (${all.join(', ')}), at least ${bar}`)
      if (median(all) < bar) failed(`${category}: ${unmet(reports, category).join(', ')}`)
    }
    for (const [words, id] of METRICS) console.log(`  ${Math.round(median(values(id)))} ms ${words}`)
    const shift = median(values(SHIFT))
    console.log(`  ${shift.toFixed(4)} layout shift, less than ${MOST_SHIFT}`)
    if (!(shift < MOST_SHIFT)) failed('layout shift')
  }
} finally {
  server.close()
  server.closeAllConnections()
}
