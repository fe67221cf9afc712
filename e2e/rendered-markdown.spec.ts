import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { COMMAND_LINE } from '../scripts/cli/built.ts'
import { root } from '../scripts/files.mjs'

/** Mermaid as one script, of the version that the playground has. */
const MERMAID = join(dirname(createRequire(import.meta.url).resolve('mermaid/package.json')), 'dist/mermaid.min.js')

declare const mermaid: { render(id: string, source: string): Promise<{ svg: string }> }

/** What the command line prints for a scenario. */
function rendered(form: string, ...flags: readonly string[]): string {
  const scenario = join(root, 'e2e/hugo/content/docs/impersonation/scenario.yaml')
  const args = [COMMAND_LINE, 'render', scenario, '-o', form, ...flags]
  return execFileSync(process.execPath, args, { encoding: 'utf8' })
}

test('the mermaid block of a rendered Markdown draws, with the way that was taken', async ({ page }) => {
  // The command line starts six times. Milliseconds.
  test.setTimeout(180_000)
  await page.setContent('<!doctype html><title>Chart</title>')
  await page.addScriptTag({ path: MERMAID })
  for (const design of ['constrained', 'proposal', 'fine-grained']) {
    await test.step(design, async () => {
      const markdown = rendered('markdown', '--design', design)
      const [, source = ''] = /^```mermaid\n([\s\S]*?)^```$/m.exec(markdown) ?? []
      expect(rendered('mermaid', '--design', design)).toBe(source)
      const drawn = await page.evaluate(async (chart) => {
        document.body.innerHTML = (await mermaid.render('chart', chart)).svg
        const heavy = [...document.querySelectorAll('.edgePaths path')].filter(
          (path) => getComputedStyle(path).strokeWidth === '3px',
        )
        return {
          nodes: document.querySelectorAll('.node').length,
          passed: [...document.querySelectorAll('.node.passed')].map((node) => node.textContent?.trim() ?? ''),
          heavy: heavy.length,
        }
      }, source)
      expect(drawn.nodes).toBe(source.match(/^[\w-]+(?=[({])/gm)?.length)
      expect(drawn.heavy).toBe(/^linkStyle ([\d,]+) stroke:#0969da/m.exec(source)?.[1]?.split(',').length)
      expect(drawn.passed.some((text) => /✓ \d* ?Allow|\(–\) NoOpinion/.test(text))).toBe(true)
    })
  }
})
