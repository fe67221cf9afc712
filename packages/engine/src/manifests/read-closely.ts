import { CLOSE_READING } from './close-reading.ts'
import { readStoredObjects } from './objects/read-objects.ts'
import type { StoredObjects } from './objects/stored-objects.ts'
import type { Policy } from './policy.ts'
import { POLICY_ADVICE } from './policy-advice.ts'
import { policyReader, type ReadPolicyOptions } from './policy-reader.ts'
import { readTable } from './webhook/read-webhook.ts'
import type { WebhookTable } from './webhook/webhook-table.ts'

const closely = () => CLOSE_READING

/**
 * Reads a policy as kubectl and kube-apiserver 1.36 do: documents apart, YAML 1.1, strict decoding, defaults,
 * validation. Every problem is in `diagnostics`; what has no error is in `roles` and `bindings`. Takes any text and
 * never throws.
 */
export function readPolicy(text: string, options?: ReadPolicyOptions): Policy {
  return policyReader(closely, POLICY_ADVICE)(text, options)
}

/** Reads a text of stored objects, with all that is to say of it. Takes any text and never throws. */
export function readObjects(text: string): StoredObjects {
  return readStoredObjects(text, closely)
}

/** Reads a table of reviews and answers for the webhook, with all that is to say of it. Takes any text and never throws. */
export function readWebhook(text: string): WebhookTable {
  return readTable(text, closely)
}
