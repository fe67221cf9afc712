import type { StoredObject } from '../../authorizers/index.ts'
import { fieldSpan, type Struct } from '../../policy/index.ts'
import { excerpt, type ReportProblem } from '../../text/index.ts'

/** Warns about unusual objects, and about objects that give a node less access than users may expect. */
export function hintAt(object: StoredObject, struct: Struct, report: ReportProblem): void {
  const spec = struct.struct('spec')
  const what = `${object.kind} “${excerpt(object.name)}”`
  if (object.kind === 'PersistentVolume') {
    const claimRef = spec?.struct('claimRef')
    if (object.claim?.namespace === '' && claimRef?.unread.includes('namespace') === false)
      report({
        severity: 'warning',
        code: 'claim-without-namespace',
        message: `${what} does not name the namespace of its claim, so it has no claim.`,
        fix: 'Write the namespace of the claim under “claimRef”.',
        span: object.claim.span,
        path: 'spec.claimRef.namespace',
      })
    return
  }
  if (object.node === undefined) {
    if (struct.unread.includes('spec') || spec?.unread.includes('nodeName') === true) return
    report({
      severity: 'note',
      code: 'no-node',
      message: `${what} names no node, so it gives no node access to anything.`,
      fix: 'Write the node under “spec”: nodeName: and its name.',
      span: object.nameSpan,
      path: 'spec.nodeName',
    })
    return
  }
  if (object.kind === 'Pod') hintAtPod(struct, what, object.nameSpan, report)
}

function hintAtPod(pod: Struct, what: string, nameSpan: StoredObject['nameSpan'], report: ReportProblem): void {
  const spec = pod.struct('spec')
  if (spec === undefined) return
  for (const { value: volume, index } of spec.structs('volumes')) {
    const sources = volume.fields.filter(({ name }) => name !== 'name')
    const [, second] = sources
    if (second === undefined) continue
    report({
      severity: 'warning',
      code: 'several-sources',
      message: `This volume has several sources, ${sources.map(({ name }) => `“${name}”`).join(' and ')}; the API server accepts one.`,
      fix: 'Put each into an entry of its own.',
      span: second.key,
      path: `spec.volumes[${index}]`,
    })
  }
  const named = spec.text('serviceAccountName') !== '' || spec.text('serviceAccount') !== ''
  if (named || spec.unread.includes('serviceAccountName')) return
  report({
    severity: 'note',
    code: 'no-service-account',
    message: `${what} names no service account. In a cluster admission writes “default” into each new pod; this text is read as already stored.`,
    fix: 'Write serviceAccountName: default under “spec” to let the node create its tokens.',
    span: fieldSpan(spec, 'serviceAccountName', nameSpan),
    path: 'spec.serviceAccountName',
  })
}
