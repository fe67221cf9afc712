import { CLOSE_READING } from './close-reading.ts'
import type { Policy } from './policy.ts'
import { POLICY_ADVICE } from './policy-advice.ts'
import { policyReader, type ReadPolicyOptions } from './policy-reader.ts'

const closely = () => CLOSE_READING

/**
 * Reads a policy as kubectl and kube-apiserver 1.36 do: documents apart, YAML 1.1, strict decoding, defaults,
 * validation. Every problem is in `diagnostics`; what has no error is in `roles` and `bindings`. Takes any text and
 * never throws.
 */
export function readPolicy(text: string, options?: ReadPolicyOptions): Policy {
  return policyReader(closely, POLICY_ADVICE)(text, options)
}
