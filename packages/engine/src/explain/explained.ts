import type { AuthorizationMode } from '../authorizers/index.ts'
import type { Decided } from '../decide/index.ts'

/** What an explanation needs of a decision. */
export type Explained = Pick<Decided, 'state' | 'trace' | 'policy' | 'defaultRoles'> & {
  readonly request: Pick<Decided['request'], 'request'>
}

/** What it needs of the cluster: the authorizers, in their order. */
export interface ExplainedCluster {
  readonly cluster: { readonly authorizationModes: readonly AuthorizationMode[] }
}
