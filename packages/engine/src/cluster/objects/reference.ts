import type { Reference, ReferredResource } from '../../authorizers/index.ts'
import type { Struct } from '../../policy/index.ts'

/** The object that a field names; undefined when it names none, the empty name included. */
export function referenceIn(
  struct: Struct | undefined,
  field: string,
  resource: ReferredResource,
  namespace: string,
): Reference | undefined {
  const name = struct?.text(field) ?? ''
  const node = struct?.field(field)?.node
  if (name === '' || node === undefined) return undefined
  return { resource, namespace, name, span: { start: node.start, end: node.end } }
}
