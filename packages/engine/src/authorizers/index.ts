export type { Authorizer } from './authorizer.ts'
export { type AuthorizationMode, authorizerChain } from './chain.ts'
export { type NodeRules, nodeAuthorizer } from './node/node.ts'
