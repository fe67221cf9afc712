import type { ClusterText } from '../../session/index.ts'

/** The texts that people write; the default roles are there to read. */
export type WrittenText = Exclude<ClusterText, 'default-roles'>

/** Their names in a sentence. */
export const TEXT_NAMES: Readonly<Record<WrittenText, string>> = {
  policy: 'policy',
  objects: 'stored objects',
  storedObject: 'stored object',
  webhookChanges: 'changes of webhooks',
  schema: 'schema',
  webhook: 'webhook’s table',
  designText: 'design',
  authorizationConfig: 'AuthorizationConfiguration',
}
