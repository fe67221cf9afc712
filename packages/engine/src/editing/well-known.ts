import type { Candidate } from './insertion.ts'
import type { KnownName } from './names.ts'
import { prose } from './prose.ts'

/** Groups that the API server puts users into, or gives a meaning of its own. */
export const WELL_KNOWN_GROUPS: readonly KnownName[] = [
  { name: 'system:authenticated', detail: 'everybody who is known' },
  { name: 'system:unauthenticated', detail: 'everybody who is not' },
  { name: 'system:serviceaccounts', detail: 'every service account' },
  { name: 'system:nodes', detail: 'every node' },
  { name: 'system:masters', detail: 'allowed everything, before RBAC' },
]

/** Paths that are no resources, which every API server has. */
export const WELL_KNOWN_PATHS: readonly Candidate[] = (
  [
    ['/healthz', 'health, as one answer'],
    ['/healthz/*', 'health, check by check'],
    ['/livez', 'whether it is alive'],
    ['/readyz', 'whether it is ready'],
    ['/metrics', 'metrics'],
    ['/version', 'version'],
    ['/openapi/*', 'API schemas'],
    ['/api', 'discovery of the core group'],
    ['/api/*', 'discovery of the core group'],
    ['/apis', 'discovery of the other groups'],
    ['/apis/*', 'discovery of the other groups'],
    ['*', 'every path'],
  ] as const
).map(([value, detail]) => ({
  value,
  kind: 'value',
  detail,
  about: [prose('A path that is no resource. A `*` at its end stands for any rest; elsewhere it is only itself.')],
}))
