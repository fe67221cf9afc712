import { attributesOf, readHTTP } from '../http/index.ts'
import { userInfo } from '../kube/index.ts'
import type { ChangedField } from './fields.ts'
import { ChangeReader, type ChangeTexts, type ReadChange } from './read-change.ts'
import type { ParameterLanguage } from './schema.ts'

/** The changes of a request in raw HTTP. */
export function readChangeOf(text: string, texts: ChangeTexts = {}, language?: ParameterLanguage): ReadChange {
  const { request } = readHTTP(text)
  if (request === undefined) throw new Error('no request')
  const attributes = attributesOf(request, userInfo({ username: 'u' }))
  if (!attributes.ok) throw new Error(attributes.message)
  return new ChangeReader(language).read(texts, request, { form: 'http', text }, attributes.attributes)
}

/** The changed fields that a client sends. Throws where they cannot be computed. */
export function sent(text: string, texts: ChangeTexts = {}): readonly ChangedField[] {
  const { change, diagnostics } = readChangeOf(text, texts)
  if (change.kind !== 'fields') throw new Error(`${change.kind}: ${diagnostics.map(({ message }) => message).join()}`)
  return change.sent
}

/** Their paths. */
export function paths(text: string, texts: ChangeTexts = {}): readonly string[] {
  return sent(text, texts).map(({ path }) => path)
}

export const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: prod
  labels: {app: web}
  finalizers: [example.com/keep]
spec:
  containers:
  - name: app
    image: app:1
  - name: log
    image: log:1
status:
  conditions:
  - {type: Ready, status: "True"}
  - {type: SuperSafe, status: "False"}
`

const PATH = '/api/v1/namespaces/prod/pods/web'

export function put(body: string, path = PATH): string {
  return `PUT ${path} HTTP/1.1\nContent-Type: application/json\n\n${body}`
}

export type PatchType = 'json-patch+json' | 'merge-patch+json' | 'strategic-merge-patch+json' | 'apply-patch+yaml'

export function patch(type: PatchType, body: string, path = PATH): string {
  return `PATCH ${path} HTTP/1.1\nContent-Type: application/${type}\n\n${body}`
}
