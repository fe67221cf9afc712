import { isDNSLabel, isDNSSubdomain } from '../go/index.ts'
import { nodeOf, nodeUsername, serviceAccountOf, serviceAccountUsername, userKindOfPrefix } from './names.ts'

// A check of impersonation asks for a service account or a node by its own name, and for no other user by that of one (Go:
// `mode.go` of the impersonation filter; `impersonation.go` for the verb “impersonate”, which takes a node for a user).

/** An identity by its own name. */
export interface IdentityName {
  readonly resource: 'serviceaccounts' | 'nodes'
  readonly name: string
  /** Empty for a node. */
  readonly namespace: string
}

/**
 * What a check is about that impersonates a username, where it is not about `users`: the service account, or in constrained
 * impersonation the node. `legacy`: with the verb “impersonate”.
 */
export function identityOf(username: string, { legacy }: { readonly legacy: boolean }): IdentityName | undefined {
  const account = serviceAccountOf(username)
  if (account !== undefined) return { resource: 'serviceaccounts', ...account }
  const node = legacy ? undefined : nodeOf(username)
  return node === undefined ? undefined : { resource: 'nodes', name: node, namespace: '' }
}

/** What people write in place of the name of an identity: its username, and other ways to say the namespace. */
export function writtenForName(resource: string, name: string, namespace: string): readonly string[] {
  if (resource === 'nodes') return [nodeUsername(name)]
  if (resource !== 'serviceaccounts') return []
  return [serviceAccountUsername({ namespace, name }), `${namespace}:${name}`, `${namespace}/${name}`]
}

/** The identity that such a writing means, as {@link writtenForName} has it; undefined where it may be a name itself. */
export function meantIdentity(resource: string, written: string): IdentityName | undefined {
  if (resource === 'nodes') {
    const node = nodeOf(written)
    return node === undefined ? undefined : { resource, name: node, namespace: '' }
  }
  if (resource !== 'serviceaccounts') return undefined
  const [namespace = '', name = '', ...more] = written.split(/[:/]/)
  const pair = more.length === 0 && isDNSLabel(namespace) && isDNSSubdomain(name) ? { namespace, name } : undefined
  const account = serviceAccountOf(written) ?? pair
  return account && { resource, ...account }
}

/**
 * Whether an identity of a resource can have a name: no service account is called as a username is, or in capitals (Go: `SplitUsername` of
 * `k8s.io/apiserver/pkg/authentication/serviceaccount`).
 */
export function mayBeName(resource: string, name: string): boolean {
  if (resource === 'serviceaccounts' && !isDNSSubdomain(name)) return false
  return meantIdentity(resource, name) === undefined && (resource === 'users' || userKindOfPrefix(name) === 'user')
}
