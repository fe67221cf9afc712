import { METHOD_OF_VERB } from '../http/index.ts'
import { forbiddenMessage } from './forbidden-message.ts'
import { impersonationCheck, modeOfConstraint } from './impersonation-check.ts'
import { extraOf, fieldOf, isLoose, type Loose, textOf, textsOf } from './loose.ts'
import type { Told, ToldAnswer, ToldImpersonation, ToldRequest, ToldUser } from './told.ts'
import { withoutImpliedGroups } from './without-implied-groups.ts'

/** Whether a value is an event of `audit.k8s.io`. In a list its kind need not be written. */
export function isAuditEvent(value: unknown): value is Loose {
  if (!isLoose(value)) return false
  const kind = textOf(value, 'kind')
  if (kind !== '' && (kind !== 'Event' || !textOf(value, 'apiVersion').startsWith('audit.k8s.io/'))) return false
  return (
    textOf(value, 'requestURI') !== '' && typeof fieldOf(value, 'verb') === 'string' && textOf(value, 'stage') !== ''
  )
}

/** What an audit event tells. */
export function toldByEvent(event: Loose, line: number): Told {
  const { requestor, impersonation, answer } = who(event)
  return {
    source: 'audit-event',
    lines: [line],
    at: textOf(event, 'requestReceivedTimestamp'),
    requestor,
    impersonation,
    request: requestOf(event),
    answer,
  }
}

/** The events of one request have its ID; of several stages the last tells most. */
export function auditID(event: Loose): string {
  return textOf(event, 'auditID')
}

/** What is empty is left out of an event. */
function userOf(value: unknown): ToldUser {
  if (!isLoose(value)) return {}
  return {
    username: textOf(value, 'username'),
    uid: textOf(value, 'uid'),
    groups: textsOf(value.groups),
    extra: extraOf(value.extra),
  }
}

function who(event: Loose): Pick<Told, 'requestor' | 'impersonation' | 'answer'> {
  // A 401 comes of a request that nobody was authenticated for.
  const unknown = fieldOf(fieldOf(event, 'responseStatus'), 'code') === 401
  const requestor = unknown ? {} : userOf(fieldOf(event, 'user'))
  const constraint = textOf(fieldOf(event, 'authenticationMetadata'), 'impersonationConstraint')
  const answer = answerOf(event)
  const impersonated = fieldOf(event, 'impersonatedUser')
  if (!isLoose(impersonated)) return { requestor, impersonation: withoutImpersonated(event, answer), answer }
  const user = userOf(impersonated)
  const { username = '', groups = [] } = user
  const mode = modeOfConstraint(constraint)
  return {
    requestor,
    impersonation: {
      kind: 'told',
      target: { ...user, username, groups: withoutImpliedGroups({ username, groups }, mode) },
      ...(mode && { mode }),
    },
    answer: { ...answer, constraint },
  }
}

/** The impersonation filter notes whom it let pass. An event without that is of nobody impersonated, or of a refusal. */
function withoutImpersonated(event: Loose, { message = '', authorization }: ToldAnswer): ToldImpersonation {
  const refused = forbiddenMessage(message)
  const check = refused?.attributes && impersonationCheck(refused.attributes)
  if (check !== undefined) {
    return { kind: 'told', mode: check.mode, target: check.is === 'identity' ? check.part : {} }
  }
  // The filter runs after the first stage, and has noted nothing by then.
  const early = textOf(event, 'stage') === 'RequestReceived'
  return early || authorization === undefined ? { kind: 'not-told' } : { kind: 'none' }
}

const DECISION = 'authorization.k8s.io/decision'
const REASON = 'authorization.k8s.io/reason'

function answerOf(event: Loose): ToldAnswer {
  const status = fieldOf(event, 'responseStatus')
  const notes = fieldOf(event, 'annotations')
  const code = fieldOf(status, 'code')
  const message = textOf(status, 'message')
  const decision = textOf(notes, DECISION)
  const refused = code === 403 ? forbiddenMessage(message) : undefined
  const authorization = decision === 'allow' ? 'allowed' : decision === 'forbid' || refused ? 'forbidden' : undefined
  return {
    ...(typeof code === 'number' && { code }),
    ...(message !== '' && { message }),
    ...(authorization && { authorization }),
    ...(isLoose(notes) && Object.hasOwn(notes, REASON) && { reason: textOf(notes, REASON) }),
  }
}

/** The deprecated prefix in a path counts whatever the method is. */
const METHOD_OF_ODD_VERB: ReadonlyMap<string, string> = new Map([['proxy', 'GET']])

function requestOf(event: Loose): ToldRequest {
  const verb = textOf(event, 'verb')
  const isResource = isLoose(fieldOf(event, 'objectRef'))
  const method = METHOD_OF_VERB.get(verb) ?? (isResource ? METHOD_OF_ODD_VERB.get(verb) : verb.toUpperCase())
  const body = fieldOf(event, 'requestObject')
  return {
    target: textOf(event, 'requestURI'),
    ...(method !== undefined && { method }),
    ...(isLoose(body) && { body: JSON.stringify(body, undefined, 2) }),
  }
}
