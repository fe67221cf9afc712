import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../scripts/files.mjs'
import { expectAccessible } from './support/axe.ts'
import { elementScript, expect, figureOf, test } from './support/host.ts'
import { overlap } from './support/looks.ts'

/** A page around the element in which axe finds no fault. */
const element = (attributes: string, inside = '') =>
  `<main><h1>Docs</h1><authz-playground ${attributes}>${inside}</authz-playground></main>`

const EXAMPLE = 'link="#example/docs-user-list"'

/** The HTML of the documents, with another address of the playground. */
const SNIPPETS = ['README.md', 'docs/embedding.md'].flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```html\n(.*?)^```$/gms)].map(([, html = ''], index) => ({
    name: `${page}, snippet ${index + 1}`,
    snippet: html,
  })),
)

const boxesOf = async (all: Locator) => Promise.all((await all.all()).map((one) => one.boundingBox()))

test.describe('what the documents say', () => {
  for (const { name, snippet } of SNIPPETS) {
    test(`${name} works as written, under a strict policy where it has no style or script of its own`, async ({
      page,
      site,
      host,
    }) => {
      const html = snippet.replaceAll('https://playground.example', site)
      const strict = `default-src 'none'; script-src ${site}; connect-src ${site}; frame-src ${site}`
      const own = /<style|<script>|style="/.test(html)
      await page.goto(host.page(html, own ? {} : { 'Content-Security-Policy': strict }))
      const frame = page.locator('iframe')
      const within = (await frame.count()) > 0 ? page.frameLocator('iframe') : page
      for (const one of await within.locator('authz-playground').all()) {
        await one.scrollIntoViewIfNeeded()
        await expect(
          one
            .getByRole('group', { name: 'Flowchart' })
            .or(one.getByRole('group', { name: /^Flowchart/ }))
            // A comparison has tables.
            .or(one.getByRole('table'))
            .first(),
        ).toBeVisible()
      }
      await expect(within.getByRole('group', { name: 'Answer' }).first()).toContainText(/[24]0[03]/)
    })
  }
})

test.describe('an element on a page of docs', () => {
  test('shows what the page says until it is seen, and twenty of them work', async ({ page, site, host }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const ids = ['docs-user-list', 'denied-identity', 'four-groups', 'default-view', 'alternative-boundary']
    const many = Array.from(
      { length: 20 },
      (_, at) =>
        `<p style="height: 60vh">Prose</p>${element(`link="#example/${ids[at % ids.length]}"`, '<p>before</p>')}`,
    )
    await page.goto(host.page(`<p style="height: 150vh">Prose</p>${many.join('')}${elementScript(site)}`))
    await page.waitForFunction(() => customElements.get('authz-playground') !== undefined)
    await expect(page.getByText('before').first()).toBeVisible()
    expect(asked.filter((path) => path.includes('/examples/'))).toEqual([])
    for (const one of await page.locator('authz-playground').all()) {
      await one.scrollIntoViewIfNeeded()
      await expect(one.getByRole('group', { name: 'Answer' })).toContainText(/[24]0[03]/)
      await expect(one.getByText('before')).toBeHidden()
    }
  })

  test('shows two designs, a claim and an intent, from attributes and from the link of the page', async ({
    page,
    site,
    host,
  }) => {
    await page.goto(
      host.page(
        `<main><h1>Docs</h1>
        <authz-playground id="pair" link="#example/docs-user-list" compare="constrained proposal"></authz-playground>
        <authz-playground id="claim" link="${site}/#compare/arguments/union-secrets"><p>before</p></authz-playground>
        <authz-playground id="intent" intent="list-pods-as-jane" design="legacy"></authz-playground>
        <authz-playground id="none" argument="&lt;img src=x onerror=alert(1)&gt;"></authz-playground></main>
        ${elementScript(site)}`,
      ),
    )
    const pair = page.locator('#pair')
    await expect(pair.getByRole('group', { name: 'Answer' }).first()).toContainText(
      /“Constrained impersonation, as released” answers 200 after 3 checks; “KEP-5284 as proposed” answers 403/,
    )
    await expect(pair.getByRole('img', { name: /^Flowchart: / })).toHaveCount(2)
    await expect(pair.getByRole('table', { name: 'Checks, in their order' }).getByRole('row')).toHaveCount(4)

    const claim = page.locator('#claim')
    await claim.scrollIntoViewIfNeeded()
    await expect(claim.getByRole('group', { name: 'Answer' })).toContainText(/Holds|Does not hold/)
    await expect(claim.getByText('before')).toBeHidden()
    await expect(claim.getByRole('table').first()).toContainText(/403|200/)
    const open = claim.getByRole('link', { name: 'Open in the playground' })
    await open.focus()
    await expect(open).toHaveAttribute('href', `${site}/#compare/arguments/union-secrets`)

    const intent = page.locator('#intent')
    await intent.scrollIntoViewIfNeeded()
    await expect(intent.getByRole('group', { name: 'Answer' })).toContainText(
      /Of 17 designs of impersonation, \d+ say it/,
    )
    await expect(intent.getByRole('row')).toHaveCount(18)
    await expect(intent.getByLabel('Rules of Legacy impersonation')).toContainText('impersonate')

    const none = page.locator('#none')
    await none.scrollIntoViewIfNeeded()
    await expect(none.getByRole('note')).toContainText('There is no argument “<img src=x onerror=alert(1)>”.')

    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('lets the wheel pass, wherever it is turned', async ({ page, site, host }) => {
    await page.goto(host.page(`${element(EXAMPLE)}<p style="height: 300vh">Prose</p>${elementScript(site)}`))
    const { answer, element: one } = figureOf(page)
    await expect(answer).toContainText('200')
    for (const name of [/^Flowchart/, 'Checks', 'Policy']) {
      const part = one.getByRole('group', { name }).first()
      await part.scrollIntoViewIfNeeded()
      await part.hover({ position: { x: 100, y: 20 } })
      const before = await page.evaluate(() => scrollY)
      await page.mouse.wheel(0, 200)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before + 200)
    }
  })

  test('is used by the keyboard alone, and says each step', async ({ page, site, host }) => {
    await page.goto(host.page(`<a href="#a">before</a>${element(EXAMPLE)}<a href="#b">after</a>${elementScript(site)}`))
    const { answer, slider, checks, element: one } = figureOf(page)
    await expect(answer).toContainText('200')
    const said = one.locator('[aria-live=polite]')
    // The page gets the keys until the focus is inside.
    await page.getByRole('link', { name: 'before' }).focus()
    await page.keyboard.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)
    await page.keyboard.press('Tab')
    await expect(one.getByRole('group', { name: /^Flowchart/ })).toBeFocused()
    await page.keyboard.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', /^Step 1 of /)
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', /^Step 2 of /)
    await expect(said).toContainText('Impersonate-User')
    await page.keyboard.press('Space')
    await expect(one.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.keyboard.press('Space')
    await expect(one.getByRole('button', { name: 'Play' })).toBeVisible()
    await checks.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(checks.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(checks.nth(1)).toHaveAttribute('aria-current', 'step')
    // The focus moves through the element and out of it.
    for (let presses = 0; presses < 40; presses++) {
      if (await page.getByRole('link', { name: 'after' }).evaluate((link) => link === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(page.getByRole('link', { name: 'after' })).toBeFocused()
  })

  test('lights node, rule and words of the request with a check; a click pins, Escape lets go', async ({
    page,
    site,
    host,
  }) => {
    await page.goto(host.page(element(EXAMPLE) + elementScript(site)))
    const { checks, element: one } = figureOf(page)
    const highlightedLines = one.getByRole('group', { name: 'Policy' }).locator('.line.highlighted')
    const highlightedNodes = one.locator('[data-node][data-highlighted]')
    await checks.nth(1).hover()
    await expect(highlightedNodes).toHaveCount(1)
    await expect(highlightedLines.filter({ hasText: 'impersonate:user-info' })).toHaveCount(1)
    await expect(one.getByRole('group', { name: 'Request' }).locator('code > .highlighted').first()).toBeVisible()
    await checks.nth(1).click()
    await page.mouse.move(0, 0)
    await expect(highlightedLines.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.move(0, 1)
    await expect(highlightedLines).toHaveCount(0)
    // And the other way round.
    await one
      .getByRole('group', { name: 'Policy' })
      .locator('.line')
      .filter({ hasText: 'impersonate:user-info"' })
      .first()
      .hover()
    await expect(checks.nth(1)).toHaveClass(/\bhighlighted\b/)
  })

  test('is accessible, in both themes and at 360 px', async ({ page, site, host }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const theme of ['light', 'dark']) {
      await page.goto(
        host.page(
          `<body style="margin: 0">${element(`${EXAMPLE} theme="${theme}" editable show="title answer chart checks request policy"`)}${elementScript(site)}`,
        ),
      )
      await expect(figureOf(page).answer).toContainText('200')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    }
  })

  for (const width of [360, 800]) {
    test(`opens on the whole way at ${width} px, quotes the rule and the binding it names, and stands apart`, async ({
      page,
      site,
      host,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      const [attributes, label] = [`${EXAMPLE} show="answer chart"`, /^Flowchart: /]
      const two = `<div>${element(attributes)}${element(attributes)}</div>`
      await page.goto(host.page(`<body style="margin: 0">${two}${elementScript(site)}`))
      const [first, second] = [page.locator('authz-playground').first(), page.locator('authz-playground').last()]
      await expect(first.getByRole('group', { name: 'Answer' })).toContainText('200')
      const answer = first.getByRole('group', { name: 'Answer' })
      await expect(answer.locator('figure').first()).toContainText(/^Line \d+/)
      await expect(answer.locator('figure code').first()).toContainText('verbs:')
      await expect(answer.locator('figure code').last()).toContainText(/kind: ClusterRoleBinding\n[\s\S]*subjects:/)
      const chart = first.getByRole('group', { name: label })
      await expect(first.locator('.stamp').last()).toBeVisible()
      const view = await chart.boundingBox()
      if (view === null) throw new Error('there is no chart')
      const drawn = await first.locator('svg.authz-chart').boundingBox()
      const whole = first.getByRole('button', { name: 'Whole chart' })
      for (const box of [
        drawn,
        ...(await boxesOf(first.locator('.stamp'))),
        ...(await boxesOf(first.locator('[data-node]'))),
      ]) {
        if (box === null) throw new Error('not drawn')
        expect(box.x).toBeGreaterThanOrEqual(view.x - 1)
        expect(box.y).toBeGreaterThanOrEqual(view.y - 1)
        expect(box.x + box.width).toBeLessThanOrEqual(view.x + view.width + 1)
        expect(box.y + box.height).toBeLessThanOrEqual(view.y + view.height + 1)
      }
      expect(overlap(view, await whole.boundingBox())).toBe(false)
      const nodes = await first.locator('[data-node]').count()
      await whole.click()
      await expect(whole).toHaveAttribute('aria-pressed', 'true')
      expect(await first.locator('[data-node]').count()).toBeGreaterThan(nodes)
      const [above, below] = [await first.boundingBox(), await second.boundingBox()]
      expect((below?.y ?? 0) - (above ? above.y + above.height : 0)).toBeGreaterThanOrEqual(16)
    })
  }

  test('prints as its picture: at its end, without controls', async ({ page, site, host }) => {
    await page.goto(host.page(element(`${EXAMPLE} theme="dark"`) + elementScript(site)))
    const { element: one, slider, play } = figureOf(page)
    await expect(slider).toBeVisible()
    await slider.press('Home')
    await expect(one.locator('.stamp')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(play).toBeHidden()
    await expect(one.locator('.stamp').filter({ hasText: 'Allowed' })).toBeVisible()
    await expect(one.locator('.figure')).toHaveCSS('color-scheme', 'light')
    await page.emulateMedia({ media: 'screen' })
    await expect(slider).toHaveAttribute('aria-valuetext', /^Step 1 of /)
  })

  test('shows what the page says where no script runs', async ({ browser, site, host }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(host.page(element(EXAMPLE, '<p>The static form.</p>') + elementScript(site)))
    await expect(page.getByText('The static form.')).toBeVisible()
    await context.close()
  })

  test('follows its attributes at any time', async ({ page, site, host }) => {
    await page.goto(host.page(element('link="#example/denied-action"') + elementScript(site)))
    const { answer, element: one, play } = figureOf(page)
    await expect(answer).toContainText('403')
    const set = (name: string, value: string) =>
      one.evaluate((node, [name, value]) => node.setAttribute(name as string, value as string), [name, value])
    await set('design', 'legacy')
    await expect(one.getByText('Legacy impersonation')).toBeVisible()
    await set('link', '#example/docs-user-list')
    await set('design', '')
    await expect(answer).toContainText('200')
    await page.route('**/action-alone.yaml', (route) =>
      route.fulfill({
        body: 'design: action-alone\ntitle: The action alone\nfrom: constrained\ndecide: {all: [A4]}\n',
      }),
    )
    await set('design-src', 'action-alone.yaml')
    await expect(one.getByText('The action alone').first()).toBeVisible()
    await expect(one.getByRole('group', { name: 'Design', exact: true })).toContainText('decide: {all: [A4]}')
    await set('design', 'legacy')
    await expect(figureOf(page).failure).toContainText('names design and design-src')
    await set('design', '')
    await expect(one.getByText('The action alone').first()).toBeVisible()
    await set('controls', 'none')
    await expect(play).toBeHidden()
    await set('show', 'checks')
    await expect(answer).toBeHidden()
    await one.evaluate((node) => node.removeAttribute('design-src'))
    await set('design', 'none-such')
    await expect(figureOf(page).failure).toContainText('Unknown design “none-such”.')
  })

  test('can be edited where that is allowed, and shows errors with line and column', async ({ page, site, host }) => {
    await page.goto(host.page(element(`${EXAMPLE} editable`) + elementScript(site)))
    const { answer, element: one, checks } = figureOf(page)
    await expect(answer).toContainText('200')
    const request = one.getByRole('textbox', { name: 'Request' })
    await request.fill('GET /api/v1/namespaces/default/pods HTTP/1.1\nImpersonate-User: nobody')
    await expect(answer).toContainText('403')
    const policy = one.getByRole('textbox', { name: 'Policy' })
    await policy.fill('apiVersion: rbac.authorization.k8s.io/v1\nkind: [ClusterRole')
    await expect(answer).toContainText('Not decided')
    await expect(answer).toContainText(/Line 2, column \d+/)
    await expect(answer).not.toContainText(/200|Allowed/)
    await expect(checks).toHaveCount(0)
    await policy.fill('')
    await expect(answer).toContainText('403')
  })

  test('shows the warnings and notes about its texts, folded', async ({ page, site, host }) => {
    await page.goto(host.page(element(`${EXAMPLE} editable`) + elementScript(site)))
    const { answer, element: one } = figureOf(page)
    await expect(answer).toContainText('200')
    await expect(answer).not.toContainText('warning')
    const policy = one.getByRole('textbox', { name: 'Policy' })
    await policy.fill('apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}')
    await answer.getByText('1 warning', { exact: true }).click()
    await expect(answer).toContainText('This policy has no roles and no bindings. Not read: 1 Deployment.')
    await expectAccessible(page)
  })
})

test.describe('a hostile page', () => {
  test('does not reach into an element by its style, or by changes of built-in objects', async ({
    page,
    site,
    host,
  }) => {
    const hostile = `<html dir="rtl"><style>
      * { all: unset !important; }
      authz-playground, authz-playground * { display: inline !important; color: red !important; font: 40px serif !important }
    </style><script>
      Array.prototype.toJSON = function () { return 'stolen' }
      Object.prototype.toJSON = function () { return 'stolen' }
      Object.defineProperty(Object.prototype, 'design', { value: 'stolen', writable: true, configurable: true })
      Array.prototype.last = function () { return this[this.length - 1] }
    </script>`
    await page.goto(host.page(`${hostile}${element(EXAMPLE)}${elementScript(site)}`))
    const { answer, element: one, checks, slider } = figureOf(page)
    await expect(answer).toContainText('200: service account default/my-controller may list pods')
    await expect(one).toHaveCSS('display', 'block')
    await expect(answer).toHaveCSS('direction', 'ltr')
    await expect(answer).not.toHaveCSS('color', 'rgb(255, 0, 0)')
    await checks.nth(2).click()
    await expect(slider).toHaveAttribute('aria-valuetext', /Check 3 of 3/)
  })

  test('gets nothing out of a frame by posting garbage, and commands only where it said hello', async ({
    page,
    site,
    host,
  }) => {
    await page.goto(
      host.page(`<iframe src="${site}/embed.html#example/docs-user-list" width="800" height="900" title="x"></iframe>`),
    )
    const frame = page.frameLocator('iframe')
    await expect(figureOf(frame).answer).toContainText('200')
    const heard = await page.evaluate(async () => {
      const heard: string[] = []
      addEventListener('message', ({ data }) => heard.push(data.type))
      const target = (document.querySelector('iframe') as HTMLIFrameElement).contentWindow as Window
      const post = (data: unknown) => target.postMessage(data, '*')
      for (const garbage of [
        null,
        1,
        'play',
        [],
        { authzPlayground: 1 },
        { authzPlayground: 1, type: {} },
        { authzPlayground: 2, type: 'theme', theme: 'dark' },
      ])
        post(garbage)
      post({ authzPlayground: 1, type: 'theme', theme: 'dark' })
      post({ authzPlayground: 1, type: 'design', design: 'legacy' })
      await new Promise((done) => setTimeout(done, 500))
      return heard
    })
    expect(new Set([...heard, 'size'])).toEqual(new Set(['size']))
    await expect(frame.locator('authz-playground')).not.toHaveAttribute('theme', 'dark')
    await page.evaluate(() => {
      const target = (document.querySelector('iframe') as HTMLIFrameElement).contentWindow as Window
      for (const message of [
        { type: 'hello' },
        { type: 'theme', theme: 'dark' },
        { type: 'design', design: 'legacy' },
      ]) {
        target.postMessage({ authzPlayground: 1, ...message }, '*')
      }
    })
    await expect(frame.locator('authz-playground')).toHaveAttribute('theme', 'dark')
    await expect(frame.getByText('Legacy impersonation')).toBeVisible()
  })
})

test.describe('frames', () => {
  const framed = (site: string, src: string) =>
    `<script src="${site}/embed/frame.js" defer></script><iframe data-authz-playground title="x" src="${src}" width="700" height="100"></iframe>`

  test('are as high as their content, and report events to their page', async ({ page, site, host }) => {
    await page.goto(
      host.page(`${framed(site, `${site}/embed.html#example/docs-user-list`)}<script>
        addEventListener('authz-outcome', ({ detail }) => { document.title = detail.sentence })
      </script>`),
    )
    await expect(page).toHaveTitle(/^200: service account default\/my-controller may list pods/)
    const inside = await page
      .frameLocator('iframe')
      .locator('authz-playground')
      .evaluate((node) => node.getBoundingClientRect().height)
    await expect(page.locator('iframe')).toHaveCSS('height', `${Math.ceil(inside)}px`)
  })

  test('that are hostile stay within bounds, and others are not listened to', async ({
    page,
    site,
    host,
    stranger,
  }) => {
    const hostile = stranger.page(`<script>setInterval(() => {
      for (const height of [1e9, -5, NaN, '5000', {}, null]) parent.postMessage({ authzPlayground: 1, type: 'size', height }, '*')
      for (const data of [null, 'x', 7, { authzPlayground: 9, type: 'size', height: 5000 }]) parent.postMessage(data, '*')
      parent.postMessage({ authzPlayground: 1, type: 'size', height: 1e12 }, '*')
      parent.postMessage('done', '*')
    }, 100)</script>`)
    const pretender = stranger.page(`<script>setInterval(() => {
      parent.postMessage({ authzPlayground: 1, type: 'size', height: 7777 }, '*')
      parent.postMessage('done', '*')
    }, 100)</script>`)
    await page.goto(
      host.page(`<script>let done = 0; addEventListener('message', ({ data }) => { if (data === 'done') document.title = 'done ' + ++done })</script>
        ${framed(site, hostile)}<iframe title="y" src="${pretender}" id="other" width="300" height="50"></iframe>`),
    )
    // Messages that came before the helper went unheard: these come again and again.
    await expect(page).toHaveTitle(/^done \d\d/)
    await expect(page.locator('iframe').first()).toHaveCSS('height', '20000px')
    await expect(page.locator('#other')).toHaveCSS('height', '50px')
  })

  test('show the problems of their address, and run nothing from it', async ({ page, site, host }) => {
    for (const hash of ['', '#z1/garbage', '#example/%ff', '#z9/abc', '#<img src=x onerror=alert(1)>']) {
      await page.goto(
        host.page(
          `<iframe title="x" width="700" height="300" src="${site}/embed.html?show=map&src=https://evil.example/x${hash}"></iframe>`,
        ),
      )
      await expect(page.frameLocator('iframe').getByRole('note')).toContainText('cannot show this scenario')
    }
  })
})

test.describe('a hostile scenario', () => {
  const inline = (yaml: string) =>
    element(
      'show="title answer checks chart request policy"',
      `<script type="application/yaml">${yaml}</script><p>The static form.</p>`,
    )
  const show = async (page: Page, url: string) => {
    await page.goto(url)
    return figureOf(page)
  }

  test('with markup in its texts shows it as text', async ({ page, site, host }) => {
    const yaml = `{version: 1, title: "<img src=x onerror=alert(1)>", explanation: "\`<b>x</b>\`", requestor: {username: "<svg onload=alert(1)>"}, request: {http: "GET /api/v1/pods HTTP/1.1"}}`
    const { answer, element: one } = await show(page, host.page(inline(yaml) + elementScript(site)))
    await expect(answer).toContainText('<svg onload=alert(1)> may not list pods')
    await expect(one.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await expect(one.locator('img')).toHaveCount(0)
  })

  test('that is none gets a sentence, and what the page says stays', async ({ page, site, host }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const [yaml, sentence] of [
      ['version: 1\\npolcy: x', 'polcy'],
      ['version: 99', 'newer'],
      ['[[[[', 'Line 1'],
      [`{version: 1, policy: "${'a'.repeat(400_000)}"}`, '300,000'],
      [`{version: 1, ${'w'.repeat(200)}: 1}`, 'www'],
    ] as const) {
      const { failure } = await show(page, host.page(inline(yaml.replaceAll('\\n', '\n')) + elementScript(site)))
      await expect(failure).toContainText(sentence)
      await expect(page.getByText('The static form.')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    }
  })
})
