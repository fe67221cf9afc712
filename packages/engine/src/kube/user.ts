import { unescapePath } from '../go/index.ts'

/**
 * A user from authentication (Go: `k8s.io/apiserver/pkg/authentication/user.Info`). The order of groups is kept: it
 * appears in reasons and is part of cache keys.
 */
export interface UserInfo {
  readonly username: string
  /** Empty when there is none. */
  readonly uid: string
  readonly groups: readonly string[]
  /** Keys exactly as authentication sets them. A Map, because a header may ask for a key such as `__proto__`. */
  readonly extra: ReadonlyMap<string, readonly string[]>
}

/** A user in a document: empty fields are omitted. */
export interface PlainUser {
  readonly username: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The user made from plain values. */
export function userInfo(plain: PlainUser): UserInfo {
  return {
    username: plain.username,
    uid: plain.uid ?? '',
    groups: plain.groups ?? [],
    extra: new Map(Object.entries(plain.extra ?? {})),
  }
}

/** The user as JSON: extra keys are fields, empty values are omitted. */
export function plainUser(user: UserInfo): PlainUser {
  return {
    username: user.username,
    ...(user.uid === '' ? {} : { uid: user.uid }),
    ...(user.groups.length === 0 ? {} : { groups: user.groups }),
    ...(user.extra.size === 0 ? {} : { extra: Object.fromEntries(user.extra) }),
  }
}

/** The group of the identities that constrained impersonation checks, and of UIDs and extras in every mode. */
export const AUTHENTICATION_GROUP = 'authentication.k8s.io'

/** Whether a check of an identity on a resource is about no namespace: of service accounts alone it is about theirs. */
export function isIdentityInNoNamespace(resource: string): boolean {
  return IN_NO_NAMESPACE.has(resource) || extraKeyOf(resource) !== undefined
}

const IN_NO_NAMESPACE: ReadonlySet<string> = new Set(['users', 'groups', 'uids', 'userextras', 'nodes'])

/** The extra key that a resource of a rule names: KEY of `userextras/KEY`, perhaps empty. Undefined for every other resource. */
export function extraKeyOf(resource: string): string | undefined {
  return /^userextras\/(.*)$/s.exec(resource)?.[1]
}

/** The key of an extra as the API server reads it out of a header: in lower case, then decoded (Go: `unescapeExtraKey`). */
export function extraKeyRead(written: string): string {
  const encoded = written.toLowerCase()
  return unescapePath(encoded) ?? encoded
}

/** Whether a verb is that of a check of an identity: `impersonate`, or `impersonate:‹mode›`. */
export function isIdentityVerb(verb: string): boolean {
  return verb === 'impersonate' || verb.startsWith('impersonate:')
}

/** Whether a verb is one of constrained impersonation: `impersonate:‹mode›`, or `impersonate-on:‹mode›:‹verb›`. */
export function isConstrainedVerb(verb: string): boolean {
  return /^impersonate(?:-on)?:/.test(verb)
}

/** Group and user names with a special meaning (Go: `k8s.io/apiserver/pkg/authentication/user`). */
export const SYSTEM_PRIVILEGED_GROUP = 'system:masters'
/** The group of kubelets. */
export const NODES_GROUP = 'system:nodes'
/** The group of every authenticated user. */
export const ALL_AUTHENTICATED = 'system:authenticated'
/** The group of requests without credentials. */
export const ALL_UNAUTHENTICATED = 'system:unauthenticated'
/** The username of requests without credentials. */
export const ANONYMOUS = 'system:anonymous'
export const ALL_SERVICE_ACCOUNTS = 'system:serviceaccounts'
/** The extra key with the node of a bound service account token. */
export const NODE_NAME_KEY = 'authentication.kubernetes.io/node-name'
