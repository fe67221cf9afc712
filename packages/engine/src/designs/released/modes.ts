import { NODE_NAME_KEY, nodeOf, type ServiceAccountName, serviceAccountOf, type UserInfo } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { type IdentityQuestion, onlyUsername } from './identity.ts'
import type { ImpersonationMode } from './memory.ts'

/** The modes with verbs of their own. Legacy is tried after all of them, and always applies. */
export type ConstrainedMode = Exclude<ImpersonationMode, 'legacy'>

/** One way in which the released feature lets a requestor take an identity. */
interface Mode {
  readonly name: ConstrainedMode
  /** Whether the mode makes checks for the wanted user. This is decided before the first check. */
  readonly applies: (wanted: UserInfo, requestor: UserInfo) => boolean
  /** The question about the username, under the verb `impersonate:<mode>`. */
  readonly username: (wanted: UserInfo) => Pick<IdentityQuestion, 'resource' | 'namespace' | 'name'>
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
    applies: (wanted, requestor) =>
      nodeAlone(wanted) !== undefined && notBoundTo(nodeAlone(wanted), requestor) === undefined,
    username: () => ({ resource: 'nodes', name: '*' }),
    asks: (requestor) => ({
      ...requestor,
      extra: new Map([['authentication.kubernetes.io/associated-node-keys', [...requestor.extra.keys()].sort()]]),
    }),
  },
  /** Any node, by name. It also applies to the requestor's own node, where associated-node does not allow it. */
  {
    name: 'arbitrary-node',
    applies: (wanted) => nodeAlone(wanted) !== undefined,
    username: (wanted) => ({ resource: 'nodes', name: nodeOf(wanted.username) ?? '' }),
  },
  /** The check is in the account's namespace, so that a RoleBinding there is enough. */
  {
    name: 'serviceaccount',
    applies: (wanted) => accountAlone(wanted) !== undefined,
    username: (wanted) => ({ resource: 'serviceaccounts', namespace: '', name: '', ...accountAlone(wanted) }),
  },
  /** All other users. The only mode that allows groups, a UID and extras. */
  {
    name: 'user-info',
    applies: ({ username }) => nodeOf(username) === undefined && serviceAccountOf(username) === undefined,
    username: ({ username }) => ({ resource: 'users', name: username }),
  },
]

export function modeCalled(name: ConstrainedMode): Mode {
  return MODES.find((mode) => mode.name === name) as Mode
}

/** The modes that apply, in the order in which they are tried; legacy is the last. */
function modesFor(wanted: UserInfo, requestor: UserInfo): readonly ImpersonationMode[] {
  return [...MODES.filter((mode) => mode.applies(wanted, requestor)).map(({ name }) => name), 'legacy']
}

/** Whether a mode makes checks for a target. */
export function applies(mode: ImpersonationMode, wanted: UserInfo, requestor: UserInfo): boolean {
  return modesFor(wanted, requestor).includes(mode)
}

/** The modes that apply, in the order in which a server tries them that begins with the mode that worked last. */
export function modesInTurn(
  wanted: UserInfo,
  requestor: UserInfo,
  workedLast: ImpersonationMode | undefined,
): readonly ImpersonationMode[] {
  const modes = modesFor(wanted, requestor)
  return [...modes.filter((mode) => mode === workedLast), ...modes.filter((mode) => mode !== workedLast)]
}

/** The first mode that applies, and the reason, as a clause of a sentence. */
export interface FirstMode {
  readonly mode: ImpersonationMode
  readonly because: RichText
  /** Why each other mode is not the first. Absent for legacy, which is last. */
  readonly instead: Readonly<Partial<Record<ImpersonationMode, RichText>>>
}

/**
 * The first mode that applies. At most one constrained mode does, but for a node that the requestor runs on: there
 * arbitrary-node applies after associated-node.
 */
export function firstMode(wanted: UserInfo, requestor: UserInfo): FirstMode {
  const [mode = 'legacy'] = modesFor(wanted, requestor)
  const instead = MODES.flatMap(({ name }) => {
    const reason = name === mode ? undefined : whyNot(name, mode, wanted, requestor)
    return reason === undefined ? [] : [[name, reason]]
  })
  return { mode, because: whyFirst(mode, wanted, requestor), instead: Object.fromEntries(instead) }
}

/** Why a constrained mode is not the first, as a clause. */
function whyNot(name: ConstrainedMode, first: ImpersonationMode, wanted: UserInfo, requestor: UserInfo): RichText {
  const { username } = wanted
  const node = nodeOf(username)
  const account = serviceAccountOf(username)
  switch (name) {
    case 'associated-node':
    case 'arbitrary-node':
      if (node === undefined) return clause`${username} is not a node`
      if (!onlyUsername(wanted)) return [`${moreThanName(wanted)}, so no mode for nodes applies`]
      return name === 'associated-node' ? [notBoundTo(node, requestor) ?? ''] : [`it comes after ${first}`]
    case 'serviceaccount':
      return account === undefined
        ? clause`${username} is not a service account`
        : [`${moreThanName(wanted)}, so the mode for service accounts does not apply`]
    case 'user-info':
      return [...clause`${username} is a `, node === undefined ? 'service account' : 'node']
  }
}

/** "groups are set", "groups and a UID are set": the parts that a target has besides its name. */
function moreThanName({ groups, uid, extra }: UserInfo): string {
  const parts = [
    ...(groups.length > 0 ? ['groups'] : []),
    ...(uid !== '' ? ['a UID'] : []),
    ...(extra.size > 0 ? ['extras'] : []),
  ]
  const last = parts.pop() ?? ''
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} ${last === 'a UID' && parts.length === 0 ? 'is' : 'are'} set`
}

function whyFirst(mode: ImpersonationMode, wanted: UserInfo, requestor: UserInfo): RichText {
  const { username } = wanted
  const node = nodeOf(username)
  switch (mode) {
    case 'associated-node':
      return clause`the requestor’s token is bound to ${node ?? ''}`
    case 'arbitrary-node':
      return [...clause`${username} is a node`, `, and ${notBoundTo(node, requestor)}`]
    case 'serviceaccount':
      return clause`${username} is a service account`
    case 'user-info':
      return clause`${username} is neither a node nor a service account`
    case 'legacy': {
      const kind = node === undefined ? 'service account' : 'node'
      return [...clause`more than ${'Impersonate-User'} is set`, `, which no mode allows for a ${kind}`]
    }
  }
}

function nodeAlone(wanted: UserInfo): string | undefined {
  return onlyUsername(wanted) ? nodeOf(wanted.username) : undefined
}

function accountAlone(wanted: UserInfo): ServiceAccountName | undefined {
  return onlyUsername(wanted) ? serviceAccountOf(wanted.username) : undefined
}

/** The reason why the API server does not know the requestor to run on a node; undefined where it does. */
function notBoundTo(node: string | undefined, requestor: UserInfo): string | undefined {
  if (serviceAccountOf(requestor.username) === undefined) return 'the requestor is not a service account'
  const values = requestor.extra.get(NODE_NAME_KEY) ?? []
  if (values.length !== 1) return 'the requestor’s token is not bound to one node'
  return values[0] === node ? undefined : 'the requestor’s token is bound to another node'
}
