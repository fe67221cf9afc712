import type { Attributes, ConstrainedMode, UserInfo } from '../../kube/index.ts'

/** A mode of the released feature. Legacy, which has no verbs of its own, is tried after all others, and always applies. */
export type ImpersonationMode = ConstrainedMode | 'legacy'

/** The number of requestors whose mode the server remembers (Go: `newModeIndexCache`). */
const MODES_KEPT = 10_000

/**
 * Nanoseconds in a second. The server's clock counts nanoseconds, and so does this one, so that sums of 9.9 and 10 seconds
 * are exact.
 */
const SECOND = 1e9

/** How long a success counts, in nanoseconds (Go: `impersonationCache.set`). */
const SUCCESS_KEPT = 10 * SECOND

/** The scope of a remembered success: the same request, or the same identity for any request. */
export type SuccessScope = 'request' | 'identity'

/** The key of one attempt. */
export interface Attempt {
  readonly mode: ImpersonationMode
  readonly target: UserInfo
  /** The request, with its user as the mode's checks show it. */
  readonly attributes: Attributes
}

/**
 * The memory of an API server with constrained impersonation: the mode that last worked for a username, and, for ten
 * seconds, the attempts that succeeded (Go: `modeIndexCache`, `impersonationCache`). A server that has just started
 * remembers nothing. Mutable: the requests to one server are answered in order.
 */
export class ServerMemory {
  /** Least recently used first. */
  readonly #modes = new Map<string, ImpersonationMode>()
  readonly #successes = new Map<string, number>()
  #now = 0

  /** Seconds since the server started. */
  get now(): number {
    return this.#now / SECOND
  }

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

  /** The seconds since an attempt succeeded; undefined where it did not succeed or no longer counts. */
  sinceSuccess(kept: SuccessScope, attempt: Attempt): number | undefined {
    const at = this.#successes.get(keyOf(kept, attempt))
    return at === undefined || this.#now - at >= SUCCESS_KEPT ? undefined : (this.#now - at) / SECOND
  }

  rememberSuccess(kept: SuccessScope, attempt: Attempt): void {
    // The attributes of a request whose selectors were dropped are incomplete, so the server remembers nothing for it.
    if (kept === 'request' && attempt.attributes.selectorNotParsed) return
    this.#successes.set(keyOf(kept, attempt), this.#now)
  }
}

/** The order of groups is part of the key; the order of extra keys is not. */
function keyOf(kept: SuccessScope, { mode, target, attributes }: Attempt): string {
  // A success of associated-node serves every node, so the key does not contain the node's name.
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
