import {
  aboutDesign,
  kubectlFamily,
  needsConditions,
  needsRoleWriter,
  type Scenario,
  sentRequests,
} from '@authz-playground/engine'
import { linkHash, writeScenarioDocument } from '@authz-playground/engine/scenario-file'
import { EXAMPLES } from '@authz-playground/examples'
import type { Browser, BrowserContext } from '@playwright/test'
import { fileRow, type Row, total } from './bytes.ts'

/**
 * What an element has to load for: `conditions` bring a language; a `command` that changes fields, in a design that looks
 * at those, brings kubectl and patches at once; `plain` is all the rest.
 */
export type EmbedKind = 'plain' | 'conditions' | 'roles' | 'command in a link' | 'command and fields'

/** An example of the gallery in an element on a page, and the scripts that were loaded for it. */
export interface EmbedSize {
  readonly id: string
  readonly of: EmbedKind
  readonly rows: readonly Row[]
  readonly gzip: number
}

/** Commands of each family, which are read by code of their own; those of the gallery read alone. */
const COMMANDS = [
  'kubectl -n prod get pods --as jane -l app=web',
  'kubectl -n prod describe pod web --as jane',
  'kubectl -n prod delete pod web --as jane',
  'kubectl -n prod scale deployment web --replicas=2 --as jane',
  'kubectl -n prod rollout restart deployment web --as jane',
  'kubectl -n prod create configmap web --from-literal=a=b --as jane',
  'kubectl auth can-i delete pods -n prod --as jane',
  'kubectl -n prod exec web --as jane -- date',
  'kubectl -n prod logs web -f --as jane',
]

/**
 * Shows examples of the gallery in an element, one of each kind, on a page of another origin that loads nothing else.
 * Then those that load most, with commands in place of their requests.
 */
export async function measureEmbeds(browser: Browser, site: string): Promise<readonly EmbedSize[]> {
  const kinds = new Map(EXAMPLES.map((example) => [kindOf(example.scenario), example]))
  const context = await browser.newContext()
  const sizes: EmbedSize[] = []
  async function measure(id: string, of: EmbedKind, link: string, inside = ''): Promise<void> {
    const rows = await scriptsFor(context, site, link, inside)
    sizes.push({ id, of, rows, gzip: total(rows) })
  }
  async function measureCommand(example: (typeof EXAMPLES)[number], of: EmbedKind, text: string): Promise<void> {
    const scenario: Scenario = { ...example.scenario, request: { form: 'kubectl', text } }
    const document = { title: '', explanation: '', scenario, expect: [] }
    const id = `${example.id} with ${text}`
    if (of === 'plain') await measure(id, of, '', writeScenarioDocument(document))
    else await measure(`${id}, of a link`, of, linkHash({ document }))
  }
  for (const { id, scenario } of kinds.values()) {
    await measure(id, kindOfEmbed(scenario), `#example/${id}`)
  }
  const size = (id: string): number => sizes.find((one) => one.id === id)?.gzip ?? 0
  const largest = (some: (scenario: Scenario) => boolean) =>
    [...kinds.values()].filter(({ scenario }) => some(scenario)).reduce((a, b) => (size(b.id) > size(a.id) ? b : a))
  const plain = largest((scenario) => kindOfEmbed(scenario) === 'plain' && !readsChanges(scenario))
  for (const text of COMMANDS) {
    await measureCommand(plain, 'plain', text)
    await measureCommand(plain, 'command in a link', text)
  }
  const fields = largest((scenario) => !needsConditions(scenario) && readsChanges(scenario))
  await measureCommand(fields, 'command and fields', 'kubectl -n prod patch pod web --type=merge -p \'{"spec":{}}\'')
  await context.close()
  return sizes.sort((a, b) => b.gzip - a.gzip)
}

function kindOfEmbed(scenario: Scenario): EmbedKind {
  if (needsConditions(scenario)) return 'conditions'
  return needsRoleWriter(scenario) ? 'roles' : 'plain'
}

function readsChanges({ design }: Scenario): boolean {
  return aboutDesign(design)?.readsChanges === true
}

/** Scenarios of one kind load the same: by design, what else is in the cluster, and which forms their requests have. */
function kindOf(scenario: Scenario): string {
  const { authorizationModes, defaultRoles } = scenario.cluster
  const forms = sentRequests(scenario).map(({ request: { form, text } }) => [form, kubectlFamily(text)])
  return JSON.stringify([scenario.design, authorizationModes, defaultRoles, forms, needsConditions(scenario)])
}

async function scriptsFor(
  context: BrowserContext,
  site: string,
  link: string,
  inside: string,
): Promise<readonly Row[]> {
  const page = await context.newPage()
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.m?js$/.test(pathname)) asked.add(pathname)
  })
  await page.setContent(
    `<authz-playground ${link === '' ? '' : `link="${link}"`}>${inside === '' ? '' : `<script type="application/yaml">${inside}</script>`}</authz-playground><script type="module" src="${site}/embed/authz-playground.js"></script>`,
  )
  await page.getByRole('group', { name: 'Answer' }).waitFor({ timeout: 30_000 })
  await page.getByRole('img', { name: /^Flowchart/ }).waitFor({ timeout: 30_000 })
  await page.close()
  return [...asked].map(fileRow)
}
