import {
  type Attributes,
  AUTHENTICATION_GROUP,
  nodeOf,
  serviceAccountOf,
  type UserInfo,
  userKindOf,
} from '../../../kube/index.ts'
import { type ConsideredMode, clause, type Obstacle, type Purpose, type RichText } from '../../../trace/index.ts'
import {
  allowedToImpersonate,
  becomeNode,
  type ChainState,
  chainEnds,
  receiveByGateNode,
  requestAttributes,
  wantedUser,
} from '../../chain.ts'
import { NAMED_VERBS } from '../../descriptions.ts'
import { type DesignInput, design } from '../../design.ts'
import { reviewThread } from '../../document-sources.ts'
import type { Edge, Nodes, PassedNode } from '../../flowchart.ts'
import { FIRST_ERROR, RELEASED_GROUPS } from '../../kep-5284/assumptions.ts'
import { userInfoQuestions } from '../../kep-5284/target.ts'
import {
  actionAttributes,
  type IdentityQuestion,
  identityAttributes,
  withImpliedGroups,
} from '../../released/identity.ts'
import { legacyNode } from '../../released/legacy-impersonation.ts'
import { boundNodeObstacle, headerObstacle, nameObstacle } from '../../released/obstacles.ts'
import { AUTHENTICATION, LEGACY_WORDS } from '../../words.ts'

type Node = PassedNode<ChainState>

/** A part of the target, and the question about it. */
interface AskedPart {
  readonly purpose: Exclude<Purpose, 'action' | 'request'>
  readonly question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'>
}

/** The part of a verb that names the target, and the questions about the identity, the username first. */
interface Mode {
  /** `serviceaccount:prod/deployer`. */
  readonly named: string
  readonly questions: readonly [AskedPart, ...AskedPart[]]
}

const SCHEDULED = 'scheduled-node'

/**
 * The mode of the scheduled node. Like the KEP's text, it names no node: it holds for the node that the requestor runs on.
 */
function scheduledMode(): Mode {
  return { named: SCHEDULED, questions: [{ purpose: 'username', question: { resource: 'nodes', name: '' } }] }
}

function namedMode(target: UserInfo): Mode {
  const node = nodeOf(target.username)
  if (node !== undefined) {
    return { named: `node:${node}`, questions: [{ purpose: 'username', question: { resource: 'nodes', name: node } }] }
  }
  const account = serviceAccountOf(target.username)
  if (account !== undefined) {
    return {
      named: `serviceaccount:${account.namespace}/${account.name}`,
      questions: [{ purpose: 'username', question: { resource: 'serviceaccounts', ...account } }],
    }
  }
  return { named: `user-info:${target.username}`, questions: userInfoQuestions(target) }
}

/** The modes of a target, each with what keeps it from being tried. */
function modes(input: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  const kind = userKindOf(wanted.username)
  const headers = kind === 'user' ? undefined : headerObstacle(wanted)
  const node = nodeOf(wanted.username)
  const { named } = namedMode(wanted)
  const scheduled: readonly (Obstacle | undefined)[] =
    node === undefined ? [nameObstacle(wanted.username, 'node')] : [headers, boundNodeObstacle(node, input.requestor)]
  const check = ({ named, questions }: Mode) => identityCheck(input, named, questions[0].question)
  return [
    {
      mode: SCHEDULED,
      obstacles: scheduled.filter((one) => one !== undefined),
      ...(node !== undefined && { asks: check(scheduledMode()) }),
    },
    { mode: named, obstacles: headers === undefined ? [] : [headers], asks: check(namedMode(wanted)) },
  ]
}

/** A check of the identity under the verb of a mode. */
function identityCheck({ requestor }: DesignInput, named: string, question: AskedPart['question']): Attributes {
  const verb = `impersonate:${named}`
  return identityAttributes(requestor, { verb, apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1', ...question })
}

const edges = (yes: string, no: string): Readonly<Record<'yes' | 'no', Edge>> => ({
  yes: { to: yes, label: ['yes'] },
  no: { to: no, label: ['no'] },
})

function actionNode(modeOf: (target: UserInfo) => Mode, kind: string, yes: string, no: string): Node {
  return {
    shape: 'question',
    label: [kind === SCHEDULED ? 'May it do this as its own node?' : 'May it do this as exactly this target?'],
    term: [{ code: 'impersonate-on:' }, { code: `${kind}:‹verb›` }],
    stage: 'action',
    ...(kind === SCHEDULED && { mode: SCHEDULED }),
    about: 'The request, under a verb that names the target. Everything else is as in the request.',
    edges: edges(yes, no),
    *evaluate(state) {
      const request: Attributes = requestAttributes(state)
      const verb = `impersonate-on:${modeOf(wantedUser(state)).named}:${request.verb}`
      return (yield* allowedToImpersonate(state, 'action', actionAttributes(request, verb)))
        ? { edge: 'yes', because: clause`the requestor holds ${verb} here` }
        : { edge: 'no', because: clause`the requestor does not hold ${verb} here` }
    },
  }
}

function identityNode(modeOf: (target: UserInfo) => Mode, kind: string, no: string): Node {
  return {
    shape: 'question',
    label: [kind === SCHEDULED ? 'May it be its own node?' : 'May it be this target?'],
    term: [{ code: 'impersonate:' }, { code: kind }],
    stage: 'identity',
    ...(kind === SCHEDULED && { mode: SCHEDULED }),
    about: 'The identity, under a verb that names it: one check, or one for each header of an ordinary user.',
    edges: edges('S', no),
    *evaluate(state) {
      const target = wantedUser(state)
      const { named, questions } = modeOf(target)
      const verb = `impersonate:${named}`
      for (const { purpose, question } of questions) {
        const attributes = identityCheck(state.input, named, question)
        if (!(yield* allowedToImpersonate(state, purpose, attributes)))
          return { edge: 'no', because: clause`the requestor does not hold ${verb}` }
      }
      state.impersonated = { user: withImpliedGroups(target, 'node-groups'), constraint: verb }
      return { edge: 'yes', because: clause`the requestor holds ${verb}` }
    },
  }
}

const nodes: Nodes<ChainState> = {
  A: receiveByGateNode({ enabled: 'K', disabled: 'H' }),
  K: {
    shape: 'question',
    label: ['Whom does ', { code: 'Impersonate-User' }, ' name?'],
    about: 'The node that the requestor runs on has verbs without a name, since its name differs from pod to pod.',
    edges: {
      scheduled: { to: 'A1', label: ['the node that it runs on'] },
      named: { to: 'A2', label: ['anybody else'] },
      more: { to: 'H', label: ['a node or service account with groups, a UID or extras'] },
    },
    *evaluate(state) {
      const { username } = wantedUser(state)
      const { named } = namedMode(wantedUser(state))
      const because = (mode: string) => state.untried.find((one) => one.mode === mode)?.because ?? []
      const scheduled = because(SCHEDULED)
      if (because(named).length > 0)
        return {
          edge: 'more',
          because: ['nodes and service accounts are impersonated by ', { code: 'Impersonate-User' }, ' alone'],
          instead: { scheduled, named: because(named) },
        }
      const special = userKindOf(username) !== 'user'
      const more: RichText = special
        ? ['nothing but ', { code: 'Impersonate-User' }, ' is asked for']
        : clause`${username} is neither a node nor a service account`
      return scheduled.length === 0
        ? {
            edge: 'scheduled',
            because: clause`the requestor’s token is bound to ${nodeOf(username) ?? ''}`,
            instead: { more },
          }
        : { edge: 'named', because: clause`the verbs name ${named}`, instead: { scheduled, more } }
    },
  },
  A1: actionNode(scheduledMode, SCHEDULED, 'I1', 'A2'),
  I1: identityNode(scheduledMode, SCHEDULED, 'A2'),
  A2: actionNode(namedMode, '‹kind›:‹name›', 'I2', 'H'),
  I2: identityNode(namedMode, '‹kind›:‹name›', 'H'),
  H: legacyNode('The verb impersonate, for each part of the target.'),
  S: becomeNode('The target replaces the requestor, with the groups that the API server adds.'),
  ...chainEnds(),
}

/** KEP-5284 with the target’s name in both verbs: grants for several targets are never combined. */
export const namedVerbs = design<ChainState>({
  about: NAMED_VERBS,
  sources: [
    reviewThread(
      'on the union of all impersonate: and impersonate-on: grants',
      'Maybe we move the name into verb itself like impersonate[-on]:serviceaccount:<namespace/name>?',
    ),
  ],
  statement: {
    checks:
      'impersonate-on:<kind>:<name>:<verb> on the request, then impersonate:<kind>:<name>; for the node that the requestor runs on first the same without the name; then legacy.',
    identity:
      'impersonate:<kind>:<name> in authentication.k8s.io on nodes, serviceaccounts, or users and each group, uid and extra: all under the verb that names the user.',
    headers: 'Nodes and service accounts accept Impersonate-User alone.',
    fallback: 'Legacy comes last, for every target.',
    error: 'The first failure.',
    groups: 'Those that the released API server adds.',
    audit: 'The identity verb, with its name, as impersonationConstraint; none for legacy.',
  },
  assumptions: [
    {
      id: 'kinds',
      text: 'The thread writes the verbs for service accounts only.',
      options: [
        {
          id: 'all',
          reading: 'Nodes and ordinary users have them too: impersonate:node:<name> and impersonate:user-info:<name>.',
        },
      ],
    },
    {
      id: 'scheduled-node',
      text: 'The thread does not say whether the scheduled node is named, which would defeat the purpose of that verb.',
      options: [
        {
          id: 'unnamed',
          reading: 'Its verbs have no name: impersonate:scheduled-node and impersonate-on:scheduled-node:<verb>.',
        },
      ],
    },
    {
      id: 'order',
      text: 'The thread asks for the action check first in each of the new cases, but does not say so for this one.',
      options: [{ id: 'action-first', reading: 'The action is asked for first, then the identity, as released.' }],
    },
    {
      id: 'audit',
      text: 'The thread does not say what the audit event records.',
      options: [
        {
          id: 'released',
          reading: 'The identity verb, where the released API server puts the impersonationConstraint.',
        },
      ],
    },
    FIRST_ERROR,
    RELEASED_GROUPS,
  ],
  // The verbs that name their target, those of the scheduled node, and legacy.
  words: () => [
    { verb: /^impersonate:(scheduled-node|(node|serviceaccount|user-info):.+)$/, apiGroup: AUTHENTICATION },
    { verb: /^impersonate-on:(scheduled-node|(node|serviceaccount|user-info):.+):[^:]+$/ },
    ...LEGACY_WORDS,
  ],
  auditConstraint: 'authenticationMetadata',
  modes,
  nodes,
})
