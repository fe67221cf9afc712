import { type UserInfo, type UserKind, userKindOfPrefix } from '../../kube/index.ts'
import type { ConsideredMode, Obstacle } from '../../trace/index.ts'
import type { DesignInput } from '../design.ts'
import { boundNodeObstacle, headerObstacle, nodeExtraObstacle } from '../released/obstacles.ts'
import { accountNamed, identityCheck, nodeNamed, userInfoQuestions } from './target.ts'

/** A kind of impersonation in the workflow of KEP-5284. */
interface Mode {
  readonly name: string
  /** The kind of users that it is for. The prefix of a name decides. */
  readonly kind: UserKind
  readonly verb: (input: DesignInput) => string
  /** The question about the username. Undefined where the name is not well-formed. */
  readonly username: (wanted: UserInfo) => Parameters<typeof identityCheck>[2] | undefined
  readonly requestor?: (input: DesignInput, wanted: UserInfo) => Obstacle | undefined
}

const SCHEDULED_NODE: Mode = {
  name: 'scheduled-node',
  kind: 'node',
  verb: () => 'impersonate:scheduled-node',
  username: (wanted) => (nodeNamed(wanted) === '' ? undefined : { resource: 'nodes', name: '' }),
  requestor: notOnNode,
}

const USER_INFO: Mode = {
  name: 'user-info',
  kind: 'user',
  verb: () => 'impersonate:user-info',
  username: (wanted) => userInfoQuestions(wanted)[0].question,
}

const NODE: Mode = {
  name: 'node',
  kind: 'node',
  verb: ({ assumptions }) => (assumptions['node-verb'] === 'nodes' ? 'impersonate:nodes' : 'impersonate:node'),
  username: (wanted) => {
    const name = nodeNamed(wanted)
    return name === '' ? undefined : { resource: 'nodes', name }
  },
}

const SERVICE_ACCOUNT: Mode = {
  name: 'serviceaccount',
  kind: 'service account',
  verb: () => 'impersonate:serviceaccount',
  username: (wanted) => {
    const account = accountNamed(wanted)
    return account && { resource: 'serviceaccounts', ...account }
  },
}

const MODES: readonly Mode[] = [SCHEDULED_NODE, NODE, SERVICE_ACCOUNT, USER_INFO]

/** The modes of the text at beta, where the two modes of nodes have other names. */
const BETA_MODES: readonly Mode[] = [
  { ...SCHEDULED_NODE, name: 'associated-node', verb: () => 'impersonate:associated-node' },
  { ...NODE, name: 'arbitrary-node', verb: () => 'impersonate:arbitrary-node' },
  SERVICE_ACCOUNT,
  USER_INFO,
]

/** The verb that the check of the username has in a mode. */
export function verbOf(name: string, input: DesignInput): string {
  return MODES.find((mode) => mode.name === name)?.verb(input) ?? ''
}

/** The modes of the workflow that KEP-5284 prints, each with what keeps it from being asked for. */
export function proposedModes(input: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  return MODES.map((mode) => considered(mode, input, wanted))
}

/** The modes of the text at beta, each with what keeps it from being asked for. */
export function betaModes(input: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  return BETA_MODES.map((mode) => considered(mode, input, wanted))
}

/** The question about the username in a mode of the text at beta. A name that is not well-formed has none of its own. */
export function betaUsername(name: string, wanted: UserInfo): Parameters<typeof identityCheck>[2] {
  const mode = BETA_MODES.find((one) => one.name === name)
  return mode?.username(wanted) ?? { resource: mode?.kind === 'node' ? 'nodes' : 'serviceaccounts', name: '' }
}

/** The modes where every target is a user with a full name: user-info takes all of them. */
export function userInfoModes(input: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  const { name, verb, username } = USER_INFO
  const question = username(wanted)
  const every = { mode: name, obstacles: [], ...(question && { asks: identityCheck(input, verb(input), question) }) }
  return keepsScheduledNode(input, wanted) ? [considered(SCHEDULED_NODE, input, wanted), every] : [every]
}

/** Why a requestor does not count as running on the wanted node. */
export function notOnNode({ requestor, assumptions }: DesignInput, wanted: UserInfo): Obstacle | undefined {
  const obstacle = assumptions['same-node'] === 'service-account' ? boundNodeObstacle : nodeExtraObstacle
  return obstacle(nodeNamed(wanted), requestor)
}

/** Whether a variant without kinds of targets still asks for the verb of the scheduled node. */
export function keepsScheduledNode({ assumptions }: DesignInput, { username }: UserInfo): boolean {
  return assumptions['scheduled-node'] === 'kept' && userKindOfPrefix(username) === 'node'
}

function considered(
  { name, kind, verb, username, requestor }: Mode,
  input: DesignInput,
  wanted: UserInfo,
): ConsideredMode {
  const is = userKindOfPrefix(wanted.username)
  if (is !== kind) return { mode: name, obstacles: [{ by: 'name', username: wanted.username, is, wanted: kind }] }
  const question = username(wanted)
  const takesHeaders = kind === 'user' || input.assumptions['other-headers'] === 'checked'
  const obstacles: readonly (Obstacle | undefined)[] = [
    question === undefined ? { by: 'malformed-name', username: wanted.username, wanted: kind } : undefined,
    takesHeaders ? undefined : headerObstacle(wanted),
    requestor?.(input, wanted),
  ]
  return {
    mode: name,
    obstacles: obstacles.filter((one) => one !== undefined),
    ...(question && { asks: identityCheck(input, verb(input), question) }),
  }
}
