import { nodeOf, serviceAccountOf } from '../../../kube/index.ts'
import { clause, evaluateConditions } from '../../../trace/index.ts'
import { allowedToImpersonate, type ChainState, chainEnds, receiveNode, refuse, wantedUser } from '../../chain.ts'
import { COMPOUND } from '../../descriptions.ts'
import { design } from '../../design.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { COMMON_ASSUMPTIONS, COMMON_STATEMENT, COMMON_WORDS, sourceIn, usernameNode } from '../compound-or-unified.ts'
import { becomeTarget, factsOf, otherQuestions, type Part, SEEN_GROUPS } from '../target.ts'

const which: PassedNode<ChainState> = {
  shape: 'question',
  label: ['Whom does ', { code: 'Impersonate-User' }, ' name?'],
  about: 'The prefix of the name decides whether the first check is on a service account, a node or a user.',
  edges: {
    account: { to: 'V', label: ['a service account'] },
    node: { to: 'N', label: ['a node'] },
    user: { to: 'U', label: ['any other user'] },
  },
  *evaluate(state) {
    const { username } = wantedUser(state)
    const account = clause`${username} is not a service account`
    const node = clause`${username} is not a node`
    if (serviceAccountOf(username) !== undefined)
      return { edge: 'account', because: clause`${username} is a service account`, instead: { node } }
    if (nodeOf(username) !== undefined)
      return { edge: 'node', because: clause`${username} is a node`, instead: { account } }
    return {
      edge: 'user',
      because: clause`${username} is neither a node nor a service account`,
      instead: { account, node },
    }
  },
}

/** The check of the username, on the resource that its prefix names. */
function nameNode(kind: string, resource: string): PassedNode<ChainState> {
  return usernameNode({
    label: `May it be this ${kind}?`,
    about: `One check on ${resource}, whose conditions may limit the other parts and the request.`,
    next: 'G',
  })
}

interface PartNode {
  readonly part: Exclude<Part, 'username'>
  readonly label: string
  readonly about: string
  readonly next: string
  /** Why no check is made where the headers do not ask for the part. */
  readonly none: string
}

/** The checks of one part of the target, each with conditions of its own. The first that fails ends the request. */
function partNode({ part, label, about, next, none }: PartNode): PassedNode<ChainState> {
  return {
    shape: 'question',
    label: [label],
    term: [{ code: 'constrainedimpersonate' }],
    stage: 'identity',
    about,
    edges: { yes: { to: next, label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
    *evaluate(state) {
      const questions = otherQuestions(state).filter((question) => question.part === part)
      for (const { attributes } of questions) {
        if (yield* allowedToImpersonate(state, part, attributes)) continue
        refuse(state)
        return { edge: 'no', because: [`the requestor may not impersonate that ${part}`] }
      }
      return { edge: 'yes', because: [questions.length === 0 ? none : `each ${part} is allowed`] }
    },
  }
}

const nodes: Nodes<ChainState> = {
  A: receiveNode('T'),
  T: which,
  V: nameNode('service account', 'serviceaccounts'),
  N: nameNode('node', 'nodes'),
  U: nameNode('user', 'users'),
  G: partNode({
    part: 'group',
    label: 'May it have each group?',
    about: 'A check for each group that is asked for. The groups that a name implies are added without one.',
    next: 'I',
    none: 'no group is asked for',
  }),
  I: partNode({
    part: 'uid',
    label: 'May it have this UID?',
    about: 'A check for the UID, if one is asked for.',
    next: 'X',
    none: 'no UID is asked for',
  }),
  X: partNode({
    part: 'extra',
    label: 'May it have each extra value?',
    about: 'A check for each value of each extra key.',
    next: 'S',
    none: 'no extra value is asked for',
  }),
  S: becomeTarget,
  ...chainEnds(),
}

/** Option 1 of the text that compares compound with unified authorization. */
export const compound = design<ChainState>({
  about: COMPOUND,
  sources: [
    sourceIn(
      'Option 1: Compound authorization for each UserInfo part',
      'API server submits `n` SubjectAccessReview requests, one for each of the following',
    ),
    sourceIn('Current limitations', 'principal P can impersonate group G, but only if the impersonated username is U'),
  ],
  statement: {
    checks: 'The username; then each group, the UID, each extra value; then the request for the target.',
    identity:
      'constrainedimpersonate in authentication.k8s.io on users, serviceaccounts or nodes, groups, uids and userextras.',
    headers: 'All of them, in any combination.',
    error: 'The check that failed: each ends it.',
    ...COMMON_STATEMENT,
  },
  assumptions: [
    {
      id: 'api-group',
      text: 'The text moves users and groups to authentication.k8s.io, and is silent on serviceaccounts and nodes.',
      options: [
        { id: 'same', reading: 'Their checks ask in authentication.k8s.io too.' },
        { id: 'core', reading: 'Their checks ask in the core group, as today.' },
      ],
    },
    {
      id: 'account-groups',
      text: 'A service account’s groups “are added implicitly”; today they are, but only where no group is asked for.',
      options: [
        { id: 'as-today', reading: 'They are added only where no group is asked for.' },
        { id: 'always', reading: 'They are added to groups that are asked for, too.' },
      ],
    },
    {
      id: 'implied-groups',
      text: 'The text does not say whether conditions see the groups that are added.',
      options: [SEEN_GROUPS.asked, SEEN_GROUPS.named, SEEN_GROUPS.all],
    },
    ...COMMON_ASSUMPTIONS,
  ],
  words: COMMON_WORDS,
  auditConstraint: 'none',
  evaluateConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})
