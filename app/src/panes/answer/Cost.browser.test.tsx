import { EXAMPLES } from '@authz-playground/examples'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openExample, playground, usePlayground, workerApi } from '../../session/index.ts'
import { Cost } from './Cost.tsx'

function Shown() {
  const answer = usePlayground((now) => now.answer)
  return answer ? <Cost answer={answer} /> : null
}

async function open(id: string): Promise<void> {
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) throw new Error(`there is no example ${id}`)
  openExample(example)
  await expect.poll(() => playground.getState().answered).toBe(example.scenario)
}

beforeEach(() => void workerApi())

it('counts the reviews of the request, with caches cold and warm', async () => {
  await open('docs-user-delete')
  await render(<Shown />)
  await expect.element(page.getByRole('row', { name: 'The server has just started 4' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Again at once, after it was allowed 2' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Again at once, after it was refused 3' })).toBeVisible()
})

it('says that it does not count a command that asks a question', async () => {
  await open('docs-user-delete')
  const request = { form: 'kubectl', text: 'kubectl auth can-i list pods' } as const
  playground.getState().edit({ subject: 'request', change: { request } })
  await expect.poll(() => playground.getState().answered?.request).toEqual(request)
  await render(<Shown />)
  await expect.element(page.getByText(/^The most reviews are not counted here: /)).toBeVisible()
})
