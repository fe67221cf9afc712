import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stepsOf } from '@authz-playground/pictures'
import { root } from '../files.mjs'
import { DATA, type DrawnDesign, dataIndex, MADE_OF, rareFile, usualFile } from './data-files.ts'
import { madeOf } from './made-of.ts'
import { withCharts } from './measured.ts'
import { variantsDrawn } from './variants.ts'
import { writtenChart } from './written.ts'

const drawn = await withCharts(async (measure) => {
  const designs: DrawnDesign[] = []
  for (const [{ id, graph }, variants] of variantsDrawn()) {
    const charts: [string, string][] = []
    for (const variant of variants)
      charts.push([variant, writtenChart(graph, await measure(graph, stepsOf(graph, variant)))])
    designs.push({ id, charts: new Map(charts) })
    console.log(`${id}: ${variants.length} charts`)
  }
  return designs
})

const folder = join(root, DATA)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const design of drawn) {
  writeFileSync(join(folder, `${design.id}.ts`), usualFile(design))
  writeFileSync(join(folder, `${design.id}-rare.ts`), rareFile(design))
}
writeFileSync(join(folder, 'index.ts'), dataIndex(drawn.map(({ id }) => id)))
writeFileSync(join(root, MADE_OF), `${JSON.stringify(madeOf(), undefined, 2)}\n`)
