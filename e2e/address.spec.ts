import { linkHash } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const OTHER = EXAMPLES.find(({ id }) => id === 'docs-user-delete') ?? FIRST

test('the address follows the page, opens it again, and Back does what people expect', async ({
  playground,
  page,
  context,
}) => {
  // Tests run for this audience.
  const address = (hash: string, after = '') => new RegExp(`${hash}&door=designs${after}$`)
  await expect(page).toHaveURL(address(`#example/${FIRST.id}`))
  await playground.openExample(OTHER.id)
  await expect(page).toHaveURL(address(`#example/${OTHER.id}`))
  await playground.step.focus()
  await page.keyboard.press('Home')
  await expect(playground.step).toHaveValue('0')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(address(`#example/${OTHER.id}&step=2`))

  // A dialog adds an entry, which Back closes. What is chosen inside of it adds none.
  await page.getByRole('button', { name: 'Compare designs' }).click()
  const compare = page.getByRole('dialog', { name: 'Compare' })
  await compare.getByRole('tab', { name: 'Side by side' }).click()
  await compare.getByRole('combobox', { name: 'Second design' }).selectOption('legacy')
  await expect(page).toHaveURL(address('&step=2', '&compare/side-by-side/constrained,legacy'))
  await expect(page).toHaveTitle(/^“.*” beside “Legacy impersonation”: .* – Authorization playground$/)
  const shown = page.url()
  await page.goBack()
  await expect(compare).toBeHidden()
  await expect(page).toHaveURL(address(`#example/${OTHER.id}&step=2`))
  await page.goBack()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await expect(page).toHaveURL(address(`#example/${FIRST.id}`))
  await page.goForward()
  await expect(page).toHaveTitle(`${OTHER.title} – Authorization playground`)
  await expect(playground.step).toHaveValue('1')

  // Closing with the button leaves no entry: Back goes to the example before.
  await page.getByRole('button', { name: /^Example: / }).click()
  await playground.gallery.getByRole('searchbox').fill('node')
  await expect(page).toHaveURL(address('&step=2', '&gallery&search=node'))
  await playground.gallery.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(address(`#example/${OTHER.id}&step=2`))

  // An edit is in the address, and a reload has it, also when it came after the address was written.
  await playground.writeRequest('kubectl', 'kubectl get nodes --as=bob')
  await expect(page).toHaveURL(/#z1\//)
  await expect(page).toHaveTitle(`${OTHER.title} (edited) – Authorization playground`)
  await page.reload()
  await expect(playground.sentence).toContainText('nodes cluster-wide as bob')
  await expect(page.getByRole('button', { name: 'Reset to the example' })).toBeVisible()
  await page.goBack()
  await expect(playground.sentence).toHaveText(/^ ?200: /)

  // Elsewhere the address opens the same, and writes over nothing there.
  const other = playgroundOn(await context.newPage())
  await other.page.goto(shown)
  await expect(other.page.getByRole('combobox', { name: 'Second design' })).toHaveValue('legacy')
  await other.page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(other.step).toHaveValue('1')
  await other.page.goto(`/#example/${FIRST.id}&compare/arguments/unheard-of&shelf=2`)
  const notices = other.page.getByRole('dialog', { name: 'Compare' }).getByRole('alert')
  await expect(notices.filter({ hasText: 'There is no argument “unheard-of”.' })).toBeVisible()
  await expect(notices.filter({ hasText: 'a part “shelf=2”' })).toBeVisible()
})

test('a scenario that is too long stays in its tab, and its address says so elsewhere', async ({
  playground,
  page,
  context,
}) => {
  const noise = Array.from({ length: 9000 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join('')
  await playground.writePolicy(`# ${noise}\n`)
  await expect(page).toHaveURL(/#kept&door=designs$/)
  await playground.openGallery()
  await playground.entry(OTHER.id).click()
  await page.getByRole('button', { name: 'Open the example' }).click()
  await expect(page).toHaveURL(new RegExp(`#example/${OTHER.id}&`))
  await page.goBack()
  await expect(page).toHaveURL(/#kept&door=designs$/)
  expect((await playground.textOf(playground.policyText)).length).toBeGreaterThan(20_000)
  await page.reload()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  const other = playgroundOn(await context.newPage())
  await other.page.goto('/#kept')
  await expect(other.page.getByRole('alert').filter({ hasText: 'does not hold its scenario' })).toBeVisible()
})

test('a dialog that was closed before the first answer stays closed after a reload', async ({ browser }) => {
  const page = await browser.newPage()
  // Nothing is decided, so the address does not follow what is closed.
  await page.route(/\/entry-[^/]*\.js$/, () => undefined)
  await page.goto(`${process.env.SITE_URL}#help`)
  const help = page.getByRole('dialog', { name: 'About the playground' })
  await help.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(help).toBeHidden()
  expect(new URL(page.url()).hash).toBe('#help')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share', exact: true })).toBeVisible()
  await page.close()
})

test('an audience and a dialog that were chosen before the address follows are there after a reload', async ({
  browser,
}) => {
  const page = await browser.newPage()
  await page.route(/\/entry-[^/]*\.js$/, () => undefined)
  await page.goto(`${process.env.SITE_URL}#door=debug`)
  await page.getByRole('navigation', { name: 'Ways in' }).getByRole('button', { name: 'Designs' }).click()
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'About the playground' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#door=debug')
  await page.reload()
  await page
    .getByRole('dialog', { name: 'About the playground' })
    .getByRole('button', { name: 'Close', exact: true })
    .click()
  await expect(page.getByRole('button', { name: 'Designs', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.close()
})

test('a reviewer writes a comment on a KEP without a word by hand', async ({ playground, page, browser }) => {
  await page.getByRole('button', { name: 'Compare designs' }).click()
  const compare = page.getByRole('dialog', { name: 'Compare' })

  // Under every design: the link opens the answer of one, and its Markdown is evidence.
  const answer = 'answer of Legacy impersonation'
  const underLegacy = await playground.copiedBy(() =>
    compare.getByRole('button', { name: `Copy link to ${answer}`, exact: true }).click(),
  )
  const evidence = await playground.copiedBy(() =>
    compare.getByRole('button', { name: `Copy ${answer} as Markdown`, exact: true }).click(),
  )
  expect(evidence).toMatch(/^\*\*403: service account `default\/my-controller` may not /)
  for (const part of [
    '- **Design**: Legacy impersonation (`legacy`)',
    '- **Server**: Kubernetes 1.36, gate `ConstrainedImpersonation` as released, authorization modes ',
    '- **Requestor**: `system:serviceaccount:default:my-controller`',
    `[open it in the playground](${underLegacy})`,
    '```http\nGET ',
    '| # | Access review | Decision | Reason | Rule |',
    '<details><summary>Policy (',
  ]) {
    expect(evidence).toContain(part)
  }

  // Two designs: the answer of each below the other, with the text of each rule beside its line.
  const [released, legacy] = ['Constrained impersonation, as released', 'Legacy impersonation']
  await compare.getByRole('tab', { name: 'Side by side' }).click()
  await compare.getByRole('combobox', { name: 'Second design' }).selectOption('legacy')
  await expect(compare.getByRole('figure', { name: legacy, exact: true })).toBeVisible()
  const both = await playground.copiedBy(() =>
    compare
      .getByRole('button', { name: `Copy comparison of ${released} and ${legacy} as Markdown`, exact: true })
      .click(),
  )
  const [underReleased, , underOther] = both
    .split(/^### (Constrained impersonation, as released|Legacy impersonation)$/m)
    .slice(2)
  expect(underReleased).toMatch(/^\*\*200: /m)
  expect(underReleased).toContain('line 30<br>`apiGroups: [""]`<br>`resources: ["pods"]`')
  expect(underOther).toMatch(/^\*\*403: /m)
  for (const part of [underReleased, underOther]) expect(part).toContain('- **Server**: Kubernetes 1.36, ')
  const pairLink = /\[open it in the playground\]\((\S+)\)/.exec(both)?.[1] ?? 'none'
  expect(pairLink).toMatch(/&compare\/side-by-side\/constrained,legacy$/)

  // An argument: its own link and Markdown.
  await compare.getByRole('tab', { name: 'Arguments' }).click()
  const copyLink = compare.getByRole('button', { name: /^Copy link to argument: / }).first()
  await expect(copyLink).toBeVisible()
  const name = (await copyLink.getAttribute('aria-label'))?.replace('Copy link to argument: ', '') ?? ''
  const link = await playground.copiedBy(() => copyLink.click())
  const comment = await playground.copiedBy(() =>
    compare.getByRole('button', { name: `Copy argument: ${name} as Markdown`, exact: true }).click(),
  )
  expect(link).toMatch(/\/#compare\/arguments\/[\w-]+$/)
  expect(comment).toContain(`](${link})**`)
  const verdict = /^\*\*(Holds only if|Holds|Does not hold)/m.exec(comment)?.[1] ?? 'none'

  // Another reviewer, who has never been here.
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(link)
  const claim = other.getByRole('listitem').filter({ has: other.getByRole('heading', { name, exact: true }) })
  await expect(claim).toContainText(verdict)
  await expect(claim.getByRole('heading', { name, exact: true })).toBeInViewport()
  await expect(other).toHaveTitle(`Argument: ${name} – Authorization playground`)
  const third = playgroundOn(await context.newPage())
  await third.page.goto(pairLink)
  const reopened = third.page.getByRole('dialog', { name: 'Compare' })
  for (const name of [released, legacy]) {
    await expect(reopened.getByRole('figure', { name, exact: true })).toBeVisible()
  }
  await reopened.getByRole('button', { name: 'Close', exact: true }).click()
  await third.page.goto(underLegacy)
  await expect(third.sentence).toHaveText(/^ ?403: /)
  await expect(third.page.getByRole('radio', { name: 'Legacy impersonation' })).toBeChecked()
  await context.close()
})

test('a reload right after an edit keeps the edit, however the page was opened', async ({ context }) => {
  const link = linkHash({ document: { title: 'Theirs', explanation: '', expect: [], scenario: FIRST.scenario } })
  for (const hash of ['', `#example/${OTHER.id}`, link]) {
    const { page, sentence } = playgroundOn(await context.newPage())
    await page.goto(`/${hash}`)
    await expect(sentence).toBeVisible()
    const version = page.getByRole('combobox', { name: 'Kubernetes', exact: true })
    await version.selectOption('1.35')
    await page.reload()
    await expect(sentence).toBeVisible()
    await expect(version, hash).toHaveValue('1.35')
    if (hash === link) {
      // Who follows the link once more gets what it says.
      await page.goto('about:blank')
      await page.goto(`/${hash}`)
      await expect(version).toHaveValue(FIRST.scenario.cluster.version)
    }
    await page.close()
  }
})

test('a reload that overtakes a new entry of the history shows what was opened last', async ({ playground, page }) => {
  await page.getByRole('combobox', { name: 'Kubernetes', exact: true }).selectOption('1.35')
  await expect(page).toHaveURL(/#z1\//)
  // On a busy machine the browser reloads before it has taken the address that the page has written.
  await page.evaluate(() => {
    const follow: typeof history.pushState = (_state, _title, url) => {
      document.body.dataset.address = String(url)
    }
    Object.assign(history, { pushState: follow, replaceState: follow })
  })
  await playground.openGallery()
  await playground.entry(OTHER.id).click()
  await page.getByRole('button', { name: 'Open the example' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-address', new RegExp(`^#example/${OTHER.id}&`))
  await page.reload()
  await expect(page.getByRole('button', { name: new RegExp(`^Example: ${OTHER.title}`) })).toBeVisible()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})
