import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DESIGN_LIST } from '@authz-playground/engine'
import { expect, test } from '@playwright/test'
import { root } from '../scripts/files.mjs'

/** Mermaid as one script, of the version that the playground has. */
const MERMAID = join(dirname(createRequire(import.meta.url).resolve('mermaid/package.json')), 'dist/mermaid.min.js')

declare const mermaid: { render(id: string, source: string): Promise<{ svg: string }> }

test('every chart of docs/designs.md draws', async ({ page }) => {
  const text = readFileSync(join(root, 'docs/designs.md'), 'utf8')
  const charts = [...text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, source = '']) => source)
  expect(charts).toHaveLength(DESIGN_LIST.length)
  await page.setContent('<!doctype html><title>Charts</title>')
  await page.addScriptTag({ path: MERMAID })
  for (const [at, source] of charts.entries()) {
    const nodes = source.match(/^[\w-]+(?=[({])/gm) ?? []
    const drawn = await page.evaluate(
      async ([id, chart]) => {
        document.body.innerHTML = (await mermaid.render(id, chart)).svg
        return document.querySelectorAll('.node').length
      },
      [`chart${at}`, source] as const,
    )
    expect(drawn, source).toBe(nodes.length)
  }
})
