import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadDesigns } from '@authz-playground/engine'
import { ARGUMENTS } from '@authz-playground/examples/arguments'
import { describe, expect, it } from 'vitest'
import { root } from '../files.mjs'
import { anchor } from './markdown.ts'
import { headingOf } from './one-design.ts'
import { DESIGNS_PAGE, designsPage } from './page.ts'

const DESIGNS = await loadDesigns()

const written = readFileSync(join(root, DESIGNS_PAGE), 'utf8')
const headings = [...written.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

describe('docs/designs.md', () => {
  it('says what is computed today', { timeout: 600_000 }, () => {
    expect(written === designsPage(), 'docs/designs.md is stale: run pnpm docs:designs').toBe(true)
  })

  it('has of each design five lines, its sources, its chart, its assumptions, and what was found', () => {
    for (const design of DESIGNS) {
      const [, section = ''] = written.split(`### ${headingOf(design)}\n`)
      const own = section.split('\n### ')[0]?.split('\n## ')[0] ?? ''
      expect(own.match(/^- \*\*(Checks|Identity|Headers|Error|Audit)\.\*\* /gm), design.id).toHaveLength(5)
      expect(own).toContain('\nWritten down in ')
      expect(own.match(/^```mermaid\n---\nconfig:\n {2}layout: dagre\n---\nflowchart TD\n/gm)).toHaveLength(1)
      expect(own).toMatch(/^\*\*Assumed/m)
      expect(own).toMatch(/^\*\*Found\.\*\* /m)
    }
  })

  it('links to headings that it has', () => {
    const named = [...written.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => `#${id}`)
    expect(new Set(named).size).toBe(named.length)
    const anchors = new Set([...headings.map(anchor), ...named])
    const links = [...written.matchAll(/\]\((#[^)]+)\)/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThanOrEqual(DESIGNS.length)
    expect(links.filter((link) => link === undefined || !anchors.has(link))).toEqual([])
    expect(new Set(headings).size).toBe(headings.length)
  })

  it('links to files that a clone has, and to no playground', () => {
    const links = [...written.matchAll(/\]\((?!#|https:)([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThanOrEqual(ARGUMENTS.length)
    expect(links.filter((link) => !existsSync(join(root, dirname(DESIGNS_PAGE), link)))).toEqual([])
  })

  it('has tables whose rows are as wide as their heads', () => {
    const tables = written
      .trim()
      .split('\n\n')
      .filter((block) => block.startsWith('| '))
    expect(tables.length).toBeGreaterThan(9)
    for (const table of tables) {
      const widths = table.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length)
      expect(new Set(widths).size, table.slice(0, 200)).toBe(1)
    }
  })
})
