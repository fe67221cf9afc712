import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import {
  readCourse,
  readDesign,
  readHandIn,
  readLinkHash,
  readScenarioDocument,
  recognise,
  writeScenarioDocument,
} from '@authz-playground/engine/documents'
import { readAuthorizationConfig, readObjects, readWebhook } from '@authz-playground/engine/internal/cluster'
import { beginningFrom } from '@authz-playground/engine/internal/design-text'
import { readReview } from '@authz-playground/engine/internal/review'
import { packed, readGoalsDocument } from '@authz-playground/engine/internal/scenario-file'
import { readJsonTexts } from '@authz-playground/engine/internal/yaml'
import { ObservationReader } from '@authz-playground/engine/logs'
import { EXAMPLES } from '@authz-playground/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PACKAGES } from './command-lines.ts'

/** Names that every object of JavaScript has. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__']

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly (string | number)[]

const readValue = (text: string): Json =>
  JSON.parse(JSON.stringify(readJsonTexts(text, 'document', { longest: 1 << 28 }).documents[0]?.value))

const courses = readdirSync(join(PACKAGES, 'courses'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\/course\.yaml$/.test(path) && !path.includes('node_modules'))
  .slice(0, 1)
  .map((path) => readValue(readFileSync(join(PACKAGES, 'courses', path), 'utf8')))

const scenarios = EXAMPLES.filter((_, index) => index % 25 === 0).map(({ title, scenario }) =>
  readValue(writeScenarioDocument({ title, explanation: '', expect: [], scenario })),
)

const RBAC = { apiVersion: 'rbac.authorization.k8s.io/v1' }
const REF = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' }

/** The readers of documents, and documents for each. */
const KINDS: Readonly<
  Record<string, { readonly read: (text: string) => unknown; readonly documents: readonly Json[] }>
> = {
  scenario: { read: readScenarioDocument, documents: scenarios },
  link: { read: (text) => readLinkHash(`#z1/${packed(text)}`), documents: scenarios.slice(0, 3) },
  goals: {
    read: readGoalsDocument,
    documents: [{ version: 2, goals: ['nobody can get secrets', 'jane can get pods in prod'] }],
  },
  course: {
    // The edition is a checksum of the whole text.
    read: (text) => {
      const { course, ...rest } = readCourse(text)
      return { ...rest, course: course && { ...course, edition: '' } }
    },
    documents: courses,
  },
  'hand-in': {
    read: readHandIn,
    documents: [
      {
        version: 1,
        handIn: 'a',
        edition: 'b',
        lessons: { a: { done: true, policy: 'x', request: { form: 'http', text: 'x' }, tries: [{ guess: 'x' }] } },
        seal: 'c',
      },
    ],
  },
  AuthorizationConfiguration: {
    read: (text) => readAuthorizationConfig(text, CEL),
    documents: [
      {
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'AuthorizationConfiguration',
        authorizers: [
          {
            type: 'Webhook',
            name: 'a',
            webhook: {
              timeout: '3s',
              subjectAccessReviewVersion: 'v1',
              matchConditionSubjectAccessReviewVersion: 'v1',
              failurePolicy: 'Deny',
              authorizedTTL: '1s',
              unauthorizedTTL: '1s',
              connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/x' },
              matchConditions: [{ expression: 'request.user != "a"' }],
            },
          },
          { type: 'RBAC', name: 'r' },
        ],
      },
    ],
  },
  webhook: {
    read: readWebhook,
    documents: [[{ user: 'a', verb: 'get', answer: 'Allow' }], { webhooks: { a: [{ answer: 'Allow' }] } }],
  },
  policy: {
    read: readPolicy,
    documents: [
      {
        ...RBAC,
        kind: 'Role',
        metadata: { name: 'a', namespace: 'b', labels: { a: 'b' } },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      },
      {
        ...RBAC,
        kind: 'RoleBinding',
        metadata: { name: 'a', namespace: 'b' },
        roleRef: REF,
        subjects: [{ kind: 'User', name: 'x', apiGroup: 'rbac.authorization.k8s.io' }],
      },
      {
        ...RBAC,
        kind: 'ClusterRole',
        metadata: { name: 'a' },
        aggregationRule: {
          clusterRoleSelectors: [
            { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
          ],
        },
        rules: [],
      },
    ],
  },
  objects: {
    read: readObjects,
    documents: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a', namespace: 'b' },
        spec: { nodeName: 'n', volumes: [{ name: 'x', secret: { secretName: 'a' } }], containers: [{ name: 'a' }] },
      },
    ],
  },
  review: {
    read: readReview,
    documents: [
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: {
          user: 'a',
          groups: ['b'],
          extra: { a: ['b'] },
          resourceAttributes: {
            verb: 'get',
            resource: 'pods',
            labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
          },
        },
      },
    ],
  },
  design: {
    read: (text) => readDesign(text, CEL),
    documents: ['constrained', 'boundary'].map((id) => readValue(beginningFrom(id))),
  },
  'audit event': {
    read: (text) => {
      const reader = new ObservationReader()
      reader.begin('audit.log')
      reader.read(new TextEncoder().encode(`${text.replaceAll('\n', ' ')}\n`))
      reader.end()
      return [reader.observation(), recognise(text)]
    },
    documents: [
      {
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
        level: 'Metadata',
        auditID: 'a',
        stage: 'ResponseComplete',
        requestURI: '/api/v1/namespaces/prod/pods/web',
        verb: 'get',
        user: { username: 'jane', groups: ['devs'], extra: { a: ['b'] } },
        impersonatedUser: { username: 'joe', groups: ['ops'] },
        objectRef: { resource: 'pods', namespace: 'prod', name: 'web', apiVersion: 'v1' },
        responseStatus: { code: 403, metadata: {} },
        annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': 'a' },
        requestReceivedTimestamp: '2026-11-28T10:00:00.000000Z',
      },
    ],
  },
}

/** The places of a value that hold a mapping or a text. */
function* places(value: Json, path: Path = []): Generator<Path> {
  if (typeof value === 'string' || isMapping(value)) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value))
    yield* places(one, [...path, Array.isArray(value) ? Number(key) : key])
}

const isMapping = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a value in which the mapping at a place has one more key, or the text there is that name. */
function changed(value: Json, at: Path, name: string, added: string): string {
  if (at.length === 0) {
    if (!isMapping(value)) return JSON.stringify(name)
    const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`)
    return `{${pairs.toSpliced(Math.ceil(pairs.length / 2), 0, `${JSON.stringify(name)}: ${added}`).join(',\n')}}`
  }
  const [first, ...rest] = at
  const parts = Object.entries(value as Record<string, Json>).map(([key, one]): readonly [string, string] => [
    key,
    key === String(first) ? changed(one, rest, name, added) : JSON.stringify(one),
  ])
  if (Array.isArray(value)) return `[${parts.map(([, text]) => text).join(',\n')}]`
  return `{${parts.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(',\n')}}`
}

/** What was read, as a text in which the name does not matter. */
const said = (read: unknown, name: string): string => JSON.stringify(plain(read, new Set())).replaceAll(name, 'NAME')

/** Without what leads back to itself. Maps and sets are lists. */
function plain(value: unknown, within: ReadonlySet<unknown>): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (within.has(value)) return 'itself'
  const inside = new Set([...within, value])
  if (Symbol.iterator in value) return [...(value as Iterable<unknown>)].map((one) => plain(one, inside))
  return Object.entries(value).map(([key, one]) => [key, plain(one, inside)])
}

describe('a name that every object of JavaScript has is read as any other', () => {
  it.each(Object.entries(KINDS))('in documents of the kind: %s', async (_, { read, documents }) => {
    const all = documents.flatMap((document) => [...places(document)].map((at) => ({ document, at })))
    const picked = fc.record({
      place: fc.constantFrom(...all),
      name: fc.constantFrom(...INHERITED),
      added: fc.constantFrom('{"polluted": 1}', '"x"', 'null', '["a"]'),
    })
    await fc.assert(
      fc.asyncProperty(picked, async ({ place: { document, at }, name, added }) => {
        const other = name.replace(/[a-z]/g, 'q').replace(/[A-Z]/g, 'Q')
        const [inherited, plainName] = await Promise.all(
          [name, other].map(async (one) => said(await read(changed(document, at, one, added)), one)),
        )
        expect(inherited).toBe(plainName)
      }),
      { numRuns: 60 },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
