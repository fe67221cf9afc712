import {
  CLUSTER_PARTS,
  decider,
  kubectlFamily,
  needsConditions,
  readRequest,
  type Scenario,
  sentRequests,
} from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/conditions'
import { EXAMPLES } from '@authz-playground/examples'
import { variantOf } from '@authz-playground/pictures'
import type { Browser, BrowserContext } from '@playwright/test'
import { fileRow, type Row, total } from './bytes.ts'

/** An example of the gallery in an element on a page, and the scripts that were loaded for it. */
export interface EmbedSize {
  readonly id: string
  /** The scenario rests on conditions, whose language is large. */
  readonly conditions: boolean
  readonly rows: readonly Row[]
  readonly gzip: number
}

/** Shows examples of the gallery in an element, one of each kind, on a page of another origin that loads nothing else. */
export async function measureEmbeds(browser: Browser, site: string): Promise<readonly EmbedSize[]> {
  const kinds = new Map(EXAMPLES.map(({ id, scenario }) => [kindOf(scenario), { id, scenario }]))
  const context = await browser.newContext()
  const sizes: EmbedSize[] = []
  for (const { id, scenario } of kinds.values()) {
    const rows = await scriptsFor(context, site, id)
    sizes.push({ id, conditions: needsConditions(scenario), rows, gzip: total(rows) })
  }
  await context.close()
  return sizes.sort((a, b) => b.gzip - a.gzip)
}

const decide = decider(readRequest)

/**
 * Scenarios of one kind load the same: by design, what else is in the cluster, which forms their requests have, and
 * whether their chart has nodes that are drawn for few.
 */
function kindOf(scenario: Scenario): string {
  const { authorizationModes, defaultRoles } = scenario.cluster
  const forms = sentRequests(scenario).map(({ request: { form, text } }) => [form, kubectlFamily(text)])
  const { trace, design } = decide(scenario, { parts: { ...CLUSTER_PARTS, conditions: CEL } })
  const rare = variantOf(design.graph, trace?.steps ?? []) !== ''
  return JSON.stringify([design.id, authorizationModes, defaultRoles, forms, needsConditions(scenario), rare])
}

async function scriptsFor(context: BrowserContext, site: string, id: string): Promise<readonly Row[]> {
  const page = await context.newPage()
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.m?js$/.test(pathname)) asked.add(pathname)
  })
  await page.setContent(
    `<authz-playground link="#example/${id}"></authz-playground><script type="module" src="${site}/embed/authz-playground.js"></script>`,
  )
  await page.getByRole('group', { name: 'Answer' }).waitFor({ timeout: 30_000 })
  await page.getByRole('img', { name: /^Flowchart/ }).waitFor({ timeout: 30_000 })
  await page.close()
  return [...asked].map(fileRow)
}
