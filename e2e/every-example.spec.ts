import { EXAMPLES, type Example } from '@authz-playground/examples'
import type { Page } from '@playwright/test'
import { expectNoSidewaysScrolling, usedNodes } from './support/looks.ts'
import { literalPattern, type PlaygroundPage, shownWords } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** As many walks as run side by side on a machine with four cores. */
const WALKS = 4

type Size = ReturnType<Page['viewportSize']> & object

const WINDOWS: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

/** Where the chart has other room than in those. */
const OTHER_WINDOWS: readonly Size[] = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

/** Examples of each shape of a run: short and long ones, refused ones, and one of each design with a large chart. */
const SHAPES = new Set([
  'docs-user-list',
  'docs-user-without-own-permission',
  'docs-node-list',
  'legacy-fallback',
  'kep-proposal-mended',
  'alternative-client-review',
  'alternative-group-suffix',
  'alternative-named-verbs',
  'alternative-boundary',
  'access-rule-printed',
  'compiled-parts',
  'fine-grained-all-at-once',
  'write-as-another',
])

/** The words of a check in the timeline: verb, resource or path, field, decision, and the result of conditions. */
function asListed(check: string): RegExp {
  const [decision = '', verb = '', what = ''] = check.split(' ')
  // Between a resource and its subresource is its API group.
  const listed = literalPattern(what).replace(/^([^/]+)\\\//, '$1(\\.[a-z0-9.-]+)?\\/')
  return new RegExp(
    `May .+ ${literalPattern(verb)} (on )?(the path )?${listed}.*\\?( for .+)? ?${decision}(→, then \\w+)?$`,
    's',
  )
}

/** Opens an example by its address in the page that is open, and waits until the page says what it says of it. */
async function expectAsItSays(
  { page, sentence, checks, step, about, openAbout, unfold, fold }: PlaygroundPage,
  example: Example,
): Promise<void> {
  const { id, title, sentence: words, note, expect: must } = example
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#example/${id}`)
  await expect(page.getByRole('button', { name: `Example: ${shownWords(title)}. Open another` })).toBeVisible()
  await openAbout()
  await expect(about).toContainText(shownWords(words))
  if (note !== undefined) await expect(about).toContainText(shownWords(note))
  await page.keyboard.press('Escape')
  await expect(sentence).toHaveText(new RegExp(`^ ?${must.code}: `))
  await unfold('Timeline')
  await expect(checks).toHaveText(must.checks.map(asListed))
  await fold('Timeline')
  await expect(step).toHaveAttribute('aria-valuetext', new RegExp(`The client gets ${must.code}`))
  await expect(page.getByRole('button', { name: 'Reset to the example' })).toBeHidden()
}

/** In a window nothing scrolls sideways, and the chart shows all that the request used, and where it is. */
async function expectInWindow({ page, chart }: PlaygroundPage, { expect: must }: Example, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await expect(async () => {
    const used = await usedNodes(chart)
    expect(used.filter(({ inView }) => !inView).map(({ words }) => words)).toEqual([])
    expect(used.filter(({ words }) => /The request is here\.$/.test(words))).toHaveLength(1)
    // Where it is received and where it ends; a request that is checked is at a check besides.
    expect(used.length).toBeGreaterThanOrEqual(must.checks.length === 0 ? 2 : 3)
  }, `${size.width} × ${size.height}`).toPass({ timeout: 20_000 })
  await expectNoSidewaysScrolling(page)
}

const MANY = Math.ceil(EXAMPLES.length / WALKS)

for (let first = 0; first < EXAMPLES.length; first += MANY) {
  const examples = EXAMPLES.slice(first, first + MANY)
  test(`examples ${first + 1} to ${first + examples.length} are decided as they say, and fit in every window`, async ({
    playground,
  }) => {
    // Minutes on a busy machine. Milliseconds.
    test.setTimeout(300_000)
    for (const [at, example] of examples.entries()) {
      await test.step(example.id, async () => {
        await expectAsItSays(playground, example)
        if (SHAPES.has(example.id)) for (const size of OTHER_WINDOWS) await expectInWindow(playground, example, size)
        // Every second one in the window of the one before it, first: each change of the window lays the page out anew.
        for (const size of at % 2 === 0 ? WINDOWS : WINDOWS.toReversed())
          await expectInWindow(playground, example, size)
      })
    }
  })
}
