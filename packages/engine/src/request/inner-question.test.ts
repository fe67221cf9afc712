import { describe, expect, it } from 'vitest'
import { innerQuestion } from './inner-question.ts'

describe('a request without its impersonation', () => {
  it('is the command without its flags, asked as the impersonated user', () => {
    const text = 'kubectl auth can-i create pods --subresource exec --as=dana --as-group=my-group -n prod'
    expect(innerQuestion({ form: 'kubectl', text })).toEqual({
      request: { form: 'kubectl', text: 'kubectl auth can-i create pods --subresource exec -n prod' },
      requestor: { username: 'dana', groups: ['my-group', 'system:authenticated'] },
    })
  })

  it.each([
    ['kubectl --as dana get pods', 'kubectl get pods'],
    ['kubectl get pods --as=dana', 'kubectl get pods'],
    ['kubectl get pods \\\n  --as dana \\\n  -n prod', 'kubectl get pods \\\n  -n prod'],
    ['kubectl get pods \t\\\r\n  --as dana  --as-group=dev\t-n prod', 'kubectl get pods\t-n prod'],
    ['kubectl exec web --as dana -- sh --as eve', 'kubectl exec web -- sh --as eve'],
  ])('%s', (text, inner) => {
    expect(innerQuestion({ form: 'kubectl', text })?.request.text).toBe(inner)
  })

  it('has no headers of impersonation', () => {
    const text = 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: system:serviceaccount:ci:deployer\nAccept: text/plain\n'
    expect(innerQuestion({ form: 'http', text })).toEqual({
      request: { form: 'http', text: expect.not.stringContaining('Impersonate') },
      requestor: {
        username: 'system:serviceaccount:ci:deployer',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ci', 'system:authenticated'],
      },
    })
  })

  it('is not there where nobody is impersonated', () => {
    expect(innerQuestion({ form: 'kubectl', text: 'kubectl get pods' })).toBeUndefined()
    expect(innerQuestion({ form: 'kubectl', text: 'kubectl' })).toBeUndefined()
  })
})
