import {
  ALL_AUTHENTICATED,
  NODES_GROUP,
  type PlainUser,
  serviceAccountGroups,
  serviceAccountOf,
} from '../kube/index.ts'
import { type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { fieldIn, isRecord, textIn, textsIn } from './kubeconfig.ts'

/** The text that names who asks. */
export type RequestorSource = 'service account' | 'node' | 'whoami' | 'SelfSubjectReview' | 'TokenReview'

/** Who asks, from a text that says nothing else. */
export interface PastedRequestor {
  readonly user: PlainUser
  readonly of: RequestorSource
}

/** The username of a service account or a node, with the groups that authentication gives it; undefined for other words. */
export function requestorNamed(username: string): PastedRequestor | undefined {
  const account = serviceAccountOf(username)
  if (account === undefined && !/^system:node:[^:/]+$/.test(username)) return undefined
  const groups = account ? serviceAccountGroups(account.namespace) : [NODES_GROUP]
  return { of: account ? 'service account' : 'node', user: { username, groups: [...groups, ALL_AUTHENTICATED] } }
}

/** The first line of the table that `kubectl auth whoami` prints. */
export const WHOAMI_HEADER = /^ATTRIBUTE\s{2,}VALUE\s*$/

/**
 * The user in the table of `kubectl auth whoami`; undefined where it names none. A list is in square brackets with blanks
 * between its values, so a group whose name has a blank is read as two.
 */
export function requestorInTable(table: string): PastedRequestor | undefined {
  const attributes = table.split(/\r?\n/).flatMap((line): readonly (readonly [string, string])[] => {
    const [, name, value = ''] = /^(Username|UID|Groups|Extra: \S+)\s{2,}(\S.*?)\s*$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  const written = (name: string): string => attributes.find(([one]) => one === name)?.[1] ?? ''
  const extras = attributes.flatMap(([name, value]): readonly (readonly [string, readonly string[]])[] =>
    name.startsWith('Extra: ') ? [[name.slice('Extra: '.length), valuesIn(value)]] : [],
  )
  return requestorOf('whoami', written('Username'), written('UID'), valuesIn(written('Groups')), extras)
}

function valuesIn(list: string): readonly string[] {
  return list
    .replace(/^\[|\]$/g, '')
    .split(' ')
    .filter((value) => value !== '')
}

/** The user in the status of a SelfSubjectReview or a TokenReview; undefined where it has none. Its token is not read. */
export function requestorInReview(text: string): PastedRequestor | undefined {
  const value = readJsonTexts(text, 'document').documents[0]?.value
  const of = textIn(value, 'kind')
  if (of !== 'SelfSubjectReview' && of !== 'TokenReview') return undefined
  const user = fieldIn(fieldIn(value, 'status'), of === 'TokenReview' ? 'user' : 'userInfo')
  const extra: JsonValue | undefined = fieldIn(user, 'extra')
  const extras = isRecord(extra) ? Object.keys(extra).map((key) => [key, textsIn(extra, key)] as const) : []
  return requestorOf(of, textIn(user, 'username'), textIn(user, 'uid'), textsIn(user, 'groups'), extras)
}

function requestorOf(
  of: RequestorSource,
  username: string,
  uid: string,
  groups: readonly string[],
  extras: readonly (readonly [string, readonly string[]])[],
): PastedRequestor | undefined {
  if (username === '') return undefined
  const extra = Object.fromEntries(extras)
  return {
    of,
    user: { username, ...(uid !== '' && { uid }), groups, ...(extras.length > 0 && { extra }) },
  }
}
