import { type PlainUser, type RequestText, type RichText, userInfo } from '@authz-playground/engine'
import { impersonationOf, readHTTP } from '@authz-playground/engine/internal/http'
import {
  missingGroups,
  NODE_NAME_KEY,
  NODES_GROUP,
  SYSTEM_PRIVILEGED_GROUP,
} from '@authz-playground/engine/internal/kube'
import { identityInWords } from '@authz-playground/engine/internal/rights'
import { LONGEST_FIELD } from './limits.ts'
import { firstExtra, kindOf, POD_NAME_KEY } from './requestor.ts'

/**
 * A requestor in words: "service account default/my-controller", "jane, a user in group devs". Groups that authentication
 * adds to every such user are left out.
 */
export function requestorInWords(user: PlainUser): RichText {
  const { username, groups = [], uid = '' } = user
  const kind = kindOf(user)
  const usual = missingGroups({ username })
  const said = kind === 'node' ? [NODES_GROUP] : kind === 'masters' ? [SYSTEM_PRIVILEGED_GROUP] : []
  const shown = groups.filter((group) => !usual.includes(group) && !said.includes(group))
  const identity = identityInWords(userInfo(user))
  const isNameAlone = identity.every((word) => typeof word !== 'string')
  return [
    ...identity,
    ...(kind === 'user' && isNameAlone ? [', a user'] : []),
    ...(kind === 'masters' ? [', a member of ', { code: SYSTEM_PRIVILEGED_GROUP }] : []),
    ...(kind === 'bound-token' ? boundTo(user) : []),
    ...(shown.length === 0 ? [] : [` in ${groupNoun(shown)} `, { code: shown.join(', ') }]),
    ...(uid === '' ? [] : [' with uid ', { code: uid }]),
  ]
}

function boundTo(user: PlainUser): RichText {
  const pod = firstExtra(user, POD_NAME_KEY)
  const node = firstExtra(user, NODE_NAME_KEY)
  return [
    ', with a token bound to ',
    ...(pod === '' ? [] : ['pod ', { code: pod }]),
    ...(pod === '' || node === '' ? [] : [' on ']),
    ...(node === '' ? [] : ['node ', { code: node }]),
  ]
}

function groupNoun(groups: readonly string[]): string {
  return groups.length === 1 ? 'group' : 'groups'
}

/** A request as one line of text. */
export interface OneLine {
  /** Empty where nothing is written. */
  readonly text: string
  /** The line leaves out a body or a document. */
  readonly isCut: boolean
}

/**
 * A written request in one line: a command without its line breaks, and of HTTP the request line with the user to
 * impersonate, as in "GET /api/v1/pods as jane". A text that could not be read gives its first line.
 */
export function requestInOneLine({ form, text }: RequestText): OneLine {
  const head = text.slice(0, LONGEST_FIELD)
  if (form === 'review') return reviewInOneLine(head)
  if (form !== 'http') return firstCommand(head)
  const { request } = readHTTP(head)
  if (request === undefined) return firstCommand(head)
  const { username, uid, groups, extra } = impersonationOf(request.headers)
  const more = [
    ...(uid === '' ? [] : [`uid ${uid}`]),
    ...(extra.length === 0 ? [] : [`extra ${extra.map(({ key, value }) => `${key}=${value}`).join(', ')}`]),
  ]
  const whom = [
    ...(username === '' ? [] : [username]),
    ...(groups.length === 0 ? [] : [`in ${groupNoun(groups)} ${groups.join(', ')}`]),
    ...(more.length === 0 ? [] : [`with ${more.join(' and ')}`]),
  ]
  const line = [request.method, request.target, ...(whom.length === 0 ? [] : ['as', ...whom])].join(' ')
  return { text: line, isCut: request.body !== '' || text.length > head.length }
}

/** A review by its kind and its check: "SubjectAccessReview: delete deployments". */
function reviewInOneLine(text: string): OneLine {
  const value = (field: string): string =>
    new RegExp(`\\b${field}["']?[ \\t]*:[ \\t]*["']?([^\\s"',{}]+)`).exec(text)?.[1] ?? ''
  const check = [value('verb'), value('resource') || value('path')].filter((word) => word !== '').join(' ')
  return { text: check === '' ? value('kind') : `${value('kind')}: ${check}`, isCut: true }
}

/** The first line that is not a comment, with the lines that it continues on. */
function firstCommand(text: string): OneLine {
  const lines = text
    .replace(/(?<!\s)\s*\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\/\/)/.test(line))
  return { text: lines[0] ?? '', isCut: lines.length > 1 }
}
