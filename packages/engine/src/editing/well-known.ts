import type { Candidate } from './insertion.ts'
import type { KnownName } from './names.ts'
import { prose } from './prose.ts'

/** Groups that the API server adds to users or treats specially. */
export const WELL_KNOWN_GROUPS: readonly KnownName[] = [
  { name: 'system:authenticated', detail: 'every authenticated user' },
  { name: 'system:unauthenticated', detail: 'every unauthenticated user' },
  { name: 'system:serviceaccounts', detail: 'every service account' },
  { name: 'system:nodes', detail: 'every node' },
  { name: 'system:masters', detail: 'allowed everything, before RBAC' },
]

/** Non-resource paths of every API server. */
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
  about: [prose('A non-resource path. A `*` at its end matches any rest; elsewhere it is literal.')],
}))
