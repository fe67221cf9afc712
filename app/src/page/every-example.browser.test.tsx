import { EXAMPLES, type Example } from '@authz-playground/examples'
import { useRef } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/tokens.css'
import '../ui/reset.css'
import { loadExamples } from '../dialogs/gallery/index.ts'
import { Timeline } from '../panes/timeline/index.ts'
import { openExample, playground, workerApi } from '../session/index.ts'
import { AboutScenario } from './AboutScenario.tsx'
import { useShown } from './shown.ts'

/** What the page says of each example, and the checks that it lists; `e2e/every-example.spec.ts` opens them on the whole page. */
function AboutAndTimeline() {
  const place = useRef<HTMLDivElement>(null)
  const shown = useShown()
  return (
    <>
      <div ref={place}>
        <AboutScenario
          key={shown.exampleId}
          shown={shown}
          place={place}
          onExample={() => undefined}
          onOpen={() => undefined}
        />
      </div>
      <Timeline />
    </>
  )
}

const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

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

const wordsOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
/** Kubernetes nouns have another font instead of backticks. */
const shownWords = (words: string): string => words.replaceAll('`', '')

async function expectAsItSays(example: Example): Promise<void> {
  const { id, sentence, note, expect: must } = example
  openExample(example)
  await expect.poll(() => playground.getState().answered, { message: id, interval: 10 }).toBe(example.scenario)
  const button = page.getByRole('button', { name: 'About this scenario', expanded: false })
  await expect.element(button).toBeVisible()
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const about = page.getByRole('region', { name: 'About this scenario' })
  await expect.element(about).toBeVisible()
  for (const words of [sentence, note ?? '']) expect(wordsOf(about.element())).toContain(shownWords(words))
  const checks = page.getByRole('button', { name: /^Check \d+: / })
  await expect.poll(() => checks.elements().length, { message: id, interval: 10 }).toBe(must.checks.length)
  for (const [at, check] of checks.elements().entries())
    expect(wordsOf(check), id).toMatch(asListed(must.checks[at] ?? ''))
}

beforeEach(() => void workerApi())

it('each example has its words, and lists the checks that it states', async () => {
  await loadExamples()
  await render(<AboutAndTimeline />)
  for (const example of EXAMPLES) await expectAsItSays(example)
})
