import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DESIGNS, decider } from '@authz-playground/engine'
import { FIRST } from '@authz-playground/examples/first'
import { chartOf, stepsOf } from '@authz-playground/pictures'
import { MADE_WITH } from '../scripts/charts/data-files.ts'
import { type Fonts, withCharts } from '../scripts/charts/measured.ts'
import { variantsDrawn } from '../scripts/charts/variants.ts'
import { root } from '../scripts/files.mjs'
import { expect, test } from './support/test.ts'

/** The fonts that the charts were drawn with. */
const DRAWN_WITH: Fonts = JSON.parse(readFileSync(join(root, MADE_WITH), 'utf8'))

const FONTS_DIFFER = 'This browser’s fonts are not those that the charts were drawn with (DejaVu Sans).'

/** Coordinates are kept in whole px. */
const NEAR = 1.01

test('charts drawn ahead of time are what mermaid draws now', async () => {
  test.setTimeout(600_000)
  await withCharts(async ({ measure, fonts }) => {
    const alike = JSON.stringify(await fonts()) === JSON.stringify(DRAWN_WITH)
    if (!alike) test.info().annotations.push({ type: 'places not compared', description: FONTS_DIFFER })
    for (const [design, variants] of variantsDrawn()) {
      for (const variant of variants) {
        const steps = stepsOf(design.graph, variant)
        const [kept, now] = await Promise.all([chartOf(design, steps), measure(design.graph, steps)])
        expect(kept.nodes.map(({ id }) => id).sort()).toEqual(now.nodes.map(({ id }) => id).sort())
        expect(kept.edges.map(({ id }) => id).sort()).toEqual(now.edges.map(({ id }) => id).sort())
        if (!alike) continue
        for (const { id, box } of now.nodes) {
          const drawn = kept.nodes.find((node) => node.id === id)?.box
          for (const side of ['left', 'top', 'width', 'height'] as const)
            expect(Math.abs((drawn?.[side] ?? 0) - box[side]), `${design.id} ${variant} ${id} ${side}`).toBeLessThan(
              NEAR,
            )
        }
        expect(Math.abs(kept.width - now.width)).toBeLessThan(NEAR)
        expect(Math.abs(kept.height - now.height)).toBeLessThan(NEAR)
      }
    }
  })
})

test('the playground shows the chart that pictures have', async ({ playground, page }) => {
  const { trace } = decider()(FIRST.scenario)
  const design = DESIGNS.find(({ id }) => id === FIRST.scenario.design)
  if (trace === undefined || design === undefined) throw new Error('the first example is not decided')
  const { nodes, width } = await chartOf(design, trace.steps)
  await expect(playground.node(/^Receive request/i)).toBeVisible()
  const shown = await page.evaluate(() => {
    const [node] = document.querySelectorAll('figure svg g.node')
    const svg = node?.closest('svg')
    return { nodes: svg?.querySelectorAll('g.node').length, width: svg?.viewBox.baseVal.width }
  })
  expect(shown.nodes).toBe(nodes.length)
  expect(Math.abs((shown.width ?? 0) - width)).toBeLessThan(NEAR)
})
