import { goUnquote, goUnquoteList } from '../../go/index.ts'
import type { Decision } from '../../kube/index.ts'
import { extraOf, fieldOf, textsOf } from '../../text/index.ts'
import type { LoggedValues } from './log-line.ts'
import { type ObservedAttributes, type ObservedUser, pathAttributes } from './observed-request.ts'

/** The fact that one entry of kube-apiserver's log reports. */
export type LogFact = { readonly line: number; readonly at: string } & (
  | {
      /** A check of the impersonation filter (`--v=5`, from 1.35). */
      readonly is: 'check'
      readonly user: ObservedUser
      readonly attributes: ObservedAttributes
      readonly decision: Decision
      readonly reason: string
    }
  /** RBAC has no rule for the request (`--v=5`). */
  | { readonly is: 'denial'; readonly user: ObservedUser; readonly attributes: ObservedAttributes }
  /** A request is refused (`--v=4`). Only the impersonation filter logs the message. */
  | { readonly is: 'refusal'; readonly target: string; readonly reason: string; readonly message: string }
  /** A request is answered (`--v=3`). */
  | {
      readonly is: 'response'
      readonly verb: string
      readonly target: string
      readonly code?: number
      readonly users: readonly ObservedUser[]
    }
)

type Fact = LogFact extends infer F ? (F extends LogFact ? Omit<F, 'line' | 'at'> : never) : never

/** The fact of a structured entry, by its message; undefined for all other entries. */
export function structuredFact(message: string, values: LoggedValues): Fact | undefined {
  const text = (key: string): string => {
    const value = values.get(key)
    return typeof value === 'string' ? value : ''
  }
  switch (message) {
    case 'Impersonation authorization check': {
      const decision = text('decision')
      if (!isDecision(decision)) return undefined
      return {
        is: 'check',
        user: {
          username: text('username'),
          uid: text('uid'),
          groups: textsOf(values.get('groups')),
          extra: extraOf(values.get('extra')),
        },
        attributes: checkedAttributes(values, text),
        decision,
        reason: text('reason'),
      }
    }
    case 'Forbidden':
      return values.has('URI')
        ? { is: 'refusal', target: text('URI'), reason: text('reason'), message: text('err') }
        : undefined
    case 'HTTP': {
      if (!values.has('URI')) return undefined
      const code = Number(values.get('resp'))
      return {
        is: 'response',
        verb: text('verb'),
        target: text('URI'),
        ...(Number.isInteger(code) && code > 0 && { code }),
        users: usersIn(text('addedInfo')),
      }
    }
    default:
      return undefined
  }
}

function isDecision(text: string): text is Decision {
  return text === 'Allow' || text === 'Deny' || text === 'NoOpinion'
}

function checkedAttributes(values: LoggedValues, text: (key: string) => string): ObservedAttributes {
  const isResource = String(values.get('isResourceRequest')) !== 'false'
  if (!isResource) return pathAttributes(text('verb'), text('path'))
  return {
    verb: text('verb'),
    isResourceRequest: true,
    apiGroup: text('group'),
    apiVersion: text('version'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
    path: '',
    fieldSelector: fieldSelectorOf(values.get('fieldSelector')),
    labelSelector: text('labelSelector'),
  }
}

/** Requirements as Go's JSON encoder writes them. */
function fieldSelectorOf(value: unknown): string {
  if (!Array.isArray(value)) return ''
  return value
    .map((one) => `${fieldOf(one, 'Field')}${fieldOf(one, 'Operator')}${escaped(String(fieldOf(one, 'Value')))}`)
    .join(',')
}

/** A value as selectors carry it (Go: `fields.EscapeValue`). */
function escaped(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&')
}

/** Reads `ctl[ops] is impersonating jane[devs,system:authenticated]` where no name contains a bracket. */
function usersIn(added: string): readonly ObservedUser[] {
  const users = added.split(' is impersonating ')
  if (users.length !== 2) return []
  const read = users.map((user) => /^([^[\]\n]+)(?:\[([^[\]\n]*)\])?\s*$/.exec(user))
  return read.every((one) => one !== null)
    ? read.map((one) => ({ username: one[1] ?? '', groups: one[2] === undefined ? [] : one[2].split(',') }))
    : []
}

const NO_RULES = 'RBAC: no rules authorize user '

/** The words of older servers, of which the first did not quote the groups. Groups: user, groups. */
const OLDER_DENY = /RBAC DENY: user ("(?:[^"\\]|\\.){0,500}") groups (\[[^\]\n]{0,10000}\]) cannot (?=")/

function olderDenial(text: string): Fact | undefined {
  const words = OLDER_DENY.exec(text)
  if (words === null) return undefined
  const [head, quoted = '', list = ''] = words
  const user = goUnquote(quoted, 0)
  const attributes = user && deniedAttributes(text.slice(words.index + head.length))
  if (user === undefined || attributes === undefined) return undefined
  const groups = goUnquoteList(list, 0)?.values ?? list.slice(1, -1).split(' ')
  return { is: 'denial', user: { username: user.value, groups: groups.filter((group) => group !== '') }, attributes }
}

/** The refusal of one authorizer: `RBAC: no rules authorize user "jane" with groups ["devs"] to "list" resource "pods" in namespace "prod"`. */
export function denialFact(text: string): Fact | undefined {
  if (text.includes(NODE_DENY)) return nodeDenial(text)
  if (text.includes('RBAC DENY: ')) return olderDenial(text)
  const start = text.indexOf(NO_RULES)
  const user = start === -1 ? undefined : goUnquote(text, start + NO_RULES.length)
  if (user === undefined || !text.startsWith(' with groups ', user.end)) return undefined
  const groups = goUnquoteList(text, user.end + ' with groups '.length)
  if (groups === undefined || !text.startsWith(' to ', groups.end)) return undefined
  const attributes = deniedAttributes(text.slice(groups.end + ' to '.length))
  return attributes && { is: 'denial', user: { username: user.value, groups: groups.values }, attributes }
}

/** Verb, resource and name are quoted, but not escaped (`plugin/pkg/auth/authorizer/rbac`). */
const DENIED =
  /^"([^"]*)" resource "([^"./]*)(?:\.([^"/]*))?(?:\/([^"]*))?"(?: named "(.*)")? (?:cluster-wide$|in namespace )/

function deniedAttributes(text: string): ObservedAttributes | undefined {
  const line = text.trimEnd()
  const resource = DENIED.exec(line)
  if (resource !== null) {
    const [head, verb = '', plural = '', apiGroup = '', subresource = '', name = ''] = resource
    const namespace = head.endsWith('cluster-wide') ? { value: '', end: line.length } : goUnquote(line, head.length)
    if (namespace?.end !== line.length) return undefined
    const { value } = namespace
    return { verb, isResourceRequest: true, apiGroup, resource: plural, subresource, namespace: value, name, path: '' }
  }
  const verb = goUnquote(line, 0)
  const words = ' nonResourceURL '
  const path = verb && line.startsWith(words, verb.end) ? goUnquote(line, verb.end + words.length) : undefined
  return verb && path && line.slice(path.end) === ' cluster-wide' ? pathAttributes(verb.value, path.value) : undefined
}

const NODE_DENY = "NODE DENY: '"
const RECORD = "' authorizer.AttributesRecord{"

/**
 * `NODE DENY: 'n1' authorizer.AttributesRecord{User:(*user.DefaultInfo)(0xc0), Verb:"get", …}` (`--v=2`; the Node
 * authorizer, which prints the record with `%#v`): no decision of this authorizer.
 */
function nodeDenial(text: string): Fact | undefined {
  const start = text.indexOf(NODE_DENY)
  const record = start === -1 ? -1 : text.indexOf(RECORD, start)
  if (record === -1) return undefined
  const values = new Map<string, string>()
  for (const { 1: key = '', index, 0: head } of text.slice(record).matchAll(/\b([A-Z]\w+):(?=")/g)) {
    values.set(key, goUnquote(text, record + index + head.length)?.value ?? '')
  }
  const value = (key: string): string => values.get(key) ?? ''
  const user = { username: `system:node:${text.slice(start + NODE_DENY.length, record)}` }
  if (/\bResourceRequest:false\b/.test(text)) {
    return { is: 'denial', user, attributes: pathAttributes(value('Verb'), value('Path')) }
  }
  const attributes: ObservedAttributes = {
    verb: value('Verb'),
    isResourceRequest: true,
    apiGroup: value('APIGroup'),
    apiVersion: value('APIVersion'),
    resource: value('Resource'),
    subresource: value('Subresource'),
    namespace: value('Namespace'),
    name: value('Name'),
    path: '',
  }
  return { is: 'denial', user, attributes }
}
