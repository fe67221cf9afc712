// The Node authorizer with its stored objects, the webhook with its table, and the chain of an AuthorizationConfiguration.
export { nodeAuthorizer } from '../../authorizers/index.ts'
export { configuredChain, defaultWebhook, readObjects, readWebhook } from '../../cluster/index.ts'
