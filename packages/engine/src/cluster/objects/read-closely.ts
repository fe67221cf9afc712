import { CLOSE_READING } from '../../policy/index.ts'
import { readTable } from '../webhook/read-webhook.ts'
import type { WebhookTable } from '../webhook/webhook-table.ts'
import { readStoredObjects } from './read-objects.ts'
import type { StoredObjects } from './stored-objects.ts'

const closely = () => CLOSE_READING

/** Reads a text of stored objects, with all that is to say of it. Takes any text and never throws. */
export function readObjects(text: string): StoredObjects {
  return readStoredObjects(text, closely)
}

/** Reads a table of reviews and answers for the webhook, with all that is to say of it. Takes any text and never throws. */
export function readWebhook(text: string): WebhookTable {
  return readTable(text, closely)
}
