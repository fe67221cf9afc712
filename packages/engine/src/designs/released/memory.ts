import type { Attributes, UserInfo } from '../../kube/index.ts'

/** How the released feature lets a requestor take an identity: the constrained modes in the order in which they are tried, then legacy. */
export type ImpersonationMode = 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info' | 'legacy'

/** For how many requestors the server remembers the mode (Go: `newModeIndexCache`). */
const MODES_KEPT = 10_000

/** Nanoseconds in a second. In them the server's clock counts, and so it does here: sums of 9.9 and 10 seconds are exact. */
const SECOND = 1e9

/** For how long a success counts, in nanoseconds (Go: `impersonationCache.set`). */
const SUCCESS_KEPT = 10 * SECOND

/** What a success is kept for: the very same request, or the same identity whatever the request. */
export type Kept = 'request' | 'identity'

/** What one attempt is known by. */
export interface Attempt {
  readonly mode: ImpersonationMode
  readonly target: UserInfo
  /** The request, its user as the mode's checks show them. */
  readonly attributes: Attributes
}

/**
 * What an API server with constrained impersonation remembers from request to request: the mode that last worked for a
 * username, and for ten seconds which attempts succeeded (Go: `modeIndexCache`, `impersonationCache`). A server that
 * has just started remembers nothing. Mutable: requests to one server are answered in order.
 */
export class ServerMemory {
  /** Least recently used first. */
  readonly #modes = new Map<string, ImpersonationMode>()
  readonly #successes = new Map<string, number>()
  #now = 0

  /** Lets time pass, in seconds. */
  wait(seconds: number): void {
    this.#now += Math.round(seconds * SECOND)
  }

  /** The mode that is tried first for a requestor. */
  modeOf(username: string): ImpersonationMode | undefined {
    const mode = this.#modes.get(username)
    if (mode !== undefined) this.rememberMode(username, mode)
    return mode
  }

  rememberMode(username: string, mode: ImpersonationMode): void {
    this.#modes.delete(username)
    this.#modes.set(username, mode)
    if (this.#modes.size > MODES_KEPT) this.#modes.delete(this.#modes.keys().next().value as string)
  }

  /** How many seconds ago an attempt succeeded, or undefined where that does not count, or no longer. */
  sinceSuccess(kept: Kept, attempt: Attempt): number | undefined {
    const at = this.#successes.get(keyOf(kept, attempt))
    return at === undefined || this.#now - at >= SUCCESS_KEPT ? undefined : (this.#now - at) / SECOND
  }

  rememberSuccess(kept: Kept, attempt: Attempt): void {
    // A request whose selectors were dropped is not known in full, so nothing is kept for it.
    if (kept === 'request' && attempt.attributes.selectorNotParsed) return
    this.#successes.set(keyOf(kept, attempt), this.#now)
  }
}

/** The order of groups is part of the key; the order of extra keys is not. */
function keyOf(kept: Kept, { mode, target, attributes }: Attempt): string {
  // A requestor on any node may become the node they are on, so which one does not matter.
  const wanted = mode === 'associated-node' ? 'system:node:*' : userKey(target)
  const who = [kept, mode, wanted, userKey(attributes.user)]
  return JSON.stringify(kept === 'identity' ? who : [...who, ...requestKey(attributes)])
}

function userKey({ username, uid, groups, extra }: UserInfo): unknown {
  return [username, uid, groups, [...extra].sort(([a], [b]) => (a < b ? -1 : 1))]
}

function requestKey(attributes: Attributes): readonly unknown[] {
  const { verb, isResourceRequest, apiGroup, apiVersion, resource, subresource, namespace, name, path } = attributes
  return [
    [verb, isResourceRequest, apiGroup, apiVersion, resource, subresource, namespace, name, path],
    attributes.fieldSelector,
    attributes.labelSelector,
  ]
}
