export type { Authorizer } from './authorizer.ts'
export { type AuthorizationMode, authorizerChain } from './chain.ts'
