import { EXAMPLES, ROUTES } from '@authz-playground/examples'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling, inLooks, overlap } from './support/looks.ts'
import { expect, test } from './support/test.ts'

test('lists every example once, finds them by their words, and opens one that is clicked', async ({
  playground,
  page,
}) => {
  const { gallery, sentence } = playground
  await playground.openGallery()
  const entries = gallery.getByRole('listitem').getByRole('button')
  const current = gallery.getByRole('button').and(page.locator('[aria-current=true]'))
  await expect(entries).toHaveCount(EXAMPLES.length)
  await expect(gallery.getByRole('heading', { level: 3 })).toHaveText(ROUTES.map(({ title }) => title))
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('List pods as jane')
  await expect(current).toBeInViewport()
  await expect(playground.entry('kep-test-bob')).toContainText('KEP-5284 expects 200 as well')
  await expect(playground.entry('kep-test-exec-printed')).toContainText('KEP-5284 expects 200, not 403')

  await inLooks(page, () => expectAccessible(page, 'dialog'))
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScrolling(page)
  }

  const search = gallery.getByRole('searchbox', { name: 'Search' })
  await search.fill('node')
  const count = gallery.getByRole('status').filter({ hasText: / examples$/ })
  await expect(count).toBeVisible()
  for (const width of [360, 390, 430, 480]) {
    await page.setViewportSize({ width, height: 844 })
    const places = await Promise.all(
      [search, count, gallery.getByRole('button', { name: 'Your scenarios' })].map((part) => part.boundingBox()),
    )
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1)) expect(overlap(one, other), `${width} pixels wide`).toBe(false)
  }
  await search.fill('kubectl')
  await expect(playground.entry('four-groups')).toBeVisible()
  await expect(playground.entry('four-groups-by-name')).toBeHidden()
  await search.fill('no such words anywhere')
  await expect(gallery).toContainText('No example speaks of that.')

  // Nothing is asked where there is nothing to lose.
  await search.fill('')
  await playground.entry('docs-user-delete').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(sentence).toHaveText(/^ ?403: /)
  await playground.openGallery()
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('Delete a pod as jane')
  await expect(current).toBeInViewport()
})

test('narrows the examples by filters, which the address keeps, and leads along the open route', async ({
  playground,
  page,
}) => {
  const { gallery } = playground
  const filters = gallery.getByRole('group', { name: 'Filters' })
  const status = gallery.getByRole('status').filter({ hasText: / examples?$/ })
  await playground.openGallery()
  await expect(filters.getByRole('combobox')).toHaveCount(3)
  await filters.getByRole('button', { name: 'More filters' }).click()
  await filters.getByLabel('Mode').selectOption({ label: 'associated-node' })
  await filters.getByLabel('Outcome').selectOption('200')
  await filters.getByLabel('Level').selectOption({ label: 'first look' })
  await expect(status).toHaveText('3 examples')
  await expect(playground.entry('docs-node-list')).toBeVisible()
  await expect(page).toHaveURL(/&gallery&level=first&mode=associated-node&code=200/)
  await page.reload()
  await expect(status).toHaveText('3 examples')
  // Those that an address names are shown, the others stay folded.
  await expect(filters.getByRole('button', { name: 'More filters' })).toHaveAttribute('aria-expanded', 'false')
  await expect(filters.getByLabel('Outcome')).toHaveValue('200')
  await expect(filters.getByLabel('Sent by')).toHaveCount(0)

  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await filters.getByLabel('For').selectOption({ label: 'owners of a policy' })
  await filters.getByLabel('Route').selectOption({ label: 'A 403, explained' })
  await expect(gallery.getByRole('heading', { level: 3 })).toHaveText(['A 403, explained'])
  await playground.entry('denied-action').click()
  const { about } = playground
  await playground.openAbout()
  await expect(about).toContainText('1 of 6 · A 403, explained')
  await expect(about.getByRole('button', { name: 'Previous example' })).toHaveAttribute('aria-disabled', 'true')
  await about.getByRole('button', { name: 'Next example' }).click()
  await expect(about).toContainText('2 of 6 · A 403, explained')
  await expect(page.getByRole('button', { name: 'Example: The identity is not granted. Open another' })).toBeVisible()
})

test('switches between the forms of a document’s YAML, beside the expectation of the document', async ({
  playground,
  page,
}) => {
  const { sentence, policy, about } = playground
  await playground.openExample('kep-proposal-mended')
  await expect(sentence).toHaveText(/^ ?200: /)
  await playground.openAbout()
  const forms = page.getByRole('group', { name: 'The document’s YAML' })
  await expect(forms.getByRole('button', { name: 'as merged' })).toHaveAttribute('aria-pressed', 'true')
  await expect(policy).toContainText('impersonate-allow-only-listwatch-pods')

  await forms.getByRole('button', { name: 'under review' }).click()
  await expect(sentence).toHaveText(/^ ?403: /)
  await expect(forms.getByRole('button', { name: 'under review' })).toHaveAttribute('aria-pressed', 'true')
  await expect(about).toContainText('its roleRef named a role that was not there')

  await forms.getByRole('button', { name: 'as merged' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)

  await playground.openExample('kep-test-exec-printed')
  await playground.openAbout()
  await expect(about).toContainText(
    'KEP-5284 expects 200: The impersonator can impersonate on getting pods/exec subresource Computed: 403, not as expected.',
  )
  await forms.getByRole('button', { name: 'mended' }).click()
  await expect(about).toContainText('Computed: 200, as expected.')
})

test('asks before a reset or another example takes edits away, and undo brings them back', async ({
  playground,
  page,
}) => {
  const { sentence } = playground
  const reset = page.getByRole('button', { name: 'Reset to the example' })
  await playground.writePolicy('')
  await expect(sentence).toHaveText(/^ ?403: /)

  await reset.click()
  const question = page.getByRole('dialog', { name: 'Reset to the example?' })
  await expect(question.getByRole('button', { name: 'Keep my edits' })).toBeFocused()
  await inLooks(page, () => expectAccessible(page, 'dialog'))
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
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)

  // A setting of the cluster is an edit as well.
  const version = page.getByRole('combobox', { name: 'Kubernetes', exact: true })
  await version.selectOption('1.34')
  await expect(sentence).toHaveText(/^ ?403: /)
  await playground.openGallery()
  await playground.entry('four-groups-by-name').click()
  const other = page.getByRole('dialog', { name: 'Open another example?' })
  await expect(other).toContainText('Your edits to “List pods as jane”')
  await expect(other).toContainText('will be replaced by “Four groups by name”')
  await other.getByRole('button', { name: 'Open the example' }).click()
  await expect(playground.checks).toHaveCount(8)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Example: List pods as jane/ })).toBeVisible()
  await expect(version).toHaveValue('1.34')
  await expect(sentence).toHaveText(/^ ?403: /)
})
