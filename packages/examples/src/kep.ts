import { boundTo, type Example, http, scenario, serviceAccount } from './example.ts'
import { SOME_USER_ACTION, SOME_USER_IDENTITY, STORY_1, STORY_2 } from './kep-policies.ts'
import { binding, documents, role } from './rbac.ts'

const IMPERSONATOR = serviceAccount('default', 'default')
const asProposed = { design: 'proposal', version: '1.34' } as const
/** The reading of the text under review on 18 June 2025 (f450cf6), merged a day later with other spellings. */
const underReview = { ...asProposed, assumptions: { proposal: { 'identity-group': 'authentications' } } } as const

const someUsersOwn = documents(
  `# Not in the KEP: what someUser may do.\n${role('someuser-reads-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list", "watch"]', 'default')}`,
  binding('someuser-reads-pods', 'Role someuser-reads-pods', 'User someUser', 'default'),
)
const merged = documents(SOME_USER_IDENTITY, SOME_USER_ACTION, someUsersOwn)
const reviewed = documents(
  SOME_USER_IDENTITY.replace('authentication.k8s.io', 'authentications.k8s.io').replace(
    /(kind: ClusterRole\n {2}name: )\S+(\nsubjects:)/,
    '$1impersonate$2',
  ),
  SOME_USER_ACTION.replace(/(kind: Role\n(?:metadata:\n)? {2}name: )\S+/g, '$1impersonate-action').replace(
    /(kind: RoleBinding\nmetadata:\n {2}name: )\S+/,
    '$1impersonate',
  ),
  someUsersOwn,
)
const PROPOSAL = 'KEP-5284: the proposal’s example'
const listPods = http('GET /api/v1/namespaces/default/pods', { 'Impersonate-User': 'someUser' })

const proposalExample: readonly Example[] = [
  {
    id: 'kep-proposal-mended',
    group: PROPOSAL,
    title: 'List pods as someUser',
    sentence: 'The first example of the KEP: identity first, then the action.',
    counterpart: { form: 'merged', other: 'kep-proposal-printed' },
    scenario: scenario(merged, IMPERSONATOR, listPods, asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow impersonate-on:list pods', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'kep-proposal-printed',
    group: PROPOSAL,
    title: 'List pods as someUser, under review',
    sentence:
      'On the day before the merge this example granted no identity: its `roleRef` named a role that was not there.',
    note: 'In the text under review (f450cf6) the binding refers to a ClusterRole `impersonate`; the role above it is called `constrained-impersonate-only-someUser`. The merge mended it.',
    counterpart: { form: 'reviewed', other: 'kep-proposal-mended' },
    scenario: scenario(reviewed, IMPERSONATOR, listPods, underReview),
    expect: { code: 403, checks: ['NoOpinion impersonate:user-info users', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-proposal-denied-action',
    group: PROPOSAL,
    title: 'Delete a pod as someUser',
    sentence: 'The identity is granted, the action is not: only `list` and `watch` may be done while impersonating.',
    scenario: scenario(
      merged,
      IMPERSONATOR,
      http('DELETE /api/v1/namespaces/default/pods/web', { 'Impersonate-User': 'someUser' }),
      asProposed,
    ),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:user-info users',
        'NoOpinion impersonate-on:delete pods',
        'NoOpinion impersonate users',
      ],
    },
  },
]

const AGENT = boundTo('node-1', serviceAccount('default', 'default'))
const nodesByRBAC = documents(
  `# Not in the KEP: a cluster where RBAC speaks for nodes.\n${role('nodes-read-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]')}`,
  binding('nodes-read-pods', 'ClusterRole nodes-read-pods', 'Group system:nodes'),
)
const story1Policy = documents(STORY_1, nodesByRBAC)
const STORY_1_GROUP = 'KEP-5284: Story 1, the node I am running on'
const podsOfNode1 = 'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1'

const story1: readonly Example[] = [
  {
    id: 'kep-story-1-mended',
    group: STORY_1_GROUP,
    title: 'List pods as the scheduled node',
    sentence: 'The controller impersonates the node it runs on, whichever that is, to `list` and `get` `pods`.',
    counterpart: { form: 'merged', other: 'kep-story-1-printed' },
    scenario: scenario(
      story1Policy,
      AGENT,
      http(podsOfNode1, { 'Impersonate-User': 'system:node:node-1' }),
      asProposed,
    ),
    expect: {
      code: 200,
      checks: ['Allow impersonate:scheduled-node nodes', 'Allow impersonate-on:list pods', 'Allow list pods'],
      constraint: 'impersonate:scheduled-node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'kep-story-1-printed',
    group: STORY_1_GROUP,
    title: 'List pods as the scheduled node, under review',
    sentence:
      'On the day before the merge the reviews asked in `authentications.k8s.io`; the rules of this story said `authentication.k8s.io`.',
    note: 'The text under review (f450cf6) used both spellings. The merged text says `authentication.k8s.io` throughout, and so does the released server.',
    counterpart: { form: 'reviewed', other: 'kep-story-1-mended' },
    scenario: scenario(
      story1Policy,
      AGENT,
      http(podsOfNode1, { 'Impersonate-User': 'system:node:node-1' }),
      underReview,
    ),
    expect: {
      code: 403,
      checks: [
        'NoOpinion impersonate:scheduled-node nodes',
        'NoOpinion impersonate:node nodes',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'kep-story-1-other-node',
    group: STORY_1_GROUP,
    title: 'List pods as another node',
    sentence:
      '`node-2` is not the node that the token names, so `impersonate:node` is asked for, which nobody granted.',
    scenario: scenario(
      story1Policy,
      AGENT,
      http(podsOfNode1, { 'Impersonate-User': 'system:node:node-2' }),
      asProposed,
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate:node nodes', 'NoOpinion impersonate users'] },
  },
]

const DEPUTY = serviceAccount('deputy-ns', 'deputy')
const CONSOLE = '/apis/subresources.kubevirt.io/v1/namespaces/default/virtualmachines/vm1'
const STORY_2_GROUP = 'KEP-5284: Story 2, the console of a virtual machine'
const story2Policy = documents(
  STORY_2,
  `# Not in the KEP: what the user jane may do.\n${role('console', 'apiGroups: ["subresources.kubevirt.io"]\nresources: ["virtualmachines/console", "virtualmachines/vnc"]\nverbs: ["get"]', 'default')}`,
  binding('jane-console', 'Role console', 'User jane', 'default'),
)

const story2: readonly Example[] = [
  {
    id: 'kep-story-2-console',
    group: STORY_2_GROUP,
    title: 'Open a console for jane',
    sentence: 'A deputy opens consoles in namespace `default` for whichever user asks it to.',
    scenario: scenario(
      story2Policy,
      DEPUTY,
      http(`GET ${CONSOLE}/console`, { 'Impersonate-User': 'jane' }),
      asProposed,
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate:user-info users',
        'Allow impersonate-on:get virtualmachines/console',
        'Allow get virtualmachines/console',
      ],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'kep-story-2-vnc',
    group: STORY_2_GROUP,
    title: 'Open VNC for jane',
    sentence: '`jane` may use VNC herself; the deputy was not given that action.',
    scenario: scenario(story2Policy, DEPUTY, http(`GET ${CONSOLE}/vnc`, { 'Impersonate-User': 'jane' }), asProposed),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:user-info users',
        'NoOpinion impersonate-on:get virtualmachines/vnc',
        'NoOpinion impersonate users',
      ],
    },
  },
]

/** The RBAC blocks of KEP-5284's proposal and stories, each with requests that it allows and denies. */
export const kepExamples: readonly Example[] = [...proposalExample, ...story1, ...story2]
