import type { ForbiddenMessage } from './forbidden-message.ts'
import { impersonationCheck } from './impersonation-check.ts'
import { methodOf } from './line-attributes.ts'
import type { ObservationSource, ObservedRequest } from './observed-request.ts'

/**
 * The request that a 403 message reports. Only the messages of the impersonation filter say whether their user is the
 * requestor or an impersonated user.
 */
export function observedInMessage(
  { start, end, username, groups, attributes, reason }: ForbiddenMessage,
  text: string,
  line: number,
  source: ObservationSource,
  at = '',
): ObservedRequest {
  const check = attributes && impersonationCheck(attributes)
  const request = check === undefined ? attributes : check.is === 'action' ? check.request : undefined
  const method = request && methodOf(request)
  return {
    source,
    lines: [line],
    at,
    requestor: { username, ...(groups && { groups }) },
    impersonation:
      check === undefined
        ? { kind: 'not-reported' }
        : { kind: 'reported', mode: check.mode, target: check.is === 'identity' ? check.part : {} },
    request: request === undefined ? {} : { attributes: request, ...(method !== undefined && { method }) },
    answer: { code: 403, authorization: 'forbidden', message: text.slice(start, end), reason },
  }
}

/** Why an answer does not come from authorization, in a sentence. */
export function notOfAuthorization(code: number): string {
  if (code === 401)
    return 'A 401 is answered before authorization: no user was authenticated, so there is no access to decide.'
  if (code !== 403)
    return `This Status has the code ${code}. Only a 403 from authorization names the refused user and request.`
  return 'This 403 names no user, so it does not come from authorization: a later step refused the request, such as admission or a quota.'
}
