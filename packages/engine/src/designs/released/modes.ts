import { NODE_NAME_KEY, nodeOf, serviceAccountOf, type UserInfo } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { onlyUsername } from './identity.ts'
import type { ImpersonationMode } from './memory.ts'

/** The modes with verbs of their own, in the order in which the API server tries them. */
export type ConstrainedMode = Exclude<ImpersonationMode, 'legacy'>

/** The first mode that applies, and why it and none before it, as a clause a person could say. */
export interface FirstMode {
  readonly mode: ImpersonationMode
  readonly because: RichText
}

/**
 * The first mode that applies to a target and a requestor (Go: the filters in `mode.go`). At most one constrained mode
 * applies to a target, but for a node that the requestor runs on: there arbitrary-node applies after associated-node.
 * Legacy always applies, and comes last.
 */
export function firstMode(target: UserInfo, requestor: UserInfo): FirstMode {
  const { username } = target
  const node = nodeOf(username)
  const account = serviceAccountOf(username)
  if (node === undefined && account === undefined) {
    return { mode: 'user-info', because: clause`${username} is neither a node nor a service account` }
  }
  const kind = node === undefined ? 'service account' : 'node'
  if (!onlyUsername(target)) {
    return {
      mode: 'legacy',
      because: [...clause`more than ${'Impersonate-User'} is set`, `, which no mode allows for a ${kind}`],
    }
  }
  if (node === undefined) return { mode: 'serviceaccount', because: clause`${username} is a service account` }
  const notHere = notRunningOn(node, requestor)
  return notHere === undefined
    ? { mode: 'associated-node', because: clause`the requestor’s token is bound to ${node}` }
    : { mode: 'arbitrary-node', because: [...clause`${username} is a node`, `, and ${notHere}`] }
}

/** Whether a mode makes checks for a target at all. */
export function applies(mode: ImpersonationMode, target: UserInfo, requestor: UserInfo): boolean {
  const first = firstMode(target, requestor).mode
  return mode === 'legacy' || mode === first || (mode === 'arbitrary-node' && first === 'associated-node')
}

const MODES: readonly ImpersonationMode[] = [
  'associated-node',
  'arbitrary-node',
  'serviceaccount',
  'user-info',
  'legacy',
]

/** The modes that apply to a target, in the order in which they are tried: one that worked last goes before the others. */
export function modesInTurn(
  target: UserInfo,
  requestor: UserInfo,
  workedLast: ImpersonationMode | undefined,
): readonly ImpersonationMode[] {
  const applying = MODES.filter((mode) => applies(mode, target, requestor))
  return [...applying.filter((mode) => mode === workedLast), ...applying.filter((mode) => mode !== workedLast)]
}

function notRunningOn(node: string, requestor: UserInfo): string | undefined {
  if (serviceAccountOf(requestor.username) === undefined) return 'the requestor is no service account'
  const values = requestor.extra.get(NODE_NAME_KEY) ?? []
  if (values.length !== 1) return 'the requestor’s token is not bound to one node'
  return values[0] === node ? undefined : 'the requestor’s token is bound to another node'
}
