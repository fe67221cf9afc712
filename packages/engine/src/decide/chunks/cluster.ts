// The Node authorizer with its stored objects, and the webhook with its table.
export { nodeAuthorizer } from '../../authorizers/index.ts'
export { defaultWebhook, readObjects, readWebhook } from '../../cluster/index.ts'
