import { type Attributes, type ServiceAccountName, serviceAccountOf, type UserInfo } from '../../kube/index.ts'
import type { Purpose } from '../../trace/index.ts'
import type { DesignInput } from '../design.ts'
import { extraPairs, type IdentityQuestion, identityAttributes } from '../released/identity.ts'

/** A check of the identity. Its API group is that of the merged KEP, or that of the reviews in the text under review. */
export function identityCheck(
  { requestor, assumptions }: DesignInput,
  verb: string,
  question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'>,
): Attributes {
  const draft = assumptions['identity-group'] === 'authentications'
  const apiGroup = draft ? 'authentications.k8s.io' : 'authentication.k8s.io'
  return identityAttributes(requestor, { verb, apiGroup, apiVersion: '', ...question })
}

/** The text after `system:node:`. The KEP asks for the prefix and nothing more. */
export function nodeNamed(target: UserInfo): string {
  return target.username.slice('system:node:'.length)
}

/** The account that a target names, or undefined when the name cannot be split into a namespace and a name. */
export function accountNamed(target: UserInfo): ServiceAccountName | undefined {
  return serviceAccountOf(target.username)
}

interface UserInfoQuestion {
  readonly purpose: Exclude<Purpose, 'action' | 'request'>
  readonly question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'name'>
}

/** The questions of `impersonate:user-info`: one for each header value, in the order of KEP-5284's sections. */
export function userInfoQuestions(target: UserInfo): readonly [UserInfoQuestion, ...UserInfoQuestion[]] {
  return [
    { purpose: 'username', question: { resource: 'users', name: target.username } },
    ...target.groups.map((name): UserInfoQuestion => ({ purpose: 'group', question: { resource: 'groups', name } })),
    ...(target.uid === '' ? [] : [{ purpose: 'uid', question: { resource: 'uids', name: target.uid } } as const]),
    ...extraPairs(target).map(
      ([subresource, name]): UserInfoQuestion => ({
        purpose: 'extra',
        question: { resource: 'userextras', subresource, name },
      }),
    ),
  ]
}
