import type { Attributes, UserKind } from '../kube/index.ts'
import type { RichText } from '../text/index.ts'
import { clause, listInWords } from './clause.ts'

/** What keeps a run from trying a mode of impersonation. */
export type Obstacle =
  /** Headers that ask for more than a username, which is all that the mode takes: their names, each once. */
  | { readonly by: 'headers'; readonly headers: readonly string[] }
  /** The mode is for names of another kind. */
  | { readonly by: 'name'; readonly username: string; readonly is: UserKind; readonly wanted: UserKind }
  /** The name begins as those that the mode is for, and is not well-formed. */
  | { readonly by: 'malformed-name'; readonly username: string; readonly wanted: UserKind }
  /** The requestor is not a service account. */
  | { readonly by: 'requestor' }
  /** The requestor’s extra, which says where its token is used, names other nodes than the wanted one: `bound`. */
  | { readonly by: 'extra'; readonly node: string; readonly bound: readonly string[] }
  /** The feature gate is off, or the version does not have it. */
  | { readonly by: 'gate'; readonly gate: string }
  /** The API server refuses a value of the headers for every requestor: its complaint. */
  | { readonly by: 'refusal'; readonly complaint: string }

/** A mode of impersonation that a run does not try. */
export interface UntriedMode {
  /** As verbs have it: `associated-node`. */
  readonly mode: string
  /** All that keeps it from being tried; at least one. Of a mode for names of another kind, it is that alone. */
  readonly obstacles: readonly Obstacle[]
  /** The obstacles as a clause of a sentence about the mode. */
  readonly because: RichText
  /** The check of the username that the mode would make. Absent where the username is not of its kind. */
  readonly asks?: Attributes
}

/** A mode of impersonation for a request, tried or not: without obstacles it is tried. */
export type ConsideredMode = Omit<UntriedMode, 'because'>

/** The modes that a run does not try. With the feature gate off it tries none: then `gateOff` is the name of the gate. */
export function untriedModes(considered: readonly ConsideredMode[], gateOff?: string): readonly UntriedMode[] {
  return considered.flatMap((one) => {
    const obstacles: readonly Obstacle[] =
      gateOff === undefined ? one.obstacles : [{ by: 'gate', gate: gateOff }, ...one.obstacles]
    return obstacles.length === 0 ? [] : [{ ...one, obstacles, because: obstaclesInWords(obstacles) }]
  })
}

/**
 * The modes of impersonation that a request could have had, had it been sent otherwise: by the headers, by a well-formed name,
 * or from the node that it asks for.
 */
export function missedModes(untried: readonly UntriedMode[] = []): readonly UntriedMode[] {
  return untried.filter(({ obstacles }) => obstacles.every(isOfRequest))
}

function isOfRequest(obstacle: Obstacle): boolean {
  if (obstacle.by === 'extra') return obstacle.bound.length > 0
  return obstacle.by === 'headers' || obstacle.by === 'malformed-name'
}

/** All that keeps a mode from being tried, as one clause. */
export function obstaclesInWords(obstacles: readonly Obstacle[]): RichText {
  return obstacles.flatMap((one, at) => [...(at === 0 ? [] : [', and ']), ...obstacleInWords(one)])
}

/** "A is set", "A and B are set": headers in words. */
export function setInWords(headers: readonly string[]): RichText {
  return [...listInWords(headers), headers.length === 1 ? ' is set' : ' are set']
}

/** What keeps a mode from being tried, as a clause. */
export function obstacleInWords(obstacle: Obstacle): RichText {
  switch (obstacle.by) {
    case 'headers':
      return [...setInWords(obstacle.headers), ', and only ', { code: 'Impersonate-User' }, ' may be set']
    case 'name':
      return obstacle.wanted === 'user'
        ? [{ code: obstacle.username }, ` is a ${obstacle.is}`]
        : [{ code: obstacle.username }, ` is not a ${obstacle.wanted}`]
    case 'malformed-name':
      return [{ code: obstacle.username }, ` is not a well-formed name of a ${obstacle.wanted}`]
    case 'requestor':
      return ['the requestor is not a service account']
    case 'extra': {
      const [first, ...others] = obstacle.bound
      if (first === undefined) return ['the requestor’s token is not bound to a node']
      return others.length === 0
        ? ['the requestor’s token is bound to another node, ', { code: first }]
        : ['the requestor’s extra names several nodes, ', ...listInWords(obstacle.bound)]
    }
    case 'gate':
      return clause`${obstacle.gate} is not on`
    case 'refusal':
      return [obstacle.complaint]
  }
}
