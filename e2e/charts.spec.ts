import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DESIGN_LIST, type Design, decider, loadDesigns, type Step } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { mermaidWithPath } from '@authz-playground/engine/report'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { type ChartLayout, layOutChart } from '@authz-playground/pictures'
import { expect, test } from './support/test.ts'

const DESIGNS = await loadDesigns()

/** Mermaid as one script, of the version that the playground has. */
const MERMAID = join(dirname(createRequire(import.meta.url).resolve('mermaid/package.json')), 'dist/mermaid.min.js')

declare const mermaid: { render(id: string, source: string): Promise<{ svg: string }> }

const decide = await decider()

/** Every chart of the gallery’s requests under any design, each once. */
function* chartsOfGallery(): Generator<{
  readonly design: Design
  readonly steps: readonly Step[]
  readonly chart: ChartLayout
}> {
  const seen = new Set<ChartLayout>()
  for (const { scenario } of EXAMPLES) {
    for (const design of DESIGNS) {
      const { trace } = decide({ ...scenario, design: design.id }, { cel: CEL })
      if (trace === undefined) continue
      const chart = layOutChart(design.graph, trace.steps)
      if (seen.has(chart)) continue
      seen.add(chart)
      yield { design, steps: trace.steps, chart }
    }
  }
}

test('mermaid draws the same nodes and edges, for every design', async ({ page }) => {
  test.setTimeout(300_000)
  await page.setContent('<!doctype html><title>Charts</title>')
  await page.addScriptTag({ path: MERMAID })
  const designs = new Set<string>()
  for (const { design, steps, chart } of chartsOfGallery()) {
    designs.add(design.id)
    const drawn = await page.evaluate(
      async (source) => {
        document.body.innerHTML = (await mermaid.render('chart', source)).svg
        return {
          nodes: [...document.querySelectorAll('g.node')].map(({ id }) => /flowchart-(.+)-\d+$/.exec(id)?.[1] ?? id),
          edges: [...document.querySelectorAll('path.flowchart-link')].map(
            ({ id }) => /L_(.+)_\d+$/.exec(id)?.[1] ?? id,
          ),
        }
      },
      mermaidWithPath(design.graph, steps),
    )
    expect(drawn.nodes.toSorted(), design.id).toEqual(chart.nodes.map(({ id }) => id).sort())
    expect(drawn.edges.toSorted(), design.id).toEqual(chart.edges.map(({ from, to }) => `${from}_${to}`).sort())
  }
  expect(designs.size).toBe(DESIGN_LIST.length)
})

test('the chart is there with the answer, and is the one that pictures have', async ({ playground, page }) => {
  const { trace } = decide(FIRST.scenario)
  const design = DESIGNS.find(({ id }) => id === FIRST.scenario.design)
  if (trace === undefined || design === undefined) throw new Error('the first example is not decided')
  const { nodes, edges, width, height } = layOutChart(design.graph, trace.steps)
  await playground.chart.getByRole('button', { name: 'Whole chart' }).click()
  await expect(playground.node(/^403 Forbidden/)).toBeVisible()
  const shown = await page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>('figure svg')
    return {
      nodes: [...(svg?.querySelectorAll<SVGElement>('[data-node]') ?? [])].map(({ dataset }) => dataset.node ?? ''),
      edges: [...(svg?.querySelectorAll<SVGElement>('[data-edge]') ?? [])].map(({ dataset }) => dataset.edge ?? ''),
      size: [svg?.viewBox.baseVal.width, svg?.viewBox.baseVal.height],
    }
  })
  expect(shown.nodes).toEqual(nodes.map(({ id }) => id))
  expect(shown.edges.toSorted()).toEqual(edges.map(({ id }) => id).sort())
  expect(shown.size).toEqual([width, height])
})

test('the chart does not move once it is there', async ({ page }) => {
  await page.goto('/')
  const chart = page.getByRole('figure').locator('svg').first()
  await expect(chart).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('first-answer').length > 0)
  const place = await chart.boundingBox()
  await page.waitForLoadState('networkidle')
  expect(await chart.boundingBox()).toEqual(place)
})

test.describe('as mermaid', () => {
  test('mermaid draws the exported text, with the edges that were taken', async ({ playground, page }) => {
    const { chart } = playground
    await chart.getByRole('button', { name: 'As mermaid' }).click()
    const image = chart.getByRole('img', { name: /as mermaid draws it\. 200: / })
    await expect(image).toBeVisible()
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300)
    await chart.getByText('The text', { exact: true }).click()
    await expect(chart.getByText('flowchart TD')).toContainText(/linkStyle .*stroke-width:3px/)
    await chart.getByRole('button', { name: 'As mermaid' }).click()
    await expect(playground.node(/^Receive request/i)).toBeVisible()
    await expect(page.getByRole('figure')).toBeVisible()
  })
})
