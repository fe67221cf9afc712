import { NODE_NAME_KEY, nodeOf, type ServiceAccountName, serviceAccountOf, type UserInfo } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { type IdentityQuestion, onlyUsername } from './identity.ts'
import type { ImpersonationMode } from './memory.ts'

/** The modes with verbs of their own. Legacy is tried after all of them, and always applies. */
export type ConstrainedMode = Exclude<ImpersonationMode, 'legacy'>

/** One way in which the released feature lets a requestor take an identity. */
interface Mode {
  readonly name: ConstrainedMode
  /** Whether it makes checks for the wanted user at all: this decides before anybody is asked. */
  readonly applies: (wanted: UserInfo, requestor: UserInfo) => boolean
  /** What is asked about the username, under the verb `impersonate:<mode>`. */
  readonly username: (wanted: UserInfo) => Pick<IdentityQuestion, 'resource' | 'namespace' | 'name'>
  /** The requestor as the checks of the mode show it, where that is not as it is. */
  readonly asks?: (requestor: UserInfo) => UserInfo
}

/** The constrained modes, in the order in which the API server tries them (Go: `allImpersonationModes` in `mode.go`). */
const MODES: readonly Mode[] = [
  /**
   * For agents that run on every node: the service account takes the identity of the node that its token is bound to. One
   * success serves all nodes, so the checks must hold for all: the name is `*`, and of the requestor's extras, which
   * differ from node to node, only the keys are left. An authorizer can rely on the API server having compared the nodes.
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
  /** Any node, by name; the one that the requestor runs on, too, where associated-node does not allow it. */
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
  /** Everybody of whose name Kubernetes knows nothing. The only mode that allows groups, a UID and extras. */
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

/** Whether a mode makes checks for a target at all. */
export function applies(mode: ImpersonationMode, wanted: UserInfo, requestor: UserInfo): boolean {
  return modesFor(wanted, requestor).includes(mode)
}

/** The modes that apply, in the order in which they are tried by a server that tries the one first that worked last. */
export function modesInTurn(
  wanted: UserInfo,
  requestor: UserInfo,
  workedLast: ImpersonationMode | undefined,
): readonly ImpersonationMode[] {
  const modes = modesFor(wanted, requestor)
  return [...modes.filter((mode) => mode === workedLast), ...modes.filter((mode) => mode !== workedLast)]
}

/** The first mode that applies, and why it and none before it, as a clause a person could say. */
export interface FirstMode {
  readonly mode: ImpersonationMode
  readonly because: RichText
}

/**
 * The first mode that applies. At most one constrained mode does, but for a node that the requestor runs on: there
 * arbitrary-node applies after associated-node.
 */
export function firstMode(wanted: UserInfo, requestor: UserInfo): FirstMode {
  const [mode = 'legacy'] = modesFor(wanted, requestor)
  return { mode, because: whyFirst(mode, wanted, requestor) }
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

/** Why the requestor does not run on a node, as far as the API server knows; undefined where it does. */
function notBoundTo(node: string | undefined, requestor: UserInfo): string | undefined {
  if (serviceAccountOf(requestor.username) === undefined) return 'the requestor is no service account'
  const values = requestor.extra.get(NODE_NAME_KEY) ?? []
  if (values.length !== 1) return 'the requestor’s token is not bound to one node'
  return values[0] === node ? undefined : 'the requestor’s token is bound to another node'
}
