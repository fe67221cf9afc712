import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DESIGN_LIST, decider, loadDesigns, type Step } from '@authz-playground/engine'
import { drawnGraph } from '@authz-playground/engine/internal/report'
import { mermaidWithPath } from '@authz-playground/engine/report'
import { FIRST } from '@authz-playground/examples/first'
import { layOutChart, layOutWide } from '@authz-playground/pictures'
import { expect, test } from './support/test.ts'

// The chart may not move when parts come that are loaded ahead.
test.use({ loadsAhead: true })

const DESIGNS = await loadDesigns()

/** Mermaid as one script, of the version that the playground has. */
const MERMAID = join(dirname(createRequire(import.meta.url).resolve('mermaid/package.json')), 'dist/mermaid.min.js')

declare const mermaid: { render(id: string, source: string): Promise<{ svg: string }> }

const decide = await decider()

/** Of each design the usual chart, and one in which every edge is taken: some are drawn only then. */
const CHARTS = DESIGNS.flatMap(({ id, graph }) =>
  [[], graph.edges.map(({ id: edge, to }): Step => ({ node: to, edge }))].map((steps) => ({
    id,
    source: mermaidWithPath(graph, steps),
    // As `layOutChart` draws it; packages/pictures tests that.
    ...drawnGraph(graph, steps),
  })),
)

test('mermaid draws every node and edge, for every design', async ({ page }) => {
  // Two charts of each design: half a minute, on a busy machine. Milliseconds.
  test.setTimeout(180_000)
  await page.setContent('<!doctype html><title>Charts</title>')
  await page.addScriptTag({ path: MERMAID })
  expect(new Set(CHARTS.map(({ id }) => id)).size).toBe(DESIGN_LIST.length)
  for (const { id, source, nodes, edges } of CHARTS) {
    const drawn = await page.evaluate(async (text) => {
      document.body.innerHTML = (await mermaid.render('chart', text)).svg
      return {
        nodes: [...document.querySelectorAll('g.node')].map(
          (node) => /flowchart-(.+)-\d+$/.exec(node.id)?.[1] ?? node.id,
        ),
        edges: [...document.querySelectorAll('path.flowchart-link')].map(
          (edge) => /L_(.+)_\d+$/.exec(edge.id)?.[1] ?? edge.id,
        ),
      }
    }, source)
    expect(drawn.nodes.toSorted(), id).toEqual(nodes.map((node) => node.id).sort())
    expect(drawn.edges.toSorted(), id).toEqual(edges.map(({ from, to }) => `${from}_${to}`).sort())
  }
})

test('the chart is there with the answer, does not move, and is the one that pictures and mermaid have', async ({
  playground,
  page,
}) => {
  const { chart } = playground
  const figure = page.getByRole('figure').locator('svg').first()
  await page.reload()
  await expect(figure).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('first-answer').length > 0)
  const place = await figure.boundingBox()
  await page.waitForLoadState('networkidle')
  expect(await figure.boundingBox()).toEqual(place)

  const { trace } = decide(FIRST.scenario)
  const design = DESIGNS.find(({ id }) => id === FIRST.scenario.design)
  if (trace === undefined || design === undefined) throw new Error('the first example is not decided')
  const { nodes, edges, width, height } = layOutWide(design.graph, layOutChart(design.graph, trace.steps))
  await chart.getByRole('button', { name: 'Whole chart' }).click()
  await expect(playground.node(/^403 Forbidden/)).toBeVisible()
  // In columns as soon as they are laid out.
  await expect.poll(() => figure.evaluate((svg: SVGSVGElement) => svg.viewBox.baseVal.width)).toBe(width)
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

  await playground.openDrawer('As mermaid')
  const image = playground.details.getByRole('img', { name: /as mermaid draws it\. 200: / })
  await expect(image).toBeVisible()
  expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300)
  const sideways = (): Promise<number> =>
    image.evaluate(({ parentElement: pane }) => (pane?.scrollWidth ?? 0) - (pane?.clientWidth ?? 0))
  expect(await sideways()).toBe(0)
  await playground.details.getByRole('button', { name: 'Full size' }).click()
  await expect.poll(sideways).toBeGreaterThan(0)
  await playground.details.getByRole('button', { name: 'Fit to the width' }).click()
  await playground.details.getByText('The text', { exact: true }).click()
  await expect(playground.details.getByText('flowchart TD')).toContainText(/linkStyle .*stroke-width:3px/)
  await expect(playground.node(/^Receive request/i)).toBeVisible()
  await expect(page.getByRole('figure')).toBeVisible()
})
