import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mermaidChart } from '@authz-playground/engine'
import { stepsOf } from '@authz-playground/pictures'
import { root } from '../files.mjs'
import { variantsDrawn } from './variants.ts'

/** The files that say where everything in a chart goes, and how large its words are. */
const DRAWING = [
  'app/src/chart/drawing/ahead.ts',
  'app/src/chart/drawing/chart-words.module.css',
  'app/src/chart/drawing/drawing.ts',
  'app/src/chart/drawing/markup-of.ts',
  'app/src/chart/drawing/render-chart.ts',
  'app/src/ui/reset.css',
  'app/src/ui/tokens.css',
  'packages/pictures/src/layout/columns.ts',
  'packages/pictures/src/layout/geometry.ts',
  'packages/pictures/src/layout/layout.ts',
  'packages/pictures/src/layout/path-points.ts',
  'packages/pictures/src/layout/routes.ts',
  'scripts/charts/written.ts',
]

/** What the charts are made of, as hashes: where one differs, they are stale. */
export interface MadeOf {
  readonly mermaid: string
  readonly drawing: Readonly<Record<string, string>>
  /** The source of each chart, by design and variant. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export function madeOf(): MadeOf {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    mermaid: dependencies.mermaid,
    drawing: Object.fromEntries(
      DRAWING.map((path) => [path, hashOf(withoutComments(readFileSync(join(root, path), 'utf8')))]),
    ),
    sources: Object.fromEntries(
      [...variantsDrawn()].map(([{ id, graph }, variants]) => [
        id,
        Object.fromEntries(
          variants.map((variant) => [variant, hashOf(mermaidChart(graph, stepsOf(graph, variant)).source)]),
        ),
      ]),
    ),
  }
}

/** Comments and the breaks between lines draw nothing. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
