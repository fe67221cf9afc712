/** The vocabulary of scenarios. Names are few, so that requests, rules and stored objects match. */

export const NAMESPACES = ['prod', 'default', 'team-a', 'kube-system', 'kube-node-lease'] as const
export const NODES = ['node1', 'node2', 'node1.example.com'] as const

/** Strings that often break code. None has white space at its ends, which HTTP drops. */
export const AWKWARD = [
  '*',
  '**',
  'Ünïcødé',
  '日本語',
  '👩‍🚀',
  'e\u0301',
  'a b',
  'a:b:',
  ':',
  '/',
  'a/b/',
  '..',
  '.',
  '%2F',
  '%',
  'a%20b',
  'UPPER',
  'x'.repeat(300),
  '"quoted"',
  '<a>&b',
  'back\\slash',
  'y',
  'null',
  '0',
  '-',
  '{}',
  '#',
  '__proto__',
  'constructor',
  'a,b',
  'a=b',
  "it's",
  '`',
  '%s%!d',
] as const

export const USERS = ['jane', 'bob', 'ctl', 'alice@example.com'] as const
export const GROUPS = ['devs', 'ops', 'view', 'g1', 'g2'] as const
export const ODD_GROUPS = [
  '',
  'system:masters',
  'system:authenticated',
  'system:unauthenticated',
  'system:nodes',
  'system:serviceaccounts',
  'system:serviceaccounts:prod',
  'system:bootstrappers',
] as const
export const SERVICE_ACCOUNTS = [
  'system:serviceaccount:prod:sa1',
  'system:serviceaccount:prod:ctl',
  'system:serviceaccount:default:sa1',
  'system:serviceaccount:team-a:default',
] as const

/** Names that are nearly a node's or a service account's, or that the API server itself knows. */
export const ODD_USERS = [
  'system:anonymous',
  'system:admin',
  'system:node:',
  'system:node:Node1',
  'system:node:node_1',
  'system:node:*',
  'system:node:node1:',
  'system:node:-node1',
  `system:node:${'n'.repeat(253)}`,
  `system:node:${'n'.repeat(254)}`,
  'system:nodes:node1',
  'system:node',
  'system:serviceaccount:',
  'system:serviceaccount:prod',
  'system:serviceaccount:prod:',
  'system:serviceaccount::sa1',
  'system:serviceaccount:prod:SA1',
  'system:serviceaccount:PROD:sa1',
  'system:serviceaccount:prod:sa1:x',
  'system:serviceaccount:prod:sa.1',
  'system:serviceaccount:pr.od:sa1',
  `system:serviceaccount:prod:${'s'.repeat(254)}`,
  'system:serviceaccounts:prod',
  'system:kube-controller-manager',
  'system:kube-scheduler',
  'System:Node:node1',
] as const

/** Suffixes of `Impersonate-Extra-` headers, as sent. */
export const EXTRA_KEYS = [
  'example.com%2Fa',
  'acme.io%2Fteam',
  'acme.io%2Fproject',
  'authentication.kubernetes.io%2Fnode-name',
  'authentication.kubernetes.io%2Fcredential-id',
] as const
export const ODD_EXTRA_KEYS = [
  'scopes',
  'Scopes',
  'Example.com%2FA',
  'example.com%2fB',
  'example.com%2F%41',
  'example.com%252Fa',
  'example.com%2F',
  '%2Fa',
  'example.com%2Fa%2Fb',
  'example.com%2Fa%20b',
  'a%zz',
  '%',
  '%4',
  '%2A',
  '*',
  'e%C3%BC',
  'K%E2%84%AA',
  'example.com%2F%C3%9C',
  '%00',
  'under_score',
  'a.b%2F..',
  'kubernetes.io%2F~x',
  '__proto__',
] as const

export const EXTRA_VALUES = ['v', 'view', 'u-1', '1'] as const
export const UIDS = ['u-7', 'u-1', '*'] as const

/** Times between requests to a server with a fake clock: just before, at and after the ten seconds of its caches. */
export const WAITS = [0, 0, 0, 1, 5, 9, 9.5, 9.75, 10, 10.25, 11, 19.5, 20, 30, 0.1, 3.3, 3.4, 6.7, 9.9, 9.999] as const
