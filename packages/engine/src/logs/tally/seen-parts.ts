import { splitTarget } from '../../http/index.ts'
import { NODE_NAME_KEY } from '../../kube/index.ts'
import { fieldOf, isJSONObject, type JSONObject, textsOf } from '../../text/index.ts'
import { observedInEvent } from '../line/audit-event.ts'
import { fieldOfOtherType } from '../line/event-types.ts'
import { attributesOfLine } from '../line/line-attributes.ts'
import type { ObservedAttributes, ObservedRequest } from '../line/observed-request.ts'
import type { SeenAnswer, SeenAttributes, SeenParts, SeenTarget } from './observation.ts'

/** What a log reports of one request, or the reason why that is too little. */
export type ReadParts = { readonly parts: SeenParts } | { readonly reason: string }

const NO_USER = 'The user is not named'
const NO_REQUEST = 'The request is not named'
const NO_TARGET = 'The impersonation was refused, and the log does not name the whole target'
const ONLY_MESSAGE = 'The message of a 403 does not tell whether its user was impersonated'
const NOT_TOLD = 'The event does not tell whether somebody was impersonated'

/** Reads the parts of requests. Keeps the attributes of paths, of which a log has few. */
export class PartsReader {
  readonly #attributes = new Map<string, SeenAttributes | undefined>()

  /** The parts of an audit event. */
  ofEvent(event: JSONObject, line: number): ReadParts {
    const other = fieldOfOtherType(event)
    if (other !== undefined)
      return { reason: `${other} of the audit event is of another type than the API server writes` }
    const observed = observedInEvent(event, line)
    const read = this.ofObserved(observed)
    const impersonated = fieldOf(event, 'impersonatedUser')
    if (!('parts' in read) || read.parts.target === undefined || !isJSONObject(impersonated)) return read
    // The groups as they are logged: which of them the client asked for is decided later.
    return { parts: { ...read.parts, target: { ...read.parts.target, groups: textsOf(impersonated.groups) } } }
  }

  /** The parts of a request that any output of a cluster reports. */
  ofObserved(observed: ObservedRequest): ReadParts {
    const { requestor, impersonation, answer, source } = observed
    const { username } = requestor
    if (username === undefined || username === '') return { reason: NO_USER }
    if (impersonation.kind === 'not-reported') return { reason: source === 'audit-event' ? NOT_TOLD : ONLY_MESSAGE }
    const attributes = this.#attributesOf(observed)
    if (attributes === undefined) return { reason: NO_REQUEST }
    const target = impersonation.kind === 'reported' ? targetOf(impersonation.target) : undefined
    if (impersonation.kind === 'reported' && target === undefined) return { reason: NO_TARGET }
    const [node = ''] = requestor.extra?.[NODE_NAME_KEY] ?? []
    return {
      parts: {
        requestor: { username, groups: [...(requestor.groups ?? [])].sort(), node },
        ...(target && { target }),
        attributes,
        answer: answerOf(observed),
        constraint: answer.constraint ?? constraintOf(observed),
      },
    }
  }

  #attributesOf({ request }: ObservedRequest): SeenAttributes | undefined {
    const { attributes, target, method } = request
    if (attributes !== undefined) return seenAttributes(attributes)
    if (target === undefined) return undefined
    const { path, query } = splitTarget(target)
    // Of a query, the verb watch and a selector of one name are attributes.
    const matters = query.includes('fieldSelector') || query.includes('watch')
    const key = `${method} ${matters ? target : path}`
    const known = this.#attributes.get(key)
    if (known !== undefined || this.#attributes.has(key)) return known
    const read = attributesRead(method ?? 'OPTIONS', matters ? target : path)
    if (this.#attributes.size >= MOST_KEPT) this.#attributes.clear()
    this.#attributes.set(key, read)
    return read
  }
}

/** The most paths whose attributes are kept. Names of objects make many. */
const MOST_KEPT = 20_000

function attributesRead(method: string, target: string): SeenAttributes | undefined {
  const read = attributesOfLine({ method, target })
  return read && seenAttributes(read)
}

function seenAttributes(observed: ObservedAttributes): SeenAttributes {
  const { verb, apiGroup, apiVersion = '', resource, subresource, namespace, name, path } = observed
  return { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path }
}

function targetOf({
  username = '',
  uid = '',
  groups = [],
  extra = {},
}: ObservedRequest['requestor']): SeenTarget | undefined {
  return username === '' ? undefined : { username, uid, groups, extra }
}

/** Log lines of checks name the mode, and no constraint. */
function constraintOf({ impersonation, answer }: ObservedRequest): string {
  const mode = impersonation.kind === 'reported' ? impersonation.mode : undefined
  return answer.authorization === 'forbidden' || mode === undefined || mode === 'legacy' ? '' : `impersonate:${mode}`
}

function answerOf({ answer: { authorization, code } }: ObservedRequest): SeenAnswer {
  if (authorization !== undefined) return authorization
  return code !== undefined && code < 400 ? 'allowed' : 'unknown'
}
