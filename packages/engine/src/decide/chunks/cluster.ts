// The Node authorizer with its stored objects, and the webhook with its table.
export { nodeAuthorizer, webhook } from '../../authorizers/index.ts'
export { readObjects, readWebhook } from '../../cluster/index.ts'
