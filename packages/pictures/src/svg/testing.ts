import { type Design, decider, loadDesigns } from '@authz-playground/engine'
import { layOutChart } from '../layout/chart-layout.ts'
import type { PictureInput } from './picture-input.ts'

const DESIGNS = await loadDesigns()

/** Lets the deputy impersonate jane for listing pods, and jane list them. */
export const POLICY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-jane}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]}
- {apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: deputies-as-jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
subjects: [{kind: User, name: deputy, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: pods}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: jane-pods}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pods}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`

const LIST_AS_JANE = 'GET /api/v1/namespaces/default/pods HTTP/1.1\nImpersonate-User: jane\n'

interface Asked {
  readonly request?: string
  readonly policy?: string
  readonly requestor?: string
  readonly design?: string
}

const decide = await decider()

/** The input of a picture, for tests. Throws where the request is not decided. */
export function pictured({
  request = LIST_AS_JANE,
  policy = POLICY,
  requestor = 'deputy',
  design: id = 'constrained',
}: Asked = {}): PictureInput {
  const design = DESIGNS.find((one) => one.id === id) as Design
  const decided = decide({
    version: 2,
    policy,
    requestor: { username: requestor },
    request: { form: 'http', text: request },
    design: id,
    cluster: { version: '1.36', constrainedImpersonation: true, authorizationModes: ['RBAC'] },
  })
  const { trace } = decided
  if (trace === undefined || decided.request.request === undefined) throw new Error('the request is not decided')
  return { chart: layOutChart(design.graph, trace.steps), design, trace, request: decided.request.request }
}

/** Whether every tag of an XML text is closed in order, and every attribute and entity written as XML has them. */
export function isWellFormed(xml: string): boolean {
  const open: string[] = []
  const rest = xml.replace(
    /<(\/?)([a-z-]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>/g,
    (_, end: string, name: string, __, empty: string) => {
      if (end === '/') return open.pop() === name ? '' : '<'
      if (empty === '') open.push(name)
      return ''
    },
  )
  return open.length === 0 && !rest.includes('<') && !/&(?!#\d+;)/.test(xml)
}
