import { ALL_AUTHENTICATED, ALL_UNAUTHENTICATED, ANONYMOUS, type UserInfo } from '../../../kube/index.ts'
import { USER_INFO_ONLY } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { mergedKEP } from '../../document-sources.ts'
import type { Nodes } from '../../flowchart.ts'
import { actionAttributes } from '../../released/identity.ts'
import { FIRST_ERROR, IDENTITY_GROUP, SAME_NODE, USER_INFO_ORDER } from '../assumptions.ts'
import { userInfoModes } from '../modes.ts'
import { proposedWords } from '../words.ts'
import { type ProposedState, proposedWorkflow } from '../workflow.ts'

const nodes: Nodes<ProposedState> = proposedWorkflow({
  everyTargetIsAUser: true,
  action: {
    term: ['Requester is authorized to impersonate the target action'],
    about: 'One check with the verb impersonate-on:<verb>; the rest is as in the request.',
    ask(request) {
      const verb = `impersonate-on:${request.verb}`
      return { attributes: actionAttributes(request, verb), permission: [{ code: verb }] }
    },
  },
  impliedGroups: (target, { input }) => (input.assumptions.groups === 'asked' ? onlyWhatIsAsked(target) : undefined),
})

/**
 * The target with the groups that the headers ask for. Of the server's own groups it gets only `system:authenticated` or
 * `system:unauthenticated`.
 */
function onlyWhatIsAsked(target: UserInfo): UserInfo {
  const everybody = target.username === ANONYMOUS ? ALL_UNAUTHENTICATED : ALL_AUTHENTICATED
  const known = [ALL_AUTHENTICATED, ALL_UNAUTHENTICATED].some((group) => target.groups.includes(group))
  return known ? target : { ...target, groups: [...target.groups, everybody] }
}

/** KEP-5284 without its special cases: `impersonate:user-info` on `users` by full name, for every target. */
export const userInfoOnly = design<ProposedState>({
  about: USER_INFO_ONLY,
  sources: [
    mergedKEP(
      'Use impersonate:user-info instead of impersonate:serviceaccount and impersonate:node',
      'Without these two verbs, it is still possible to use verb impersonate:user-info with certain username',
    ),
  ],
  statement: {
    checks: 'The identity, header by header; then impersonate-on:<verb> on the request; then legacy.',
    identity:
      'impersonate:user-info on users by full name, whether it is a node’s, a service account’s or a person’s, then on groups, uids and userextras. “Any service account of a namespace” and “any node” cannot be expressed.',
    headers: 'All of them, for every target.',
    fallback: 'Legacy comes last, for every target.',
    error: 'The first failure.',
    groups: 'Those that the released API server adds.',
    audit: 'impersonate:user-info as impersonationConstraint inside impersonatedUser; none for legacy.',
  },
  assumptions: [
    IDENTITY_GROUP,
    USER_INFO_ORDER,
    FIRST_ERROR,
    SAME_NODE,
    {
      id: 'scheduled-node',
      text: 'The text drops impersonate:serviceaccount and impersonate:node; it does not mention the third verb.',
      options: [
        { id: 'gone', reading: 'impersonate:scheduled-node is dropped with them: no verb is for nodes.' },
        {
          id: 'kept',
          reading:
            'impersonate:scheduled-node stays, and is checked first where the requestor runs on the wanted node.',
        },
      ],
    },
    {
      id: 'groups',
      text: 'The text does not say whether a node or service account, impersonated as a user, still gets its groups.',
      options: [
        {
          id: 'released',
          reading: 'It gets those that the released API server adds, unless the headers ask for groups.',
        },
        { id: 'asked', reading: 'It gets the groups that the headers ask for, each of which is checked.' },
      ],
    },
  ],
  words: proposedWords,
  auditConstraint: 'impersonatedUser',
  modes: userInfoModes,
  nodes,
})
