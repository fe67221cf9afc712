import { type Policy, sourceTreeAt } from '../policy/index.ts'
import { isSlipOf } from '../text/index.ts'
import { fieldNode, nodesAround } from '../yaml/index.ts'
import type { LintedPolicy, ReportFound } from './finding.ts'
import { listed, quoted } from './words.ts'

/** A service account of the text. */
interface Account {
  readonly name: string
  /** Empty where the text does not say. */
  readonly namespace: string
}

/** The service accounts and namespaces that the text creates. */
interface Created {
  readonly accounts: readonly Account[]
  readonly namespaces: readonly string[]
}

function createdIn(policy: Policy): Created {
  const accounts: Account[] = []
  const namespaces: string[] = []
  for (const { kind, apiVersion, name, range } of policy.notRead) {
    if (apiVersion !== 'v1' || name === '') continue
    if (kind === 'Namespace') namespaces.push(name)
    if (kind === 'ServiceAccount') accounts.push({ name, namespace: namespaceAt(policy, range) })
  }
  return { accounts, namespaces }
}

/** The namespace of the object whose kind is at a span. */
function namespaceAt(policy: Policy, span: { readonly start: number; readonly end: number }): string {
  const tree = sourceTreeAt(policy, span.start)
  const object = tree && nodesAround(tree, span).findLast((node) => node.kind === 'mapping')
  const metadata = object?.kind === 'mapping' ? fieldNode(object, 'metadata') : undefined
  const namespace = metadata?.kind === 'mapping' ? fieldNode(metadata, 'namespace') : undefined
  return namespace?.kind === 'scalar' ? namespace.value : ''
}

/** Subjects that are probably a misspelt account of the text, and objects without the namespace that the text creates. */
export function lintAccounts({ policy }: LintedPolicy, report: ReportFound): void {
  const { accounts, namespaces } = createdIn(policy)
  if (accounts.length > 0) lintSubjectNames(policy, accounts, report)
  if (namespaces.length > 0) lintMissingNamespaces(policy, namespaces, report)
}

function lintSubjectNames(policy: Policy, accounts: readonly Account[], report: ReportFound): void {
  const inNamespace = new Map<string, string[]>()
  for (const { namespace, name } of accounts) {
    const names = inNamespace.get(namespace)
    if (names === undefined) inNamespace.set(namespace, [name])
    else names.push(name)
  }
  const unplaced = inNamespace.get('') ?? []
  const used = new Set(
    policy.bindings.flatMap(({ subjects, namespace: own }) =>
      subjects.map(({ name, namespace }) => `${namespace === '' ? own : namespace}/${name}`),
    ),
  )
  for (const binding of policy.bindings) {
    for (const subject of binding.subjects) {
      if (subject.kind !== 'ServiceAccount' || subject.name === 'default' || unplaced.includes(subject.name)) continue
      const namespace = subject.namespace === '' ? binding.namespace : subject.namespace
      const there = inNamespace.get(namespace)
      if (there === undefined || there.includes(subject.name)) continue
      const near = there.find((name) => isSlipOf(subject.name, name) && !used.has(`${namespace}/${name}`))
      if (near === undefined) continue
      report({
        rule: 'undefined-account',
        at: { span: subject.span, path: ['name'] },
        message: `The text has no ServiceAccount ${quoted(subject.name)} in namespace ${quoted(namespace)}, but ${quoted(near)}, to which nothing is bound.`,
        fix: `Did you mean ${quoted(near)}?`,
        replace: [near],
      })
    }
  }
}

function lintMissingNamespaces(policy: Policy, namespaces: readonly string[], report: ReportFound): void {
  for (const object of [...policy.roles, ...policy.bindings]) {
    if (object.namespace !== 'default' || namespaces.includes('default')) continue
    const tree = sourceTreeAt(policy, object.nameSpan.start)
    const metadata = tree && nodesAround(tree, object.nameSpan).findLast((node) => node.kind === 'mapping')
    if (metadata?.kind !== 'mapping' || fieldNode(metadata, 'namespace') !== undefined) continue
    report({
      rule: 'namespace-missing',
      at: { span: object.nameSpan },
      message: `This ${object.kind} has no namespace, so kubectl creates it in the namespace of its context, which is “default” at first; the text creates ${listed(namespaces)}.`,
      fix: 'Write “namespace” into its metadata, unless kustomize or kubectl -n sets it.',
    })
  }
}
