// The chain of an AuthorizationConfiguration.
export { configuredChain } from '../../cluster/index.ts'
