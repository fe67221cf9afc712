import type { ImpersonationMode } from '../../designs/index.ts'
import { forbiddenMessage } from './forbidden-message.ts'
import { type ImpersonationCheck, impersonationCheck, joinedTarget } from './impersonation-check.ts'
import { withoutImpliedGroups } from './implied-groups.ts'
import { attributesOfLine, methodOf, sameAttributes } from './line-attributes.ts'
import type { LogFact } from './log-fact.ts'
import type {
  ObservedAnswer,
  ObservedAttributes,
  ObservedImpersonation,
  ObservedRequest,
  ObservedUser,
} from './observed-request.ts'

/** What the log lines read so far report of one request. */
interface Gathered {
  readonly lines: readonly number[]
  readonly at: string
  /** Absent while no line reported it. */
  readonly requestor?: ObservedUser
  readonly target?: ObservedUser
  /** The modes of the action checks so far: none is made twice for one request. */
  readonly modes: readonly ImpersonationMode[]
  /** The identity checks so far, which are not made twice either. */
  readonly identities: readonly string[]
  readonly mode?: ImpersonationMode
  readonly attributes?: ObservedAttributes
  readonly method?: string
  readonly uri?: string
  readonly answer: ObservedAnswer
  /** A line reported the end of the request. */
  readonly ended: boolean
}

type Check = Extract<LogFact, { is: 'check' }>

/**
 * Joins the log entries of one request: the checks of its impersonation, the denials of RBAC, and the response. The log
 * of a busy server interleaves requests, so entries are joined only where their users or requests agree.
 */
export function observedInLog(facts: readonly LogFact[]): readonly ObservedRequest[] {
  const all: Gathered[] = []
  facts.forEach((fact, index) => {
    const next = facts[index + 1]
    // RBAC logs its refusal right before the filter logs the check.
    if (fact.is === 'denial' && next?.is === 'check' && denies(fact, next)) return
    const last = all.at(-1)
    const joined = last && joinedWith(last, fact)
    if (joined === undefined) all.push(begun(fact))
    else all[all.length - 1] = joined
  })
  return all.map(observedRequest)
}

function denies({ user, attributes }: Extract<LogFact, { is: 'denial' }>, check: Check): boolean {
  return (
    check.decision !== 'Allow' && user.username === check.user.username && sameAttributes(attributes, check.attributes)
  )
}

function begun(fact: LogFact): Gathered {
  const empty: Gathered = { lines: [], at: fact.at, modes: [], identities: [], answer: {}, ended: false }
  const first = joinedWith(empty, fact) ?? empty
  return first.lines.length > 0 ? first : { ...empty, lines: [fact.line] }
}

/** The request with one more entry added; undefined where the entry belongs to another request. */
function joinedWith(so: Gathered, fact: LogFact): Gathered | undefined {
  const lines = [...so.lines, fact.line]
  switch (fact.is) {
    case 'check': {
      const check = impersonationCheck(fact.attributes)
      if (check === undefined || so.ended || !sameUser(so.requestor, fact.user)) return undefined
      const more = withCheck(so, check, fact)
      return more && { ...more, lines, requestor: askingUser(so.requestor, fact.user) }
    }
    case 'denial': {
      if (so.ended) return undefined
      const check = impersonationCheck(fact.attributes)
      if (so.lines.length === 0 && check === undefined) {
        return { ...so, lines, requestor: fact.user, attributes: fact.attributes }
      }
      if (check !== undefined) {
        if (!sameUser(so.requestor, fact.user)) return undefined
        const more = withCheck(so, check, fact)
        return more && { ...more, lines, requestor: so.requestor ?? fact.user }
      }
      // After impersonation the request is authorized as the target.
      const ours =
        so.target?.username === fact.user.username && so.attributes && sameAttributes(so.attributes, fact.attributes)
      return ours ? { ...so, lines, answer: { authorization: 'forbidden' } } : undefined
    }
    case 'refusal': {
      const refused = forbiddenMessage(fact.message)
      if (so.ended || !fits(so, fact.target, refused && { username: refused.username })) return undefined
      const attributes = refused?.attributes
      const check = attributes && impersonationCheck(attributes)
      const named = so.lines.length === 0 && check ? withCheck(so, check, { attributes }) : so
      return {
        ...(named ?? so),
        lines,
        uri: fact.target,
        ...(so.requestor === undefined && refused && { requestor: { username: refused.username } }),
        answer: {
          code: 403,
          authorization: 'forbidden',
          ...(fact.message !== '' && { message: fact.message }),
          reason: fact.reason,
        },
      }
    }
    case 'response': {
      const [requestor, impersonated] = fact.users
      if (so.ended || !fits(so, fact.target, requestor)) return undefined
      const method = METHODS.get(fact.verb)
      const passed = impersonated !== undefined
      const { username = '', groups = [] } = impersonated ?? {}
      const target = passed ? { username, groups: withoutImpliedGroups({ username, groups }, so.mode) } : undefined
      return {
        ...so,
        lines,
        uri: fact.target,
        ...(method !== undefined && { method }),
        ...(so.requestor === undefined && requestor && { requestor }),
        ...(so.target?.username === undefined && target && { target: { ...target, ...so.target } }),
        answer: { ...so.answer, ...(fact.code !== undefined && { code: fact.code }), ...authorizationOf(fact.code) },
        ended: true,
      }
    }
  }
}

function authorizationOf(code: number | undefined): Pick<ObservedAnswer, 'authorization'> {
  return code !== undefined && code < 400 ? { authorization: 'allowed' } : {}
}

/** Verbs as metrics and the log name them (Go: `metrics.NormalizedVerb`). `CONNECT` may have been any method. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['GET', 'GET'],
  ['LIST', 'GET'],
  ['WATCH', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['PATCH', 'PATCH'],
  ['APPLY', 'PATCH'],
  ['DELETE', 'DELETE'],
  ['DELETECOLLECTION', 'DELETE'],
])

function withCheck(
  so: Gathered,
  check: ImpersonationCheck,
  fact: Pick<Check, 'attributes'> & Partial<Pick<Check, 'decision'>>,
): Gathered | undefined {
  if (check.is === 'action') {
    if (so.modes.includes(check.mode)) return undefined
    if (so.attributes && !sameAttributes(so.attributes, check.request)) return undefined
    return { ...so, modes: [...so.modes, check.mode], mode: so.mode ?? check.mode, attributes: check.request }
  }
  const { verb, resource, subresource, name } = fact.attributes
  const identity = JSON.stringify([verb, resource, subresource, name])
  const { username } = check.part
  if (so.identities.includes(identity)) return undefined
  if (username !== undefined && so.target?.username !== undefined && username !== so.target.username) return undefined
  // Every mode repeats the checks of the parts; legacy repeats those of the mode before it.
  const known = so.target ?? {}
  const part = isKnown(known, check.part) ? {} : check.part
  return {
    ...so,
    identities: [...so.identities, identity],
    mode: so.mode ?? check.mode,
    target: joinedTarget(known, part),
  }
}

function isKnown({ groups, extra, ...known }: ObservedUser, part: ObservedUser): boolean {
  if (part.groups) return part.groups.every((group) => groups?.includes(group))
  if (part.extra) {
    return Object.entries(part.extra).every(([key, values]) =>
      values.every((value) => extra && Object.hasOwn(extra, key) && extra[key]?.includes(value)),
    )
  }
  return (part.uid ?? known.uid) === known.uid && (part.username ?? known.username) === known.username
}

/** Compares names only, because the check for the associated node changes the extras. */
function sameUser(a: ObservedUser | undefined, b: ObservedUser): boolean {
  return a === undefined || a.username === b.username
}

/** In the check for the associated node this key replaces all extras; its values are the names of their keys. */
const ASSOCIATED_KEYS = 'authentication.kubernetes.io/associated-node-keys'

/** The requestor with the real extras: the check for the associated node uses others. */
function askingUser(before: ObservedUser | undefined, { extra, ...user }: ObservedUser): ObservedUser {
  if (before?.extra !== undefined || extra === undefined) return before ?? user
  return Object.hasOwn(extra, ASSOCIATED_KEYS) ? user : { ...user, extra }
}

/** Whether an entry that names a target can be about the request. */
function fits(so: Gathered, target: string, user: ObservedUser | undefined): boolean {
  if (so.lines.length === 0) return true
  if (user !== undefined && so.requestor !== undefined && !sameUser(so.requestor, user)) return false
  if (so.uri !== undefined) return so.uri === target
  const { attributes } = so
  // Where only identities were checked, the user alone identifies the request.
  if (attributes === undefined) return user !== undefined
  const line = attributesOfLine({ method: methodOf(attributes) ?? '', target })
  return line !== undefined && sameAttributes(line, attributes)
}

function observedRequest({
  lines,
  at,
  requestor = {},
  attributes,
  method,
  uri,
  answer,
  ...so
}: Gathered): ObservedRequest {
  const known = method ?? (attributes && methodOf(attributes))
  return {
    source: 'server-log',
    lines,
    at,
    requestor,
    impersonation: impersonationOf(so),
    request: {
      ...(attributes && { attributes }),
      ...(uri !== undefined && { target: uri }),
      ...(known !== undefined && { method: known }),
    },
    answer,
  }
}

function impersonationOf({ target, mode }: Pick<Gathered, 'target' | 'mode'>): ObservedImpersonation {
  if (target === undefined && mode === undefined) return { kind: 'not-reported' }
  return { kind: 'reported', target: target ?? {}, ...(mode && { mode }) }
}
