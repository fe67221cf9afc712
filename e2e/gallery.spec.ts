import { EXAMPLES, ROUTES } from '@authz-playground/examples'
import { overlap } from './support/looks.ts'
import { literalPattern, shownWords } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** The words of a check in the timeline: verb, resource or path, field, decision, and the result of conditions. */
function asListed(check: string): RegExp {
  const [decision = '', verb = '', what = ''] = check.split(' ')
  return new RegExp(
    `May .+ ${literalPattern(verb)} (on )?(the path )?${literalPattern(what)}.*\\?( for .+)? ?${decision}(→, then \\w+)?$`,
    's',
  )
}

const GROUPS = [...new Set(EXAMPLES.map(({ group }) => group))]

for (const group of GROUPS) {
  test(`decides the examples of “${group}”`, async ({ playground }) => {
    for (const example of EXAMPLES.filter((one) => one.group === group)) {
      await test.step(example.title, async () => {
        const { title, sentence, note, expect: must } = example
        await playground.openExample(example.id)
        const { page } = playground
        await expect(page.getByRole('button', { name: `Example: ${shownWords(title)}. Open another` })).toBeVisible()
        await expect(page.getByRole('banner')).toContainText(shownWords(sentence))
        if (note !== undefined) await expect(page.getByRole('banner')).toContainText(shownWords(note))

        await expect(playground.sentence).toHaveText(new RegExp(`^ ?${must.code}: `))
        await expect(playground.checks).toHaveText(must.checks.map(asListed))
        await expect(playground.step).toHaveAttribute('aria-valuetext', new RegExp(`The client gets ${must.code}`))
        await expect(page.getByRole('button', { name: 'Reset to the example' })).toBeHidden()
      })
    }
  })
}

test('lists every example once, and marks the one that is open', async ({ playground }) => {
  const { gallery } = playground
  await playground.openGallery()
  const entries = gallery.getByRole('listitem').getByRole('button')
  await expect(entries).toHaveCount(EXAMPLES.length)
  await expect(gallery.getByRole('heading', { level: 3 })).toHaveText(ROUTES.map(({ title }) => title))
  const current = gallery.getByRole('button').and(playground.page.locator('[aria-current=true]'))
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('List pods as jane, where it is granted')
  await expect(current).toBeInViewport()

  await playground.entry('four-groups').click()
  await playground.openGallery()
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('Four groups by wildcard')
  await expect(current).toBeInViewport()
})

test('shows the expectation of the document beside the computed answer', async ({ playground, page }) => {
  await playground.openGallery()
  await expect(playground.entry('kep-test-bob')).toContainText('KEP-5284 expects 200 as well')
  await expect(playground.entry('kep-test-exec-printed')).toContainText('KEP-5284 expects 200, not 403')
  await playground.entry('kep-test-exec-printed').click()
  const header = page.getByRole('banner')
  await expect(header).toContainText(
    'KEP-5284 expects 200: The impersonator can impersonate on getting pod/exec subresource Computed: 403, not as expected.',
  )
  await header.getByRole('button', { name: 'mended' }).click()
  await expect(header).toContainText('Computed: 200, as expected.')
})

test('finds examples by their words', async ({ playground }) => {
  const { gallery } = playground
  await playground.openGallery()
  const search = gallery.getByRole('searchbox', { name: 'Search' })
  await search.fill('kubectl')
  await expect(playground.entry('four-groups')).toBeVisible()
  await expect(playground.entry('four-groups-by-name')).toBeHidden()
  await search.fill('no such words anywhere')
  await expect(gallery).toContainText('No example speaks of that.')
})

test('narrows the examples by filters, which the address keeps, and leads along the open route', async ({
  playground,
  page,
}) => {
  const { gallery } = playground
  const filters = gallery.getByRole('group', { name: 'Filters' })
  const status = gallery.getByRole('status').filter({ hasText: / examples?$/ })
  await playground.openGallery()
  await filters.getByLabel('Mode').selectOption({ label: 'associated-node' })
  await filters.getByLabel('Outcome').selectOption('200')
  await filters.getByLabel('Level').selectOption({ label: 'first look' })
  await expect(status).toHaveText('1 example')
  await expect(playground.entry('docs-node-list')).toBeVisible()
  await expect(page).toHaveURL(/&gallery&level=first&mode=associated-node&code=200/)
  await page.reload()
  await expect(status).toHaveText('1 example')

  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await filters.getByLabel('For').selectOption({ label: 'owners of a policy' })
  await filters.getByLabel('Route').selectOption({ label: 'A 403, explained' })
  await expect(gallery.getByRole('heading', { level: 3 })).toHaveText(['A 403, explained'])
  await playground.entry('denied-action').click()
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('1 of 6 · A 403, explained')
  await expect(banner.getByRole('button', { name: 'Previous example' })).toHaveAttribute('aria-disabled', 'true')
  await banner.getByRole('button', { name: 'Next example' }).click()
  await expect(banner).toContainText('2 of 6 · A 403, explained')
  await expect(page.getByRole('button', { name: 'Example: The identity is not granted. Open another' })).toBeVisible()
})

test('switches between the document’s YAML as printed and mended', async ({ playground, page }) => {
  const { sentence, policy } = playground
  await playground.openExample('kep-proposal-mended')
  await expect(sentence).toHaveText(/^ ?200: /)
  const forms = page.getByRole('group', { name: 'The document’s YAML' })
  await expect(forms.getByRole('button', { name: 'mended' })).toHaveAttribute('aria-pressed', 'true')
  await expect(policy).toContainText('constrained-impersonate-only-someUser')

  await forms.getByRole('button', { name: 'as printed' }).click()
  await expect(sentence).toHaveText(/^ ?403: /)
  await expect(forms.getByRole('button', { name: 'as printed' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('banner')).toContainText('its roleRef names a role that is not there')

  await forms.getByRole('button', { name: 'mended' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
})

test('asks before a reset takes edits away, and undo brings them back', async ({ playground, page }) => {
  const { sentence } = playground
  const reset = page.getByRole('button', { name: 'Reset to the example' })
  await playground.writePolicy('')
  await expect(sentence).toHaveText(/^ ?403: /)

  await reset.click()
  const question = page.getByRole('dialog', { name: 'Reset to the example?' })
  await expect(question.getByRole('button', { name: 'Keep my edits' })).toBeFocused()
  await question.getByRole('button', { name: 'Keep my edits' }).click()
  await expect(question).toBeHidden()
  await expect(sentence).toHaveText(/^ ?403: /)

  await reset.click()
  await question.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect(reset).toBeHidden()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).toHaveText(/^ ?403: /)
  await expect(reset).toBeVisible()
})

test('asks before another example takes edits away, and undo goes back to the one before', async ({
  playground,
  page,
}) => {
  await page.getByRole('combobox', { name: 'Kubernetes', exact: true }).selectOption('1.34')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await playground.openGallery()
  await playground.entry('four-groups-by-name').click()
  const question = page.getByRole('dialog', { name: 'Open another example?' })
  await expect(question).toContainText('Your edits to “List pods as jane, where it is granted”')
  await expect(question).toContainText('will be replaced by “Four groups by name”')
  await question.getByRole('button', { name: 'Open the example' }).click()
  await expect(playground.checks).toHaveCount(8)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Example: List pods as jane/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Kubernetes', exact: true })).toHaveValue('1.34')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})

test('opens an example without asking when there is nothing to lose', async ({ playground }) => {
  await playground.openGallery()
  await playground.entry('docs-user-delete').click()
  await expect(playground.page.getByRole('dialog')).toBeHidden()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})

for (const width of [360, 390, 430, 480]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('the search, the count and the way to the own scenarios have a place each', async ({ playground }) => {
      const { gallery } = playground
      await playground.openGallery()
      const search = gallery.getByRole('searchbox', { name: 'Search' })
      await search.fill('node')
      const count = gallery.getByRole('status').filter({ hasText: / examples$/ })
      await expect(count).toBeVisible()
      const places = await Promise.all(
        [search, count, gallery.getByRole('button', { name: 'Your scenarios' })].map((part) => part.boundingBox()),
      )
      for (const [at, one] of places.entries())
        for (const other of places.slice(at + 1)) expect(overlap(one, other)).toBe(false)
    })
  })
}
