import { decider } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { layOutChart } from '../layout/chart-layout.ts'
import type { StaticInput } from './static-html.ts'

const decide = await decider()

/** A document about deputy, who lists pods as jane. Lines 5 and 7 of its policy decide. */
export const PAGE_DOCUMENT: ScenarioDocument = {
  title: 'The deputy lists `pods`',
  explanation: 'The action first, then `impersonate:user-info`.',
  scenario: {
    version: 2,
    policy: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-jane}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane]}
- {verbs: ["impersonate-on:user-info:list"], apiGroups: [""], resources: [pods]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as-jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
subjects: [{kind: User, name: deputy}]
`,
    request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: jane\n' },
    requestor: { username: 'deputy', groups: ['ops'] },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  },
  expect: [],
}

/** The input of the static form of a document. Throws where any of the document is not understood. */
export function staticInput(document: ScenarioDocument): StaticInput {
  const { trace, request, design, state } = decide(document.scenario, { cel: CEL })
  if (state !== 'decided' || trace === undefined || request.request === undefined) throw new Error('not decided')
  return { document, trace, request: request.request, design, chart: layOutChart(design.graph, trace.steps) }
}

/** These have no end tag, or end themselves. */
const VOID = ['br', 'img', 'meta']

/** Reads HTML strictly. Throws where a tag is left open, closed twice, or in the place of text. */
export function readMarkup(html: string): { readonly tags: readonly string[]; readonly text: string } {
  const tags: string[] = []
  const open: string[] = []
  let text = ''
  for (const [, tag, words = ''] of html.matchAll(/<([^<>]*)>|([^<>]+)|[<>]/g)) {
    if (tag === undefined) {
      if (words === '') throw new Error('a bracket outside of a tag')
      text += words
      continue
    }
    const [, closing, name = '', attributes = ''] = /^(\/?)([a-z][\w-]*|!doctype)((?:\s[\s\S]*)?)$/.exec(tag) ?? []
    if (!/^(\s[\w:-]+(="[^"]*")?)*\/?$/.test(attributes)) throw new Error(`attributes of <${tag}>`)
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`)
    } else {
      tags.push(name)
      if (!VOID.includes(name) && !attributes.endsWith('/') && name !== '!doctype') open.push(name)
    }
  }
  if (open.length > 0) throw new Error(`open: ${open.join(' ')}`)
  return { tags, text }
}
