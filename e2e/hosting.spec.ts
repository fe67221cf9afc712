import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { linkHash } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { test as base, expect, type Page } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { root } from '../scripts/files.mjs'
import { contentSecurityPolicy, headersOf, siteHeaders } from '../scripts/site-headers.mjs'
import { rememberAudience } from './support/audience.ts'
import { openComparison } from './support/comparison.ts'
import { servePlainly } from './support/plain-server.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { siteFiles } from './support/test.ts'
import { watchSite } from './support/watch.ts'

/** docs/hosting.md, which tests compare with the site. */
const page = readFileSync(join(root, 'docs', 'hosting.md'), 'utf8')

const UNDER = '/some/where/deep/'
const OTHER = EXAMPLES.find(({ id }) => id === 'docs-user-delete') ?? FIRST

declare global {
  interface Window {
    /** The requests and scripts that the policy of the page refused, in order. */
    refused?: string[]
  }
}

/** Records what the policy refuses, which the browser otherwise shows only in the console. */
function listen(): void {
  const refused: string[] = []
  window.refused = refused
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    refused.push(`${effectiveDirective} ${blockedURI}`),
  )
}

/** The site on a plain server: below a path, with only the policy in the pages, or with the documented headers. */
const test = base.extend<{ readonly bare: string; readonly withHeaders: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  bare: async ({}, use) => {
    const { address, close } = await servePlainly(dist, { under: UNDER })
    await use(address)
    close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  withHeaders: async ({}, use) => {
    const headers = (path: string) => headersOf(`/${path}`)
    const { address, close } = await servePlainly(dist, { under: UNDER, headers })
    await use(address)
    close()
  },
})

async function arrive(page: Page, address: string): Promise<PlaygroundPage> {
  await rememberAudience(page.context(), 'designs')
  await page.addInitScript(listen)
  await page.goto(address)
  const playground = playgroundOn(page)
  await expect(playground.sentence).toBeVisible()
  return playground
}

/** Opens everything that loads late: editors, the chart, dialogs, designs with conditions, links. */
async function useAll(playground: PlaygroundPage): Promise<void> {
  const { page, sentence, player } = playground
  await playground.openExample(OTHER.id)
  await expect(sentence).toHaveText(/^ ?403: /)
  await playground.openExample(FIRST.id)
  await expect(playground.node(/^receive request/i)).toBeVisible()
  await playground.writePolicy(`${FIRST.scenario.policy}# a comment\n`)
  await page.keyboard.press('ControlOrMeta+Home')
  await playground.policy.getByText('"impersonate:user-info"').first().hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
  await player.getByRole('button', { name: 'Restart' }).click()
  await player.getByRole('button', { name: 'Play' }).click()
  await expect(playground.step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)

  const dialog = await openComparison(playground, 'Side by side')
  await expect(dialog.locator('figure svg:has(g.node)')).toHaveCount(2)
  await dialog.getByRole('tab', { name: 'Every design' }).click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share', exact: true })
  const link = await playground.copiedBy(() => share.getByRole('button', { name: 'Copy link' }).click())
  await page.keyboard.press('Escape')
  expect(link).toContain(`${UNDER}#z1/`)
  await playground.writePolicy('')
  await expect(sentence).toHaveText(/^ ?403: /)
  await page.goto(link)
  await expect(sentence).toHaveText(/^ ?200: /)
}

// The policy of the pages holds besides that of the headers, so what both let through each of them does.
test('all of it works below a path, on any static host, with the headers of docs/hosting.md', async ({
  page,
  withHeaders,
}) => {
  const { origin } = new URL(withHeaders)
  const files = new Set([...siteFiles()].map((path) => UNDER + path.slice(1)))
  const site = watchSite(page.context(), origin, files)
  await useAll(await arrive(page, withHeaders))
  expect(await page.evaluate(() => window.refused)).toEqual([])
  expect(site.problems).toEqual([])
})

for (const [what, rest, answer] of [
  ['the folder', '', /^ ?200: /],
  ['the file', 'index.html', /^ ?200: /],
  ['an example', `#example/${OTHER.id}`, /^ ?403: /],
  [
    'a link',
    linkHash({
      document: { title: 'Mine', explanation: '', expect: [], scenario: { ...FIRST.scenario, policy: '# nothing\n' } },
    }),
    /^ ?403: /,
  ],
] as const) {
  test(`${what} can be opened below a path`, async ({ page, bare }) => {
    const { sentence } = await arrive(page, bare + rest)
    await expect(sentence).toHaveText(answer)
    expect(await page.evaluate(() => window.refused)).toEqual([])
  })
}

test('a page that is opened as a file says what to do', async ({ page }) => {
  await page.goto(pathToFileURL(`${dist}/index.html`).href)
  await expect(page.getByText(/A file on your own machine is opened through a server there/)).toBeVisible()
})

test('the policy of the page refuses code made from text, code in the page, and whatever would reach others', async ({
  page,
  bare,
}) => {
  await arrive(page, bare)
  const outcomes = await page.evaluate(async () => {
    const elsewhere = 'http://elsewhere.test/'
    const add = (html: string) => {
      const holder = document.createElement('div')
      holder.innerHTML = html
      document.body.append(holder)
    }
    const script = document.createElement('script')
    script.textContent = 'globalThis.ran = true'
    document.body.append(script)
    add('<img src="data:," onerror="globalThis.ran = true">')
    add(`<a href="javascript:globalThis.ran = true" id="code">x</a>`)
    document.querySelector<HTMLElement>('#code')?.click()
    add(`<img src="${elsewhere}">`)
    add(`<iframe src="${elsewhere}"></iframe><object data="${elsewhere}"></object>`)
    add(`<form action="${elsewhere}"><button id="send">x</button></form>`)
    document.querySelector<HTMLElement>('#send')?.click()
    const stylesheet = document.createElement('link')
    Object.assign(stylesheet, { rel: 'stylesheet', href: elsewhere })
    document.head.append(stylesheet)
    const base = document.createElement('base')
    base.href = elsewhere
    document.head.append(base)
    // Later, since what a debugger calls may do more than the page’s own code.
    const outcome = (act: () => unknown) =>
      new Promise((resolve) => setTimeout(resolve)).then(act).then(
        () => 'went through',
        ({ name }) => name,
      )
    const made = {
      // biome-ignore lint/security/noGlobalEval: that it does not work is what this test is about
      eval: await outcome(() => globalThis.eval('1')),
      function: await outcome(() => new Function('return 1')()),
      fetch: await outcome(() => fetch(elsewhere, { mode: 'no-cors' })),
      beacon: await outcome(() => navigator.sendBeacon(elsewhere)),
      worker: await new Promise((resolve) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
        worker.onmessage = () => resolve('went through')
        worker.onerror = () => resolve('refused')
      }),
      base: document.baseURI === location.href,
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { ...made, ran: 'ran' in globalThis, refused: [...new Set(window.refused)].sort() }
  })
  expect(outcomes).toMatchObject({ eval: 'EvalError', function: 'EvalError', fetch: 'TypeError', worker: 'refused' })
  expect(outcomes).toMatchObject({ base: true, ran: false })
  const directives = new Set(outcomes.refused.map((line) => line.split(' ')[0]))
  expect([...directives]).toEqual([
    'base-uri',
    'connect-src',
    'form-action',
    'frame-src',
    'img-src',
    'object-src',
    'script-src',
    'script-src-attr',
    'script-src-elem',
    'style-src-elem',
    'worker-src',
  ])
})

test('only a page of its own origin may frame the site, where the headers are set', async ({ page, withHeaders }) => {
  const elsewhere = withHeaders.replace('127.0.0.1', 'localhost')
  await page.route('**/host.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${withHeaders}" title="playground"></iframe>` }),
  )
  await page.goto(`${elsewhere}host.html`)
  await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/)
  await page.goto(`${withHeaders}host.html`)
  await expect(page.frameLocator('iframe').getByText('Authorization playground').first()).toBeVisible()
})

base.describe('docs/hosting.md', () => {
  const [policy = '', rules = ''] = blocks('text')

  base('says the policy of the page, which makes an exception for styles alone', () => {
    expect(policy.trimEnd().replaceAll('\n', '; ')).toBe(contentSecurityPolicy)
    expect(contentSecurityPolicy).not.toContain('unsafe-eval')
    expect(contentSecurityPolicy.split('; ').filter((directive) => directive.includes('unsafe-'))).toEqual([
      "style-src 'self' 'unsafe-inline'",
    ])
  })

  base('says the headers that this site is served with, for every server that it names', async ({ request }) => {
    expect(headerRules(rules)).toEqual(siteHeaders)
    for (const [pattern, headers] of Object.entries(siteHeaders)) {
      // The site has no courses. Whoever serves it puts them beside it: scripts/cli/package.test.ts checks their headers.
      if (pattern === '/courses/*') continue
      const path = [...siteFiles()].find((file) => file.startsWith(pattern.replace('*', '')))
      if (path === undefined) throw new Error(`The site has no file for ${pattern}`)
      const sent = (await request.get(new URL(path, process.env.SITE_URL).href)).headers()
      for (const [name, value] of Object.entries(headers)) expect(sent[name.toLowerCase()]).toBe(value)
    }
    for (const server of ['nginx', 'caddy']) {
      const [example = ''] = blocks(server)
      const wanted = [
        siteHeaders['/*'],
        siteHeaders['/'],
        { 'Cache-Control': siteHeaders['/assets/*']?.['Cache-Control'] },
      ]
      for (const [name, value = ''] of wanted.flatMap((headers) => Object.entries(headers ?? {}))) {
        expect(example, `${server}: ${name}`).toContain(name)
        expect(example, `${server}: ${name}`).toContain(value)
      }
    }
  })

  base('may call names of files in assets theirs alone: each has a hash of its content', () => {
    const assets = [...siteFiles()].filter((path) => path.startsWith('/assets/'))
    expect(assets.filter((path) => !/-[\w-]{8}\.\w+(\.map)?$/.test(path))).toEqual([])
    expect(assets.length).toBeGreaterThan(10)
  })
})

/** The code blocks of a language, in their order. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}

/** Headers by the pattern of a path, as a file `_headers` has them. */
function headerRules(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const rules = text.split(/^(?=\/)/m).map((rule) => {
    const [pattern = '', ...lines] = rule.trimEnd().split('\n')
    const headers = lines.map((line) => /^ {2}([\w-]+): (.+)$/.exec(line)?.slice(1) ?? [line, ''])
    return [pattern, Object.fromEntries(headers)] as const
  })
  return Object.fromEntries(rules)
}
