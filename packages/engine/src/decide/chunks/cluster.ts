// The Node authorizer with its stored objects, and the webhook with its table.
export { nodeAuthorizer, readObjects, readWebhook, webhook } from '../../authorizers/index.ts'
