import type { Policy, UnreadObject } from '../../kube/index.ts'
import { sourceTreeAt } from '../../policy/index.ts'
import { subjectKey } from '../../rights/index.ts'
import { isTypoOf } from '../../text/index.ts'
import { fieldNode, nodesAround } from '../../yaml/index.ts'
import type { LintRule } from '../rule.ts'
import { listed, quoted } from '../words.ts'

/** Subjects that are probably a misspelt account of the text. */
export const undefinedAccount: LintRule = {
  name: 'undefined-account',
  severity: 'warning',
  summary: 'A service account that is probably misspelt.',
  decidedSingly: true,
  checkPolicy({ policy, rights }, report) {
    const accounts = accountsIn(policy)
    if (accounts.length === 0) return
    const inNamespace = new Map<string, string[]>()
    for (const { namespace, name } of accounts) {
      const names = inNamespace.get(namespace)
      if (names === undefined) inNamespace.set(namespace, [name])
      else names.push(name)
    }
    const unplaced = inNamespace.get('') ?? []
    const used = new Set(rights.holders.map(({ subject }) => subjectKey(subject)))
    for (const binding of policy.bindings) {
      for (const subject of binding.subjects) {
        if (subject.kind !== 'ServiceAccount' || subject.name === 'default' || unplaced.includes(subject.name)) continue
        const namespace = subject.namespace === '' ? binding.namespace : subject.namespace
        const there = inNamespace.get(namespace)
        if (there === undefined || there.includes(subject.name)) continue
        const near = there.find(
          (name) => isTypoOf(subject.name, name) && !used.has(subjectKey({ kind: 'ServiceAccount', name, namespace })),
        )
        if (near === undefined) continue
        report({
          at: { span: subject.span, path: ['name'] },
          message: `The text has no ServiceAccount ${quoted(subject.name)} in namespace ${quoted(namespace)}, but ${quoted(near)}, to which nothing is bound.`,
          fix: `Did you mean ${quoted(near)}?`,
          replace: [near],
        })
      }
    }
  },
}

/** Objects without the namespace that the text creates. */
export const namespaceMissing: LintRule = {
  name: 'namespace-missing',
  severity: 'note',
  summary: 'A Role or RoleBinding without a namespace, beside a Namespace.',
  checkPolicy({ policy }, report) {
    const namespaces = createdIn(policy, 'Namespace').map(({ name }) => name)
    if (namespaces.length === 0 || namespaces.includes('default')) return
    for (const object of [...policy.roles, ...policy.bindings]) {
      if (object.namespace !== 'default') continue
      const tree = sourceTreeAt(policy, object.nameSpan.start)
      const metadata = tree && nodesAround(tree, object.nameSpan).findLast((node) => node.kind === 'mapping')
      if (metadata?.kind !== 'mapping' || fieldNode(metadata, 'namespace') !== undefined) continue
      report({
        at: { span: object.nameSpan },
        message: `This ${object.kind} has no namespace, so kubectl creates it in the namespace of its context, which is “default” at first; the text creates ${listed(namespaces)}.`,
        fix: 'Write “namespace” into its metadata, unless kustomize or kubectl -n sets it.',
      })
    }
  },
}

/** A service account of the text. */
interface Account {
  readonly name: string
  /** Empty where the text does not say. */
  readonly namespace: string
}

function accountsIn(policy: Policy): readonly Account[] {
  return createdIn(policy, 'ServiceAccount').map(({ name, range }) => ({ name, namespace: namespaceAt(policy, range) }))
}

function createdIn({ notRead }: Policy, wanted: 'ServiceAccount' | 'Namespace'): readonly UnreadObject[] {
  return notRead.filter(({ kind, apiVersion, name }) => apiVersion === 'v1' && kind === wanted && name !== '')
}

/** The namespace of the object whose kind is at a span. */
function namespaceAt(policy: Policy, span: { readonly start: number; readonly end: number }): string {
  const tree = sourceTreeAt(policy, span.start)
  const object = tree && nodesAround(tree, span).findLast((node) => node.kind === 'mapping')
  const metadata = object?.kind === 'mapping' ? fieldNode(object, 'metadata') : undefined
  const namespace = metadata?.kind === 'mapping' ? fieldNode(metadata, 'namespace') : undefined
  return namespace?.kind === 'scalar' ? namespace.value : ''
}
