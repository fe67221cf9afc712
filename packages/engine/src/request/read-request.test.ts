import { describe, expect, it } from 'vitest'
import { printCurl } from '../curl/index.ts'
import type { RequestForm } from '../http/index.ts'
import { fieldsOf, printHTTP, withFields } from '../http/index.ts'
import { printKubeconfig, printKubectl } from '../kubectl/index.ts'
import { printClientGo } from './client-go.ts'
import { detectForm, readRequest } from './read-request.ts'

describe('the form of a pasted text', () => {
  it('is detected from its beginning', () => {
    const forms: readonly (readonly [string, RequestForm | undefined])[] = [
      ['kubectl get pods', 'kubectl'],
      ['  \n# list them\n$ kubectl get pods', 'kubectl'],
      ['k get pods', 'kubectl'],
      ['root@node:~# sudo KUBECONFIG=x kubectl get pods', 'kubectl'],
      ['/usr/local/bin/kubectl get pods', 'kubectl'],
      ['PS C:\\Users\\me> kubectl.exe get pods', 'kubectl'],
      ['curl -k https://localhost:6443/api', 'curl'],
      ['$ curl \\\n  https://localhost:6443/api', 'curl'],
      ['GET /api/v1/pods HTTP/1.1\nHost: x', 'http'],
      ['\ufeffOPTIONS https://localhost:6443/api', 'http'],
      ['DELETE /api/v1/namespaces/curl', 'http'],
      ['watch -n 2 kubectl get pods', 'kubectl'],
      ['time kubectl get pods', 'kubectl'],
      ['cat <<EOF | kubectl apply -f -\nkind: Pod\nEOF', 'kubectl'],
      ['$ echo "{}" | kubectl create -f -', 'kubectl'],
      ['cat pods.txt', undefined],
      ['helm install', undefined],
      ['kubectlx get pods', undefined],
      ['', undefined],
      ['# kubectl get pods', undefined],
      ['Impersonate-User: jane', undefined],
      ['{"kind":"Pod"}', undefined],
      ['apiVersion: authorization.k8s.io/v1\nkind: SubjectAccessReview\n', 'review'],
      ['{"spec":{},"kind":"SelfSubjectAccessReview"}', 'review'],
      ['kind: SelfSubjectRulesReview\n', undefined],
      ['kind: Role\nmetadata: {annotations: {a: SubjectAccessReview}}\n', undefined],
    ]
    for (const [text, form] of forms) expect(detectForm(text), text).toBe(form)
  })
})

describe('one request in every form', () => {
  it('is the same from each form', () => {
    const sources = [
      { form: 'http', text: 'GET /api/v1/namespaces/prod/pods?limit=500\nImpersonate-User: jane\n' },
      { form: 'kubectl', text: 'kubectl get pods -n prod --as jane' },
      { form: 'curl', text: `curl -H 'Impersonate-User: jane' 'https://h/api/v1/namespaces/prod/pods?limit=500'` },
    ] as const
    for (const source of sources) {
      const { request } = readRequest(source)
      expect(request && printHTTP(request).text, source.form).toBe(
        'GET /api/v1/namespaces/prod/pods?limit=500 HTTP/1.1\nImpersonate-User: jane\n',
      )
    }
  })

  it('can be printed in every form and read back, from a request with everything in it', () => {
    const text =
      'PATCH /apis/apps/v1/namespaces/prod/deployments/web\nImpersonate-User: jane\nImpersonate-Group: a b\n' +
      'Impersonate-Extra-example.com%2fscopes: x\nContent-Type: application/merge-patch+json\n\n{"spec":{"replicas":3}}'
    const { request } = readRequest({ form: 'http', text })
    if (request === undefined) throw new Error('no request')
    const fields = fieldsOf(request)
    for (const [form, print] of [
      ['kubectl', printKubectl],
      ['curl', printCurl],
      ['http', printHTTP],
    ] as const) {
      const back = readRequest({ form, text: print(request).text }).request
      expect(back && fieldsOf(back), form).toMatchObject({ resource: fields.resource, impersonate: fields.impersonate })
      expect(back?.body, form).toBe(request.body)
    }
  })
})

const MANY = 10_000
/** Milliseconds, for busy machines. */
const PATIENCE = 60_000

describe('hostile input', { timeout: PATIENCE }, () => {
  const pieces = [
    'a ',
    '$a ',
    '\0',
    '\u2018',
    '{a,b}',
    '--foo ',
    'a/b ',
    'a,',
    '-n',
    '--as-user-extra=__proto__=1 ',
    '%zz',
    '/..',
    'a&',
    '&',
    '-H a:b ',
    '\\\n',
    '<<E\n',
    '`',
    '$(',
    '\ud800',
    '=',
    '\n',
  ]
  for (const start of [
    'kubectl get pods ',
    'kubectl label pod x ',
    'kubectl get --raw=/',
    'kubectl exec x -- ',
    'curl https://h/',
    'curl -H ',
    '',
  ]) {
    it(`after ${JSON.stringify(start)} is read and shown without a throw`, () => {
      for (const piece of pieces) {
        const text = start + piece.repeat(MANY / piece.length)
        const form = detectForm(text) ?? 'kubectl'
        const { request, diagnostics } = readRequest({ form, text })
        expect(diagnostics.length, JSON.stringify(piece)).toBeLessThanOrEqual(502)
        if (request === undefined) continue
        for (const print of [printHTTP, printKubectl, printCurl, printClientGo])
          expect(print(request).text).not.toBe('')
        expect(printKubeconfig(request, piece).text).not.toBe('')
        expect(withFields(request, fieldsOf(request))).toBe(request)
      }
    })
  }

  it('of five megabytes is answered with the first errors', () => {
    for (const form of ['kubectl', 'curl'] as const) {
      const { diagnostics } = readRequest({ form, text: `${form} ${'x '.repeat(2_500_000)}` })
      expect(diagnostics.some(({ code }) => code === 'command-too-long')).toBe(true)
    }
  })
})
