import type { RequestText } from '@authz-playground/engine'
import type { FieldChanges, PrintedRequest } from '@authz-playground/engine/internal/http'
import { beforeEach, expect, test } from 'vitest'
import { type FieldEdits, fieldEdits } from './field-edits.ts'

/** A request and a rewriter that answers when the test says so. */
let request: RequestText
let asked: { written: RequestText; changes: FieldChanges; answer(printed: PrintedRequest | undefined): Promise<void> }[]
let subjects: string[]
let edits: FieldEdits

beforeEach(() => {
  request = { form: 'kubectl', text: 'kubectl get pods' }
  asked = []
  subjects = []
  edits = fieldEdits({
    written: () => request,
    rewrite: (written, changes) =>
      new Promise((resolve) => {
        const answer = async (printed: PrintedRequest | undefined): Promise<void> => {
          resolve(printed)
          await new Promise((done) => setTimeout(done))
        }
        asked.push({ written, changes, answer })
      }),
    write(next, field) {
      request = next
      subjects.push(field)
    },
  })
})

const question = (index: number) => asked[index] ?? expect.fail(`only ${asked.length} questions were asked`)
/** The worker has decided the request as it is now. */
const decided = (): void => edits.settle(request)

test('typed text shows at once, and becomes the request as raw HTTP', async () => {
  edits.change('name', { name: 'web' })
  expect(edits.state().drafts).toEqual({ name: 'web' })
  expect(question(0)).toMatchObject({ written: { form: 'kubectl' }, changes: { resource: { name: 'web' } } })
  await question(0).answer({ text: 'GET /web' })
  expect(request).toEqual({ form: 'http', text: 'GET /web' })
  expect(subjects).toEqual(['name'])
})

test('a field shows the typed text until the answer to it is there', async () => {
  edits.change('name', { name: 'web' })
  decided()
  await question(0).answer({ text: 'GET /web' })
  expect(edits.state().drafts).toEqual({ name: 'web' })
  decided()
  expect(edits.state().drafts).toEqual({})
})

test('the focused field keeps the typed text with its blanks, until it loses the focus', async () => {
  edits.hold('username')
  edits.change('username', { username: 'jane ' })
  edits.change('verb', { verb: 'get' })
  await question(0).answer({ text: 'one' })
  await question(1).answer({ text: 'two' })
  decided()
  expect(edits.state().drafts).toEqual({ username: 'jane ' })
  edits.hold(undefined)
  expect(edits.state().drafts).toEqual({})
})

test('keystrokes that come while the text is being made go into the next one', async () => {
  edits.change('name', { name: 'w' })
  edits.change('name', { name: 'we' })
  edits.change('namespace', { namespace: 'prod' })
  expect(asked).toHaveLength(1)
  await question(0).answer({ text: 'GET /w' })
  expect(question(1)).toMatchObject({
    written: { form: 'http', text: 'GET /w' },
    changes: { resource: { name: 'we', namespace: 'prod' } },
  })
  decided()
  expect(edits.state().drafts).toEqual({ name: 'we', namespace: 'prod' })
  await question(1).answer({ text: 'GET /prod/we' })
  expect(request.text).toBe('GET /prod/we')
  expect(asked).toHaveLength(2)
})

test('a change of the request elsewhere wins', async () => {
  edits.change('name', { name: 'web' })
  request = { form: 'curl', text: 'curl localhost' }
  await question(0).answer({ text: 'GET /web' })
  expect(request.form).toBe('curl')
  expect(edits.state().drafts).toEqual({})
})

test('undo takes back what the fields show, also in the one with the focus', async () => {
  const before = request
  edits.hold('name')
  edits.change('name', { name: 'web' })
  await question(0).answer({ text: 'GET /web' })
  decided()
  request = before
  decided()
  expect(edits.state().drafts).toEqual({})
})

test('typing goes on after a change elsewhere, from there', async () => {
  edits.change('name', { name: 'web' })
  request = { form: 'http', text: 'GET /api' }
  edits.change('uid', { uid: '7' })
  expect(edits.state().drafts).toEqual({ uid: '7' })
  await question(0).answer({ text: 'GET /web' })
  expect(question(1)).toMatchObject({ written: { text: 'GET /api' }, changes: { impersonate: { uid: '7' } } })
  await question(1).answer({ text: 'GET /api uid' })
  expect(request.text).toBe('GET /api uid')
})

test('a change that raw HTTP cannot carry is not made, and why is said', async () => {
  const before = request
  edits.change('username', { username: 'a\0' })
  await question(0).answer({ text: 'GET /', gap: 'Raw HTTP cannot carry it.' })
  expect(request).toBe(before)
  expect(edits.state()).toEqual({ drafts: { username: 'a\0' }, refused: 'Raw HTTP cannot carry it.' })
  edits.change('username', { username: 'a' })
  await question(1).answer({ text: 'GET / a' })
  expect(edits.state()).toEqual({ drafts: { username: 'a' } })
})

test('where there is no request to change, that is said', async () => {
  edits.change('name', { name: 'web' })
  await question(0).answer(undefined)
  expect(edits.state().refused).toBe('There is no request to change.')
})

test('a change that changes nothing is not a step of undo', async () => {
  request = { form: 'http', text: 'GET /api' }
  edits.change('verb', { verb: 'list' })
  await question(0).answer({ text: 'GET /api' })
  expect(subjects).toEqual([])
  decided()
  expect(edits.state().drafts).toEqual({})
})
