import type { Policy } from '../../kube/index.ts'
import { TEMPLATES } from '../templates/explain-template.ts'
import { PolicyReader, type ReadPolicyOptions } from './policy-reader.ts'

/**
 * Reads a policy as kubectl and kube-apiserver do: documents, YAML 1.1, strict decoding, defaults, validation. Every
 * problem is in `diagnostics`; objects without an error are in `roles` and `bindings`. Reads any text and never throws.
 */
export function readPolicy(text: string, options?: ReadPolicyOptions): Policy {
  return new PolicyReader({ templates: TEMPLATES }).read(text, options)
}
