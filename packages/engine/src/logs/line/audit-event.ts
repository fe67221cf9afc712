import { METHOD_OF_VERB } from '../../http/index.ts'
import { extraOf, fieldOf, isJSONObject, type JSONObject, textField, textsOf } from '../../text/index.ts'
import { forbiddenMessage } from './forbidden-message.ts'
import { impersonationCheck, modeOfConstraint } from './impersonation-check.ts'
import { withoutImpliedGroups } from './implied-groups.ts'
import type {
  ObservedAnswer,
  ObservedAttributes,
  ObservedCall,
  ObservedImpersonation,
  ObservedRequest,
  ObservedUser,
} from './observed-request.ts'

/** Whether a value is an event of `audit.k8s.io`. In a list the kind may be absent. */
export function isAuditEvent(value: unknown): value is JSONObject {
  if (!isJSONObject(value)) return false
  if (textField(value, 'kind') !== '' && !saysAuditEvent(value)) return false
  return (
    textField(value, 'requestURI') !== '' &&
    typeof fieldOf(value, 'verb') === 'string' &&
    textField(value, 'stage') !== ''
  )
}

/** Whether a value is an audit event of which only some fields were written down, as in documentation: without stage or `requestURI`. */
export function isAbridgedEvent(value: unknown): value is JSONObject {
  if (!isJSONObject(value) || !saysAuditEvent(value) || isAuditEvent(value)) return false
  const isCall = textField(value, 'requestURI') !== '' || textField(fieldOf(value, 'objectRef'), 'resource') !== ''
  return isCall && textField(value, 'verb') !== ''
}

function saysAuditEvent(value: JSONObject): boolean {
  return textField(value, 'kind') === 'Event' && textField(value, 'apiVersion').startsWith('audit.k8s.io/')
}

/** The request that an audit event reports. What an abridged event leaves out is not reported. */
export function observedInEvent(event: JSONObject, line: number): ObservedRequest {
  const { requestor, impersonation, answer } = who(event)
  return {
    source: 'audit-event',
    lines: [line],
    at: textField(event, 'requestReceivedTimestamp'),
    requestor,
    impersonation,
    request: requestOf(event),
    answer,
  }
}

/** The events of one request share its audit ID; the event of the last stage has the most fields. */
export function auditID(event: JSONObject): string {
  return textField(event, 'auditID')
}

/** Audit events omit empty fields; one that is abridged omits others, too. */
function userOf(value: unknown, isAbridged: boolean): ObservedUser {
  if (!isJSONObject(value)) return {}
  const has = (name: string): boolean => !isAbridged || Object.hasOwn(value, name)
  return {
    username: textField(value, 'username'),
    ...(has('uid') && { uid: textField(value, 'uid') }),
    ...(has('groups') && { groups: textsOf(value.groups) }),
    ...(has('extra') && { extra: extraOf(value.extra) }),
  }
}

function who(event: JSONObject): Pick<ObservedRequest, 'requestor' | 'impersonation' | 'answer'> {
  // A request that is answered with 401 has no authenticated user.
  const unknown = fieldOf(fieldOf(event, 'responseStatus'), 'code') === 401
  const isAbridged = !isAuditEvent(event)
  const requestor = unknown ? {} : userOf(fieldOf(event, 'user'), isAbridged)
  const constraint = textField(fieldOf(event, 'authenticationMetadata'), 'impersonationConstraint')
  const answer = answerOf(event)
  const impersonated = fieldOf(event, 'impersonatedUser')
  if (!isJSONObject(impersonated)) return { requestor, impersonation: withoutImpersonated(event, answer), answer }
  const user = userOf(impersonated, isAbridged)
  const { username = '', groups = [] } = user
  const mode = modeOfConstraint(constraint)
  return {
    requestor,
    impersonation: {
      kind: 'reported',
      target: { ...user, username, groups: withoutImpliedGroups({ username, groups }, mode) },
      ...(mode && { mode }),
    },
    answer: { ...answer, ...((constraint !== '' || !isAbridged) && { constraint }) },
  }
}

/**
 * The impersonation filter records the user whom it lets pass. An event without one had no impersonation, or was
 * refused.
 */
function withoutImpersonated(
  event: JSONObject,
  { message = '', authorization }: ObservedAnswer,
): ObservedImpersonation {
  const refused = forbiddenMessage(message)
  const check = refused?.attributes && impersonationCheck(refused.attributes)
  if (check !== undefined) {
    return { kind: 'reported', mode: check.mode, target: check.is === 'identity' ? check.part : {} }
  }
  // The filter runs after the first stage and has recorded nothing by then.
  const early = textField(event, 'stage') === 'RequestReceived'
  return early || authorization === undefined ? { kind: 'not-reported' } : { kind: 'none' }
}

const DECISION = 'authorization.k8s.io/decision'
const REASON = 'authorization.k8s.io/reason'

function answerOf(event: JSONObject): ObservedAnswer {
  const status = fieldOf(event, 'responseStatus')
  const notes = fieldOf(event, 'annotations')
  const code = fieldOf(status, 'code')
  const message = textField(status, 'message')
  const decision = textField(notes, DECISION)
  const refused = code === 403 ? forbiddenMessage(message) : undefined
  const authorization = decision === 'allow' ? 'allowed' : decision === 'forbid' || refused ? 'forbidden' : undefined
  return {
    ...(typeof code === 'number' && { code }),
    ...(message !== '' && { message }),
    ...(authorization && { authorization }),
    ...(isJSONObject(notes) && Object.hasOwn(notes, REASON) && { reason: textField(notes, REASON) }),
  }
}

/** The deprecated prefix in a path sets the verb for every method. */
const METHOD_OF_ODD_VERB: ReadonlyMap<string, string> = new Map([['proxy', 'GET']])

function requestOf(event: JSONObject): ObservedCall {
  const verb = textField(event, 'verb')
  const isResource = isJSONObject(fieldOf(event, 'objectRef'))
  const method = METHOD_OF_VERB.get(verb) ?? (isResource ? METHOD_OF_ODD_VERB.get(verb) : verb.toUpperCase())
  const body = fieldOf(event, 'requestObject')
  const printed = isJSONObject(body) ? printedBody(body) : undefined
  const target = textField(event, 'requestURI')
  return {
    ...(target === '' ? { attributes: attributesOf(event, verb) } : { target }),
    ...(method !== undefined && { method }),
    ...(printed !== undefined && { body: printed }),
  }
}

/** What an event without `requestURI` says of its object. */
function attributesOf(event: JSONObject, verb: string): ObservedAttributes {
  const object = fieldOf(event, 'objectRef')
  const apiVersion = textField(object, 'apiVersion')
  return {
    verb,
    isResourceRequest: true,
    apiGroup: textField(object, 'apiGroup'),
    ...(apiVersion !== '' && { apiVersion }),
    resource: textField(object, 'resource'),
    subresource: textField(object, 'subresource'),
    namespace: textField(object, 'namespace'),
    name: textField(object, 'name'),
    path: '',
  }
}

/** A body as text; undefined where it is nested so deeply that it cannot be printed, which no API server accepts. The body stays open then. */
function printedBody(body: JSONObject): string | undefined {
  try {
    return JSON.stringify(body, undefined, 2)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
