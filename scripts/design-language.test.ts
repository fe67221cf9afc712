import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decider, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { designOf, readDesign } from '@authz-playground/engine/documents'
import { THREAD_DESIGNS } from '@authz-playground/engine/internal/design-text'
import { expect, it } from 'vitest'
import { root } from './files.mjs'

const PAGE = readFileSync(join(root, 'docs', 'design-language.md'), 'utf8')
const BLOCKS = [...PAGE.matchAll(/```yaml\n(design: (\S+)\n.*?)```/gs)].map(([, text = '', id = '']) => ({ id, text }))

/** ctl may do all that any of the designs asks for, and jane may list pods. */
const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as}
rules:
- {apiGroups: ["*"], resources: ["*"], verbs: [act-as, impersonate, "impersonate:user-info", "impersonate-on:list", "impersonate-on:user-info:list"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: ctl}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: lister}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: lister}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}]
`

/** The verb and the group of each review, in order. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  'reads-as': ['act-as authentication.k8s.io'],
  'action-last': ['impersonate:user-info authentication.k8s.io', 'impersonate-on:user-info:list '],
  'legacy-first': ['impersonate '],
  'no-fallback': ['impersonate-on:user-info:list ', 'impersonate:user-info authentication.k8s.io'],
  'no-implied-groups': ['impersonate-on:user-info:list ', 'impersonate:user-info authentication.k8s.io'],
  'mode-in-group': ['impersonate-on:list ', 'impersonate user-info.impersonation.k8s.io'],
}

it('all designs of the page are tried, and the playground offers them', () => {
  expect(BLOCKS.map(({ id }) => id)).toEqual(Object.keys(ASKED))
  expect(BLOCKS.map(({ text }) => text)).toEqual(THREAD_DESIGNS)
})

it.each(BLOCKS)('the design $id of the page is read without a doubt, and decides', async ({ id, text }) => {
  const { design, diagnostics } = readDesign(text, CEL)
  expect(diagnostics).toEqual([])
  if (design === undefined) return
  const decide = await decider([designOf(design, CEL)])
  const scenario: Scenario = {
    version: 2,
    policy: POLICY,
    design: id,
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    requestor: { username: 'ctl' },
    request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: jane' },
  }
  const { trace } = decide(scenario, { cel: CEL })
  expect(trace?.outcome.code).toBe(200)
  const checks = trace?.steps.flatMap(({ check }) => (check ? [check.attributes] : []))
  expect(checks?.map(({ verb, apiGroup }) => `${verb} ${apiGroup}`)).toEqual([...(ASKED[id] ?? []), 'list '])
})
