import { expect, test } from 'vitest'
import { pastedRequest } from './pasted.ts'

test('a whole request is taken in the form that it has', () => {
  expect(pastedRequest('kubectl get pods --as=jane')?.form).toBe('kubectl')
  expect(pastedRequest("curl -k https://localhost:6443/api -H 'Impersonate-User: jane'")?.form).toBe('curl')
  expect(pastedRequest('GET /api/v1/pods HTTP/1.1\r\nImpersonate-User: jane\r\n')?.form).toBe('http')
})

test('the text stays as it was pasted', () => {
  const text = '$ kubectl get pods \\\n  --as=jane\n\0'
  expect(pastedRequest(text)).toEqual({ form: 'kubectl', text })
})

test('a text for a field is not a request', () => {
  for (const text of [
    '',
    'k',
    'curl',
    ' jane ',
    'Impersonate-User: jane',
    'system:masters',
    '/healthz',
    'app in (web)',
    '\0',
  ]) {
    expect(pastedRequest(text)).toBeUndefined()
  }
})
