export type { Authorizer } from './authorizer.ts'
export { authorizerChain, type AuthorizationMode } from './chain.ts'
