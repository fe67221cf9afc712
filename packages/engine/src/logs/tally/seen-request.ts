import { withImpliedGroups } from '../../designs/index.ts'
import { attributesOf, type HTTPRequest, targetOf } from '../../http/index.ts'
import { NODE_NAME_KEY, type UserInfo } from '../../kube/index.ts'
import type { SeenRequest } from './observation.ts'

/**
 * A request of a scenario as one that was asked, with an answer that is not known. Undefined for a request that the API server
 * does not understand: a bad path, or groups without a user's name.
 */
export function seenRequest(request: HTTPRequest, requestor: UserInfo, place: string): SeenRequest | undefined {
  const read = attributesOf(request, requestor)
  const target = targetOf(request.headers)
  if (!read.ok || target.kind === 'bad') return undefined
  const {
    isResourceRequest,
    path,
    user: _,
    fieldSelector: __,
    labelSelector: ___,
    selectorNotParsed: ____,
    ...rest
  } = read.attributes
  const wanted = target.kind === 'target' ? withImpliedGroups(target.wantedUser, 'node-groups') : undefined
  const [node = ''] = requestor.extra.get(NODE_NAME_KEY) ?? []
  return {
    requestor: { username: requestor.username, groups: [...requestor.groups].sort(), node },
    ...(wanted && {
      target: {
        username: wanted.username,
        uid: wanted.uid,
        groups: wanted.groups,
        extra: Object.fromEntries(wanted.extra),
      },
    }),
    attributes: { ...rest, path: isResourceRequest ? '' : path },
    answer: 'unknown',
    constraint: '',
    count: 1,
    first: '',
    last: '',
    seenAt: place === '' ? [] : [place],
  }
}
