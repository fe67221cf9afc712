import { EXAMPLES, type Example, ROUTES } from '@authz-playground/examples'
import { stopsOf } from '@authz-playground/examples/route'
import type { Page } from '@playwright/test'
import type { Audience } from './support/audience.ts'
import { expectNoSidewaysScrolling, measureHeader, rowsOfPolicy, usedNodes } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

type Size = ReturnType<Page['viewportSize']> & object

/** The height that a header has at most, and the rows of the policy for which there is room at least. */
interface Room {
  readonly header: number
  readonly rows?: number
}

/** Each example is looked at in these windows. */
const WINDOWS: readonly (Size & Room)[] = [
  { width: 1440, height: 900, header: 104, rows: 24 },
  { width: 1280, height: 720, header: 104, rows: 16 },
  { width: 360, height: 740, header: 49 },
]

/** Where header and chart have other room than in those. */
const OTHER_WINDOWS: readonly (Size & Room)[] = [
  { width: 1024, height: 768, header: 104 },
  { width: 1920, height: 1080, header: 104 },
  { width: 390, height: 844, header: 49 },
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

/**
 * For readers and in Debug the questions are higher than the chart’s pane on a small laptop: a handler asks a fourth one, or many
 * parts of an identity are listed below an answer that is long.
 */
const HIGHER = new Set([
  'plain-extra-key',
  'rancher-constrained',
  'write-aggregation',
  'write-as-another',
  'write-binds',
  'write-cluster-admin',
  'write-escalate-by-name',
  'write-escalates',
])

/** The chart shows all that the request used, and where it is. */
async function expectChartInView({ chart }: PlaygroundPage, { expect: must }: Example): Promise<void> {
  await expect(async () => {
    const used = await usedNodes(chart)
    expect(used.filter(({ inView }) => !inView).map(({ words }) => words)).toEqual([])
    expect(used.filter(({ words }) => /The request is here\.$/.test(words))).toHaveLength(1)
    // Where it is received and where it ends; a request that is checked is at a check besides.
    expect(used.length).toBeGreaterThanOrEqual(must.checks.length === 0 ? 2 : 3)
  }).toPass({ timeout: 20_000 })
}

/** Whether the window has the outcome in view: on a small phone it is longer, and in Debug it is below the policy there. */
function showsOutcome(audience: Audience, { width }: Size): boolean {
  return width >= 800 || (width >= 390 && audience !== 'debug')
}

/** Of a refusal the headline, the reason and the change that would allow it are in view. */
async function expectOutcomeInView({ answer, sentence, changes, headline }: PlaygroundPage): Promise<void> {
  await expect(sentence).toBeInViewport({ ratio: 1 })
  if (await headline.isVisible()) await expect(headline).toBeInViewport({ ratio: 1 })
  if (!(await changes.isVisible())) return
  await expect(changes).not.toContainText('changes are tried')
  if (/\b0 changes/.test((await changes.textContent()) ?? '')) return
  await expect(answer.getByRole('button', { name: /^(Other ways \(|What it changes)/ })).toBeInViewport({ ratio: 1 })
}

/** The examples that an audience is shown. */
function shownTo(audience: Audience): readonly Example[] {
  const ids = ROUTES.filter(({ audiences }) => audiences.includes(audience))
    .flatMap(stopsOf)
    .map(({ example }) => example)
  return EXAMPLES.filter(({ id }) => ids.includes(id))
}

const MANY = Math.ceil(EXAMPLES.length / 3)

/**
 * The walks through the examples. The audience of designs has all of them, with the designs’ own charts, in parts that take about as
 * long as each other; the others have the question grid.
 */
const WALKS: readonly { readonly audience: Audience; readonly part: string; readonly examples: readonly Example[] }[] =
  [
    ...[0, 1, 2].map((at) => ({
      audience: 'designs' as const,
      part: `, ${at + 1} of 3`,
      examples: EXAMPLES.slice(at * MANY, (at + 1) * MANY),
    })),
    ...(['learn', 'debug'] as const).map((audience) => ({ audience, part: '', examples: shownTo(audience) })),
  ]

const DOORS = { learn: 'Learn', debug: 'Debug', designs: 'Designs' } as const

test.describe('as people find it', () => {
  // The request is one line, and what is below the chart is folded.
  test.use({ unfolded: [] })

  for (const { audience, part, examples } of WALKS) {
    test(`examples for ${audience} are decided as they say below one low header, and have their room in every window${part}`, async ({
      playground,
      page,
    }) => {
      // A minute, on a busy machine. Milliseconds.
      test.setTimeout(300_000)
      const door = page.getByRole('navigation', { name: 'Ways in' }).getByRole('button', { name: DOORS[audience] })
      await door.click()
      await expect(door).toHaveAttribute('aria-current', 'page')
      const shown = new Set(shownTo(audience))
      /** The places of what is in the header, by the width of the window. */
      const places = new Map<number, readonly string[]>()

      const expectInWindow = async (example: Example, { width, height, header, rows }: Size & Room) => {
        await page.setViewportSize({ width, height })
        if (audience === 'designs' || !HIGHER.has(example.id)) await expectChartInView(playground, example)
        await expectNoSidewaysScrolling(page)
        const measured = await measureHeader(page)
        expect(measured.height).toBeLessThanOrEqual(header)
        expect(measured.places).toEqual(places.get(width) ?? measured.places)
        places.set(width, measured.places)
        if (!shown.has(example)) return
        if (rows !== undefined)
          await expect.poll(() => rowsOfPolicy(playground), 'rows of the policy').toBeGreaterThanOrEqual(rows)
        if (showsOutcome(audience, { width, height })) await expectOutcomeInView(playground)
      }

      for (const [at, example] of examples.entries()) {
        await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark' })
        await playground.goToExample(example.id)
        await expect(playground.sentence).toHaveText(new RegExp(`^ ?${example.expect.code}: `))
        await expect(page.getByRole('button', { name: 'Reset to the example' })).toBeHidden()
        await expect(playground.step).toHaveAttribute(
          'aria-valuetext',
          new RegExp(`The client gets ${example.expect.code}`),
        )
        const windows = SHAPES.has(example.id) ? [...OTHER_WINDOWS, ...WINDOWS] : WINDOWS
        const looked = windows.filter(({ width }) => width !== 1280 || shown.has(example))
        // Every second one in the windows of the one before it, backwards: each change of the window lays the page out anew.
        for (const size of at % 2 === 0 ? looked : looked.toReversed())
          await test.step(`${example.id}, ${size.width} × ${size.height}`, () => expectInWindow(example, size))
      }
    })
  }
})
