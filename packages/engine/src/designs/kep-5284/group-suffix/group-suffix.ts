import type { Attributes } from '../../../kube/index.ts'
import { GROUP_SUFFIX } from '../../descriptions.ts'
import { type Assumptions, design } from '../../design.ts'
import { mergedKEP } from '../../document-sources.ts'
import type { Nodes } from '../../flowchart.ts'
import { LEGACY_WORDS } from '../../words.ts'
import {
  FIRST_ERROR,
  IDENTITY_GROUP,
  NODE_VERB,
  OTHER_HEADERS,
  RELEASED_GROUPS,
  SAME_NODE,
  USER_INFO_ORDER,
} from '../assumptions.ts'
import { proposedModes } from '../modes.ts'
import { proposedIdentity } from '../words.ts'
import { type ProposedState, proposedWorkflow } from '../workflow.ts'

const SUFFIX = 'impersonation.k8s.io'

/** The API group in which an action is asked for. The core group has no name, and needs one. */
function groupFor({ apiGroup }: Attributes, assumptions: Assumptions): string {
  if (apiGroup !== '') return `${apiGroup}.${SUFFIX}`
  return assumptions['core-group'] === 'bare' ? SUFFIX : `core.${SUFFIX}`
}

const nodes: Nodes<ProposedState> = proposedWorkflow({
  action: {
    term: ['Requester is authorized for the action in ', { code: `‹group›.${SUFFIX}` }],
    about: 'One check with the request’s own verb, in its API group with a suffix, shared by all kinds of target.',
    ask(request, { input }) {
      if (!request.isResourceRequest) return { cannot: 'a path has no API group that could get a suffix' }
      const apiGroup = groupFor(request, input.assumptions)
      return {
        attributes: { ...request, apiGroup },
        permission: [{ code: request.verb }, ' in ', { code: apiGroup }],
      }
    },
  },
})

/** KEP-5284 with the action check in a special API group, under the request's own verb. */
export const groupSuffix = design<ProposedState>({
  about: GROUP_SUFFIX,
  sources: [
    mergedKEP(
      'Setting a special APIGroup suffix instead of special verb',
      'It is almost the same as the verb based approach in the proposal.',
    ),
  ],
  statement: {
    checks: 'The identity first, by kind of target; then the request’s verb in the special API group; then legacy.',
    identity: 'As in KEP-5284 as proposed: impersonate:<kind of target> in authentication.k8s.io.',
    headers: 'Nodes and service accounts accept Impersonate-User alone.',
    fallback: 'Legacy comes last, for every target; for requests to paths there is nothing else.',
    error: 'The first failure.',
    groups: 'Those that the released API server adds.',
    audit: 'The identity verb as impersonationConstraint inside impersonatedUser; none for legacy.',
  },
  assumptions: [
    {
      id: 'core-group',
      text: 'The text suffixes the API group, and the core group has no name; the review thread asks for a special case.',
      options: [
        { id: 'core', reading: 'Actions on the core group are asked for in core.impersonation.k8s.io.' },
        { id: 'bare', reading: 'Actions on the core group are asked for in impersonation.k8s.io.' },
      ],
    },
    {
      id: 'paths',
      text: 'The text does not say which check is made for a request to a path, which has no API group.',
      options: [{ id: 'legacy', reading: 'Nothing: such a request can only be impersonated by legacy.' }],
    },
    IDENTITY_GROUP,
    NODE_VERB,
    SAME_NODE,
    OTHER_HEADERS,
    USER_INFO_ORDER,
    FIRST_ERROR,
    RELEASED_GROUPS,
  ],
  // The identity verbs of KEP-5284 as proposed, any verb in the special API groups, and legacy.
  words: (assumptions) => [
    proposedIdentity(assumptions),
    { verb: /^[^*]/, apiGroup: /^(.+\.)?impersonation\.k8s\.io$/ },
    ...LEGACY_WORDS,
  ],
  auditConstraint: 'impersonatedUser',
  modes: proposedModes,
  nodes,
})
