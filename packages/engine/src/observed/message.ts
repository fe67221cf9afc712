import { methodOf } from './attributes.ts'
import type { ForbiddenMessage } from './forbidden-message.ts'
import { impersonationCheck } from './impersonation-check.ts'
import type { ObservationSource, ObservedRequest } from './observed-request.ts'

/** What a 403 message tells: whether its user is the requestor or somebody impersonated, it says only for the filter's own checks. */
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

/** Why an answer tells nothing that authorization decided, in a sentence. */
export function notOfAuthorization(code: number): string {
  if (code === 401)
    return 'A 401 comes before authorization: nobody was authenticated, so there is nobody to decide about.'
  if (code !== 403) return `This Status has the code ${code}. Only a 403 of authorization says who was refused what.`
  return 'This 403 names no user, so it is not of authorization: something behind it refused, such as admission or a quota.'
}
