import { needsConditions, type Scenario } from '@authz-playground/engine'
import { linkHash } from '@authz-playground/engine/documents'
import { chunksFor } from '@authz-playground/engine/internal/decide'
import { aboutDesign } from '@authz-playground/engine/internal/designs'
import { EXAMPLES } from '@authz-playground/examples'
import type { Browser, BrowserContext } from '@playwright/test'
import { fileRow, type Row, total } from './bytes.ts'

/**
 * What an element has to load for: `docs` is raw HTTP and a policy, as most documentation shows it; `conditions` bring a
 * language; `other` is all the rest.
 */
export type EmbedKind = 'docs' | 'conditions' | 'other'

/** An example of the gallery in an element on a page, and the scripts that were loaded for it. */
export interface EmbedSize {
  readonly id: string
  readonly of: EmbedKind
  readonly rows: readonly Row[]
  readonly gzip: number
}

/**
 * Commands that load kubectl; beside it, the one changes fields and the other writes a role. Parameters in CEL and a command
 * at once load nearly everything there is, and are not measured: no example has both.
 */
const PATCH = 'kubectl -n prod patch pod web --type=merge -p \'{"spec":{}}\''
const GET = 'kubectl -n prod get pods --as jane'
const CREATE_ROLE = 'kubectl -n prod create role reader --verb=get --resource=pods --as jane'

/**
 * Shows examples of the gallery in an element, one of each kind, on a page of another origin that loads nothing else.
 * Then those that load most, with commands in place of their requests.
 */
export async function measureEmbeds(browser: Browser, site: string): Promise<readonly EmbedSize[]> {
  const kinds = new Map(EXAMPLES.map((example) => [kindOf(example.scenario), example]))
  const context = await browser.newContext()
  const sizes: EmbedSize[] = []
  async function measure(id: string, of: EmbedKind, link: string): Promise<void> {
    const rows = await scriptsFor(context, site, link)
    sizes.push({ id, of, rows, gzip: total(rows) })
  }
  async function measureCommand(example: (typeof EXAMPLES)[number], text: string): Promise<void> {
    const scenario: Scenario = { ...example.scenario, request: { form: 'kubectl', text } }
    const document = { title: '', explanation: '', scenario, expect: [] }
    await measure(`${example.id} with ${text}, of a link`, kindOfEmbed(scenario), linkHash({ document }))
  }
  for (const { id, scenario } of kinds.values()) {
    await measure(id, kindOfEmbed(scenario), `#example/${id}`)
  }
  const size = (id: string): number => sizes.find((one) => one.id === id)?.gzip ?? 0
  const largest = (some: (scenario: Scenario) => boolean) =>
    [...kinds.values()].filter(({ scenario }) => some(scenario)).reduce((a, b) => (size(b.id) > size(a.id) ? b : a))
  await measureCommand(
    largest((scenario) => !needsConditions(scenario)),
    CREATE_ROLE,
  )
  await measureCommand(
    largest((scenario) => !needsConditions(scenario) && readsChanges(scenario)),
    PATCH,
  )
  await measureCommand(
    largest((scenario) => needsConditions(scenario) && !readsChanges(scenario)),
    GET,
  )
  await context.close()
  return sizes.sort((a, b) => b.gzip - a.gzip)
}

function kindOfEmbed(scenario: Scenario): EmbedKind {
  if (needsConditions(scenario)) return 'conditions'
  return chunksFor(scenario).size === 0 ? 'docs' : 'other'
}

function readsChanges({ design }: Scenario): boolean {
  return aboutDesign(design)?.readsChanges === true
}

/** Scenarios of one kind load the same: by design and chunks. */
function kindOf(scenario: Scenario): string {
  return JSON.stringify([scenario.design, [...chunksFor(scenario)]])
}

/** The first file that an element loads once its answer is shown and the page is idle: why the request was refused. */
const AFTER_THE_ANSWER = /\/refusal-/

async function scriptsFor(context: BrowserContext, site: string, link: string): Promise<readonly Row[]> {
  const page = await context.newPage()
  const asked = new Set<string>()
  let answered = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    answered ||= AFTER_THE_ANSWER.test(pathname)
    if (/\.m?js$/.test(pathname) && !answered) asked.add(pathname)
  })
  await page.setContent(
    `<authz-playground link="${link}"></authz-playground><script type="module" src="${site}/embed/authz-playground.js"></script>`,
  )
  await page.getByRole('group', { name: 'Answer' }).waitFor({ timeout: 30_000 })
  await page.getByRole('img', { name: /^Flowchart/ }).waitFor({ timeout: 30_000 })
  await page.close()
  return [...asked].map(fileRow)
}
