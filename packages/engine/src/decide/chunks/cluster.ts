// The Node authorizer with the objects that it knows, and the webhook with what it answers.
export { nodeAuthorizer, webhook } from '../../authorizers/index.ts'
export { readObjects, readWebhook } from '../../cluster/index.ts'
