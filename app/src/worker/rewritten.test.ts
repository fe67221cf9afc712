import { type FieldChanges, fieldsOf, readHTTP } from '@authz-playground/engine/internal/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rewritten } from './rewritten.ts'

const changed = (text: string, changes: FieldChanges): string | undefined =>
  rewritten({ form: 'http', text }, changes)?.text

const WRITTEN = `# what the controller sends
GET  /api/v1/namespaces/default/pods   HTTP/1.1
accept: application/json
impersonate-user:   jane
this line is not a header
Impersonate-Group: a
# two groups
Impersonate-Group: b
User-Agent: me

body stays`

test('a changed header changes its line and no other', () => {
  expect(changed(WRITTEN, { impersonate: { username: 'joe' } })).toBe(
    WRITTEN.replace('impersonate-user:   jane', 'impersonate-user: joe'),
  )
})

test('a changed verb changes the request line and keeps its version', () => {
  expect(changed(WRITTEN, { resource: { verb: 'watch' } })).toBe(
    WRITTEN.replace(
      'GET  /api/v1/namespaces/default/pods   HTTP',
      'GET /api/v1/namespaces/default/pods?watch=true HTTP',
    ),
  )
})

test('a group is taken out with its line, and one is added after the last', () => {
  expect(changed(WRITTEN, { impersonate: { groups: ['b'] } })).toBe(
    WRITTEN.replace('Impersonate-Group: a', 'Impersonate-Group: b').replace(
      '# two groups\nImpersonate-Group: b\n',
      '# two groups\n',
    ),
  )
  expect(changed(WRITTEN, { impersonate: { groups: ['a', 'b', 'c'] } })).toBe(
    WRITTEN.replace('Impersonate-Group: b\n', 'Impersonate-Group: b\nImpersonate-Group: c\n'),
  )
})

test('nobody is impersonated once the headers are gone', () => {
  const nobody = { username: '', groups: [] }
  expect(changed(WRITTEN, { impersonate: nobody })).toBe(
    WRITTEN.replace('impersonate-user:   jane\n', '').replaceAll(/Impersonate-Group: .\n/g, ''),
  )
})

test('a header goes after a request line that ends the text', () => {
  expect(changed('GET /api/v1/pods', { impersonate: { username: 'jane' } })).toBe(
    'GET /api/v1/pods\nImpersonate-User: jane',
  )
})

test('Windows line ends and an indent stay, also in new lines', () => {
  expect(
    changed('  GET /api/v1/pods\r\n  Impersonate-User: jane\r\n', { impersonate: { groups: ['a'], uid: '7' } }),
  ).toBe('  GET /api/v1/pods\r\n  Impersonate-User: jane\r\n  Impersonate-Uid: 7\r\n  Impersonate-Group: a\r\n')
})

test('a changed body replaces the one after the blank line', () => {
  expect(changed(WRITTEN, { sends: { body: 'another\n\nbody' } })).toBe(
    WRITTEN.replace('body stays', 'another\n\nbody'),
  )
  expect(changed(WRITTEN, { sends: { body: '' } })).toBe(WRITTEN.replace('body stays', ''))
})

test('a first body goes after a blank line, in the line ends of the text', () => {
  const sends = { body: '{}', contentType: 'application/json' }
  expect(changed('PUT /api/v1/pods', { sends })).toBe('PUT /api/v1/pods\nContent-Type: application/json\n\n{}')
  expect(changed('PUT /api/v1/pods\r\n\r\n', { sends: { body: '{}' } })).toBe('PUT /api/v1/pods\r\n\r\n{}')
})

test('without a change the text stays as it is, whatever is wrong with it', () => {
  expect(changed(WRITTEN, {})).toBe(WRITTEN)
})

test('from a command the request is printed', () => {
  const written = { form: 'kubectl', text: 'kubectl get pods -n prod --as=jane' } as const
  const text = rewritten(written, { impersonate: { username: 'joe' } })?.text ?? ''
  expect(text.startsWith('GET /api/v1/namespaces/prod/pods')).toBe(true)
  expect(fieldsOf(readHTTP(text).request as never).impersonate.username).toBe('joe')
})

test('a text that is not a request gives nothing', () => {
  expect(rewritten({ form: 'http', text: 'nonsense' }, {})).toBeUndefined()
  expect(rewritten({ form: 'kubectl', text: '' }, {})).toBeUndefined()
})

test('a value that no header can carry is left out, and that is said', () => {
  const { text, gap } = rewritten({ form: 'http', text: 'GET /' }, { impersonate: { username: 'a\nb' } }) ?? {}
  expect(readHTTP(text ?? '').request?.headers).toEqual([])
  expect(gap).toBeDefined()
})

test('the text reads as the changed fields, whatever lines it had', () => {
  const line = fc.constantFrom(
    'Impersonate-User: jane',
    'impersonate-group: a',
    'Impersonate-Group:',
    'Impersonate-Extra-a%2fb: x',
    'no header at all',
    '# comment',
    ' folded',
    'Accept: */*',
  )
  const name = fc.constantFrom('', 'a', 'b', 'system:node:n1')
  const groups = fc.array(name, { maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      name,
      groups,
      (lines, end, username, wanted) => {
        const text = ['GET /api/v1/pods HTTP/1.1', ...lines, '', 'body'].join(end)
        const read = readHTTP(changed(text, { impersonate: { username, groups: wanted } }) ?? '')
        expect(read.request && fieldsOf(read.request).impersonate).toMatchObject({ username, groups: wanted })
        expect(read.request?.body).toBe('body')
        const unread = lines.filter((one) => one === 'no header at all' || one === ' folded')
        expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(unread.length)
      },
    ),
  )
})
