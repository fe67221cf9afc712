import {
  type Attributes,
  AUTHENTICATION_GROUP,
  type ConstrainedMode,
  nodeOf,
  serviceAccountOf,
  type UserInfo,
  type UserKind,
  userKindOf,
} from '../../kube/index.ts'
import {
  type ConsideredMode,
  clause,
  type Obstacle,
  type RichText,
  setInWords,
  type UntriedMode,
} from '../../trace/index.ts'
import type { DesignInput } from '../design.ts'
import { type IdentityQuestion, identityAttributes } from './identity.ts'
import type { ImpersonationMode } from './memory.ts'
import { boundNodeObstacle, headerObstacle, nameObstacle } from './obstacles.ts'

/** The parts of a question about an identity that a mode does not set itself. */
type AskedIdentity = Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'>

/** One way in which the released feature lets a requestor take an identity. */
interface Mode {
  readonly name: ConstrainedMode
  /** The kind of users that it is for. It takes nodes and service accounts by their names alone. */
  readonly kind: UserKind
  /** Whether it is only for the node that the requestor runs on. */
  readonly ownNode?: true
  /** The question about the username, under the verb `impersonate:<mode>`. */
  readonly username: (username: string) => AskedIdentity
  /** The requestor as the checks of the mode show it. Absent where they show it unchanged. */
  readonly asks?: (requestor: UserInfo) => UserInfo
}

/** The constrained modes, in the order in which the API server tries them (Go: `allImpersonationModes` in `mode.go`). */
const MODES: readonly Mode[] = [
  /**
   * For agents that run on every node: the service account takes the identity of the node that its token is bound to. One
   * success serves all nodes, so the checks must hold for all nodes. Therefore the name is `*`, and of the requestor's
   * extras, which differ from node to node, only the keys are kept. An authorizer can rely on the API server to have
   * compared the nodes.
   */
  {
    name: 'associated-node',
    kind: 'node',
    ownNode: true,
    username: () => ({ resource: 'nodes', name: '*' }),
    asks: (requestor) => ({
      ...requestor,
      extra: new Map([['authentication.kubernetes.io/associated-node-keys', [...requestor.extra.keys()].sort()]]),
    }),
  },
  /** Any node, by name. It also applies to the requestor's own node, where associated-node does not allow it. */
  {
    name: 'arbitrary-node',
    kind: 'node',
    username: (username) => ({ resource: 'nodes', name: nodeOf(username) ?? '' }),
  },
  /** The check is in the account's namespace, so that a RoleBinding there is enough. */
  {
    name: 'serviceaccount',
    kind: 'service account',
    username: (username) => ({ resource: 'serviceaccounts', namespace: '', name: '', ...serviceAccountOf(username) }),
  },
  /** All other users. The only mode that allows groups, a UID and extras. */
  {
    name: 'user-info',
    kind: 'user',
    username: (username) => ({ resource: 'users', name: username }),
  },
]

/** What a mode checks about the username, whatever the request, as a table of the modes shows it. */
export interface UsernameScope {
  readonly mode: ConstrainedMode
  readonly resource: string
  /** The check is in the namespace of the account. Otherwise it has none. */
  readonly namespaced: boolean
}

/** The modes in the order in which the API server tries them. Legacy is tried after them. */
export const MODES_IN_ORDER: readonly UsernameScope[] = MODES.map(({ name, username }) => {
  const { resource, namespace } = username('')
  return { mode: name, resource, namespaced: namespace !== undefined }
})

function modeCalled(name: ConstrainedMode): Mode {
  return MODES.find((mode) => mode.name === name) as Mode
}

/** The requestor as the checks of a mode show it. */
export function askingUser(name: ConstrainedMode, requestor: UserInfo): UserInfo {
  return modeCalled(name).asks?.(requestor) ?? requestor
}

/** A check of a mode about a part of the identity. */
export function identityCheck(name: ConstrainedMode, requestor: UserInfo, question: AskedIdentity): Attributes {
  return identityAttributes(askingUser(name, requestor), {
    verb: `impersonate:${name}`,
    apiGroup: AUTHENTICATION_GROUP,
    apiVersion: 'v1',
    ...question,
  })
}

/** The check of a mode about the username. */
export function usernameCheck(name: ConstrainedMode, wanted: UserInfo, requestor: UserInfo): Attributes {
  return identityCheck(name, requestor, modeCalled(name).username(wanted.username))
}

/** All that keeps a mode from making checks for a target. This is decided before the first check. */
function obstaclesOf({ kind, ownNode }: Mode, wanted: UserInfo, requestor: UserInfo): readonly Obstacle[] {
  const ofName = nameObstacle(wanted.username, kind)
  const node = nodeOf(wanted.username)
  if (ofName?.by === 'name') return [ofName]
  return [
    ofName,
    kind === 'user' ? undefined : headerObstacle(wanted),
    node !== undefined && ownNode ? boundNodeObstacle(node, requestor) : undefined,
  ].filter((one) => one !== undefined)
}

/** Every constrained mode, with what keeps it from making checks for a target. */
export function constrainedModes({ requestor }: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  return MODES.map((mode) => ({
    mode: mode.name,
    obstacles: obstaclesOf(mode, wanted, requestor),
    ...(userKindOf(wanted.username) === mode.kind && { asks: usernameCheck(mode.name, wanted, requestor) }),
  }))
}

/** The modes that are tried where some are not, in their order; legacy is the last. */
export function modesTried(untried: readonly UntriedMode[]): readonly ImpersonationMode[] {
  const left = MODES.filter(({ name }) => !untried.some(({ mode }) => mode === name))
  return [...left.map(({ name }) => name), 'legacy']
}

/** Modes in the order in which a server tries them that begins with the mode that worked last. */
export function inTurn(
  modes: readonly ImpersonationMode[],
  workedLast: ImpersonationMode | undefined,
): readonly ImpersonationMode[] {
  return [...modes.filter((mode) => mode === workedLast), ...modes.filter((mode) => mode !== workedLast)]
}

/** The modes that apply to a target, in the order in which a server tries them that begins with the mode that worked last. */
export function modesInTurn(
  wanted: UserInfo,
  requestor: UserInfo,
  workedLast: ImpersonationMode | undefined,
): readonly ImpersonationMode[] {
  const applying = MODES.filter((mode) => obstaclesOf(mode, wanted, requestor).length === 0)
  return inTurn([...applying.map(({ name }) => name), 'legacy'], workedLast)
}

/** The first mode that applies, and the reason, as a clause of a sentence. */
export interface FirstMode {
  readonly mode: ImpersonationMode
  readonly because: RichText
  /** Why each other mode is not the first. Absent for legacy, which is last. */
  readonly instead: Readonly<Partial<Record<ImpersonationMode, RichText>>>
}

/**
 * The first mode that is tried, for a run that does not try some. At most one constrained mode is, but for a node that the
 * requestor runs on: there arbitrary-node comes after associated-node.
 */
export function firstMode({ username }: UserInfo, untried: readonly UntriedMode[]): FirstMode {
  const found = new Map(untried.map((one) => [one.mode, one]))
  const [mode = 'legacy'] = modesTried(untried)
  const instead = MODES.flatMap(({ name }) => {
    if (name === mode) return []
    return [[name, found.get(name)?.because ?? [`it comes after ${mode}`]]]
  })
  return { mode, because: whyFirst(mode, username, found), instead: Object.fromEntries(instead) }
}

function whyFirst(mode: ImpersonationMode, username: string, untried: ReadonlyMap<string, UntriedMode>): RichText {
  const kind = userKindOf(username)
  switch (mode) {
    case 'associated-node':
      return clause`the requestor’s token is bound to ${nodeOf(username) ?? ''}`
    case 'arbitrary-node':
      return [...clause`${username} is a node`, ', and ', ...(untried.get('associated-node')?.because ?? [])]
    case 'serviceaccount':
      return clause`${username} is a service account`
    case 'user-info':
      return clause`${username} is neither a node nor a service account`
    case 'legacy': {
      const ofKind = MODES.filter((one) => one.kind === kind).flatMap(({ name }) => untried.get(name)?.obstacles ?? [])
      const headers = ofKind.flatMap((one) => (one.by === 'headers' ? one.headers : []))
      return [...setInWords([...new Set(headers)]), `, which no mode allows for a ${kind}`]
    }
  }
}
