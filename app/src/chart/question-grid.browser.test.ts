import { type Design, decider, loadDesigns } from '@authz-playground/engine'
import { chartStateAt, gridRunOf, layOutQuestionGrid } from '@authz-playground/pictures'
import { drawQuestionGrid, type Shown } from '@authz-playground/pictures/dom'
import '@authz-playground/pictures/chart.css'
import { expect, it } from 'vitest'
import '../ui/tokens.css'

const decide = await decider()
const DESIGN = (await loadDesigns()).find(({ id }) => id === 'constrained') as Design
const { trace, request } = decide({
  version: 2,
  policy: '',
  requestor: { username: 'ctl', groups: ['system:authenticated'] },
  request: { form: 'http', text: 'GET /api/v1/namespaces/default/pods HTTP/1.1\nImpersonate-User: jane\n' },
  design: 'constrained',
  cluster: { version: '1.36', constrainedImpersonation: true, authorizationModes: ['RBAC'] },
})

function drawn(more: Partial<Shown> = {}) {
  if (trace === undefined || request.request === undefined) throw new Error('the request is not decided')
  const { steps } = trace
  const grid = layOutQuestionGrid(DESIGN.graph, gridRunOf(trace, request.request), { width: 700 })
  const drawing = drawQuestionGrid(grid)
  document.body.replaceChildren(drawing.svg)
  const state = chartStateAt(DESIGN.graph, trace, { position: steps.length - 1, phase: 'done' })
  const highlights = { nodes: new Set<string>(), edges: new Set<string>() }
  const show = (other: Partial<Shown>) => drawing.show({ state, steps, highlights, fresh: false, ...more, ...other })
  show({})
  return { drawing, show, steps }
}

it('keeps the words of each cell in its box, in the typeface of this browser', () => {
  const { drawing } = drawn()
  for (const [id, node] of drawing.nodes) {
    const outline = node.querySelector('rect.outline')?.getBoundingClientRect()
    if (outline === undefined) continue
    for (const text of node.querySelectorAll('text')) {
      const words = text.getBoundingClientRect()
      expect(words.left, id).toBeGreaterThanOrEqual(outline.left)
      expect(words.right, id).toBeLessThanOrEqual(outline.right)
    }
  }
})

it('lights up the nodes that are pointed at, and draws the way of the request', () => {
  const { drawing, show } = drawn()
  show({ highlights: { nodes: new Set(['A4']), edges: new Set() } })
  expect(drawing.nodes.get('A4')?.hasAttribute('data-highlighted')).toBe(true)
  expect(drawing.nodes.get('L')?.hasAttribute('data-highlighted')).toBe(false)
  const taken = [...drawing.svg.querySelectorAll<SVGElement>('.edge[data-look="passed"]')]
  expect(taken.map(({ dataset }) => dataset.edge).toSorted()).toEqual(['A4:no', 'A:enabled', 'B:user-info', 'L:no'])
})

it('names the lines of a nearly fitting rule, and where a text pauses it', () => {
  const { drawing, show } = drawn({ nearly: new Map([['A4', ['nearly: lines 30–34']]]) })
  expect(drawing.svg.querySelector('.note[data-to="A4"] .lines')?.textContent).toBe('lines 30–34')
  expect(drawing.svg.querySelector('.pause')?.textContent).toBe('')
  show({ paused: { words: ['Paused at line 33'] } })
  expect(drawing.svg.querySelector('.pause')?.textContent).toBe('Paused at line 33')
  expect(drawing.svg.hasAttribute('data-paused')).toBe(true)
})

it('has a link to the line where a text pauses it, for the mouse and the keyboard, which keeps the focus', () => {
  let gone = 0
  const paused = { words: ['Paused at line 33'], go: () => gone++ }
  const { drawing, show } = drawn({ paused })
  const link = drawing.svg.querySelector<SVGElement>('[role=link]')
  expect(link?.textContent).toBe('Paused at line 33')
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  link?.focus()
  show({ paused })
  expect(document.activeElement).toBe(link)
  link?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  expect(gone).toBe(2)
  show({ paused: { words: ['The webhook did not answer.'] } })
  expect(drawing.svg.querySelector('[role=link]')).toBeNull()
})

it('has the token where the request is', () => {
  const { drawing, steps } = drawn()
  drawing.moveToken(steps, { position: steps.length - 1, phase: 'done' }, 0)
  const token = drawing.svg.querySelector('.token')?.getBoundingClientRect()
  const end = drawing.nodes.get('forbidden')?.getBoundingClientRect()
  expect(Math.abs((token?.bottom ?? 0) - (end?.top ?? 0))).toBeLessThan(8)
})
