import { printHTTP, type RequestText, targetOf, withFields } from '../http/index.ts'
import { missingGroups, type PlainUser } from '../kube/index.ts'
import { withoutImpersonationFlags } from '../kubectl/index.ts'
import { readRequest } from './read-request.ts'

/** A request without its impersonation, asked as the user whom it impersonates. */
export interface InnerQuestion {
  readonly request: RequestText
  /** The impersonated user, with the groups that the API server adds. */
  readonly requestor: PlainUser
}

/**
 * What a request asks of the API server once its sender was allowed to impersonate; undefined where it impersonates nobody or
 * is not understood. This much can be answered where nobody knows who sent it.
 */
export function innerQuestion(written: RequestText): InnerQuestion | undefined {
  const { request } = readRequest(written)
  const target = request && targetOf(request.headers)
  if (request === undefined || target?.kind !== 'target') return undefined
  const { username, uid, groups, extra } = target.wantedUser
  const inner: RequestText =
    written.form === 'kubectl'
      ? { form: 'kubectl', text: withoutImpersonationFlags(written.text) }
      : { form: 'http', text: printHTTP(withFields(request, { impersonate: NOBODY })).text }
  return {
    request: inner,
    requestor: {
      username,
      ...(uid !== '' && { uid }),
      groups: [...groups, ...missingGroups({ username, groups })],
      ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
    },
  }
}

const NOBODY = { username: '', uid: '', groups: [], extra: [] }
