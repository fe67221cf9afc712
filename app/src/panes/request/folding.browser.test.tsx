import { FIRST } from '@authz-playground/examples/first'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import '../../ui/reset.css'
import { goTo, playground, showAudience, unfold, workerApi } from '../../session/index.ts'
import { RequestPane } from './RequestPane.tsx'

const { scenario } = FIRST
const folded = page.getByRole('button', { name: /^Request/, expanded: false })
const opened = page.getByRole('button', { name: /^Request/, expanded: true })
const line = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  void workerApi()
  showAudience('learn')
  unfold('request', false)
})
afterEach(cleanup)

/** The pane with a request of the first example. */
async function show(change: Partial<typeof scenario> = {}): Promise<void> {
  playground.getState().pin(undefined)
  playground.getState().point(undefined)
  playground.getState().open({ scenario: { ...scenario, ...change }, exampleId: FIRST.id })
  await render(
    <div style={{ inlineSize: 300 }}>
      <RequestPane />
    </div>,
  )
  await expect.poll(() => playground.getState().answered).toBe(playground.getState().scenario)
}

it('reads as kubectl in Learn, where kubectl can send the request, and as it is written elsewhere', async () => {
  const sender = 'by service account default/my-controller'
  await show()
  await expect
    .element(line(`Request: kubectl get pods -n default --as=jane.doe@example.com, ${sender}`))
    .toHaveAttribute('aria-expanded', 'false')
  showAudience('debug')
  await expect
    .element(line(`Request: GET /api/v1/namespaces/default/pods as jane.doe@example.com, ${sender}`))
    .toBeVisible()
  await cleanup()

  showAudience('learn')
  await show({ request: { form: 'http', text: 'OPTIONS /version HTTP/1.1' }, requestor: { username: 'jane' } })
  await expect.element(line('Request: OPTIONS /version, by jane, a user')).toBeVisible()
})

it('opens into the form, on kubectl for readers, and is remembered', async () => {
  await show()
  await expect.element(page.getByRole('tablist')).not.toBeInTheDocument()
  await folded.click()
  await expect.element(page.getByRole('tab', { name: 'kubectl', selected: true })).toBeVisible()
  await opened.click()
  await expect.element(page.getByRole('tablist')).not.toBeInTheDocument()
  await folded.click()
  await cleanup()
  await show()
  await expect.element(opened).toBeVisible()
})

it('is lit while something is about it, and opens for who goes to a place in it, who can fold it again', async () => {
  await show()
  await expect.element(folded).toBeVisible()
  const ground = () => getComputedStyle(folded.element().parentElement ?? document.body).backgroundColor
  const quiet = ground()
  playground.getState().point({ kind: 'request', offset: 0 })
  await expect.poll(ground).not.toBe(quiet)
  playground.getState().point(undefined)
  await expect.poll(ground).toBe(quiet)

  goTo({ kind: 'request', offset: scenario.request.text.indexOf('Impersonate-User') })
  await expect.element(page.getByRole('tab', { name: /^HTTP/, selected: true })).toBeVisible()
  await opened.click()
  await expect.element(folded).toBeVisible()
})

it('opens for an error; folded it says which, and leads to its line', async () => {
  await show()
  await expect.element(folded).toBeVisible()
  const text = `${scenario.request.text.split('\n', 1)[0]}\nthis is not a header`
  playground.getState().edit({ subject: 'request', change: { request: { form: 'http', text } } })
  await expect.element(page.getByRole('tab', { name: /^HTTP/, selected: true })).toBeVisible()
  await opened.click()
  const error = page.getByRole('button', { name: /^Line 2: .*this is not a header/ })
  await expect.element(error).toBeVisible()
  await error.click()
  await expect.element(page.getByRole('list', { name: 'Problems in the request' })).toBeVisible()
})

it('says which of several requests it is', async () => {
  const { request, requestor } = scenario
  await show({ earlier: [{ request, requestor }], after: 1 })
  await expect.element(page.getByRole('button', { name: /^Request 2 of 2: kubectl get pods/ })).toBeVisible()
  await expect.element(page.getByText('request 2 of 2')).toBeVisible()
})

it('keeps a note about the user in its place while the next answer comes', async () => {
  unfold('request', true)
  await show({ requestor: { username: 'bob' } })
  const note = page.getByText(/^No binding of the policy names the user “bob”/)
  await expect.element(note).toBeVisible()

  const gone: string[] = []
  const seen = new MutationObserver(() => {
    if (!/No binding of the policy names the user/.test(document.body.textContent)) gone.push(document.body.textContent)
  })
  seen.observe(document.body, { childList: true, subtree: true, characterData: true })
  for (const username of ['bobb', 'bobby']) {
    playground.getState().edit({ subject: 'requestor', change: { requestor: { username } } })
    await expect.element(page.getByText(`No binding of the policy names the user “${username}”`)).toBeVisible()
  }
  seen.disconnect()
  expect(gone).toEqual([])

  // The requestor of the example holds what it needs, and nothing is to be said of it.
  playground.getState().edit({ subject: 'requestor', change: { requestor: scenario.requestor } })
  await expect.element(page.getByText(/No binding of the policy names the user/)).not.toBeInTheDocument()
})
