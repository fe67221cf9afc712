import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import '../../ui/reset.css'
import { EXAMPLES } from '@authz-playground/examples'
import { playground, workerApi } from '../../session/index.ts'
import { PolicyPane } from './PolicyPane.tsx'

beforeEach(() => void workerApi())
afterEach(cleanup)

/** The pane is low, so that most of the policy is out of view. */
async function open(id: string): Promise<void> {
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) throw new Error(`no example is called ${id}`)
  playground.getState().open({ scenario: example.scenario, exampleId: id })
  await render(
    <div style={{ inlineSize: 500, blockSize: 300, display: 'grid', gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' }}>
      <PolicyPane />
    </div>,
  )
  const { scenario } = playground.getState()
  await expect.poll(() => playground.getState().answered).toBe(scenario)
}

/** The numbers of the lines in view, in the text field or in Monaco, which replaces it. */
function linesInView(): readonly number[] {
  const editor = document.querySelector('.monaco-editor') ?? document.querySelector('textarea')
  if (editor === null) return []
  const { top, bottom } = editor.getBoundingClientRect()
  return [...document.querySelectorAll('[class*=number]')]
    .filter((number) => {
      const line = number.getBoundingClientRect()
      return line.top >= top && line.bottom <= bottom
    })
    .map(({ textContent }) => Number(textContent))
}

const offsetOf = (line: number): number =>
  playground
    .getState()
    .scenario.policy.split('\n', line - 1)
    .join('\n').length + 1

it('a step that the player reached and a goal that is pointed at show their lines, without the focus', async () => {
  await open('docs-user-list')
  expect(linesInView()).toContain(1)
  const first = playground.getState().answer?.trace?.steps.findIndex(({ check }) => check !== undefined) ?? -1
  playground.getState().lookUp(first)
  await expect.poll(linesInView).not.toContain(1)
  expect(document.activeElement).toBe(document.body)

  await expect.poll(() => linesInView().includes(2)).toBe(false)
  playground.getState().point({ kind: 'text', source: 'policy', offset: offsetOf(2) })
  await expect.poll(linesInView).toContain(2)
  playground.getState().point(undefined)
  await expect.poll(linesInView).not.toContain(2)
  expect(document.activeElement).toBe(document.body)
})
