import type { Scenario } from '@authz-playground/engine'
import { type Example, http, scenario, user } from './example.ts'
import { binding, documents, role, toEverybody } from './rbac.ts'

const STORY_1 = 'KEP-3617, story 1: an operator that writes only its own'
const STORY_2 = 'KEP-3617, story 2: a value that ordinary users must not set'
const COST = 'KEP-3617: its costs and limits'

const SUPERSAFE = user('supersafe')
/** The verb that enables checks of fields, and the verbs for fields: on one line while they fit. */
function granular(...permissions: readonly string[]): string {
  const verbs = ['granular', ...permissions.map((permission) => `granular:${permission}`)].map((verb) => `"${verb}"`)
  return verbs.length > 8 ? `verbs:\n${verbs.map((verb) => `- ${verb}`).join('\n')}` : `verbs: [${verbs.join(', ')}]`
}

const OWN_PARTS = documents(
  `# Nothing here says "update" or "patch".\n${role(
    'supersafe',
    `apiGroups: [""]\nresources: ["pods", "pods/status"]\n${granular(
      'label(super.safe.com)',
      'annotation(super.safe.com)',
      'finalizer(super.safe.com)',
      'condition(SuperSafe)',
    )}`,
  )}`,
  binding('supersafe', 'ClusterRole supersafe', 'User supersafe'),
)

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: prod
  labels:
    app: web
  finalizers:
  - example.com/keep
spec:
  containers:
  - name: app
    image: registry.example.com/app:1
status:
  conditions:
  - type: Ready
    status: "True"
  - type: SuperSafe
    status: "False"
`
const WEB = '/api/v1/namespaces/prod/pods/web'

type PatchType = 'json-patch+json' | 'merge-patch+json' | 'strategic-merge-patch+json' | 'apply-patch+yaml'

function patch(type: PatchType, body: string, path = WEB): string {
  return `${http(`PATCH ${path}`, { 'Content-Type': `application/${type}` })}\n\n${body.trim()}`
}

type Inputs = Pick<Scenario, 'storedObject' | 'webhookChanges' | 'schema'>

function fineGrained(policy: string, requestor: Scenario['requestor'], request: string, inputs: Inputs = {}): Scenario {
  return { ...scenario(policy, requestor, request, { design: 'fine-grained' }), storedObject: POD, ...inputs }
}

const asSupersafe = (request: string, inputs: Inputs = {}): Scenario =>
  fineGrained(OWN_PARTS, SUPERSAFE, request, inputs)

const MARKED = ['NoOpinion patch pods', 'Allow granular pods'] as const

const story1: readonly Example[] = [
  {
    id: 'fine-grained-own-label',
    group: STORY_1,
    title: 'supersafe sets a label of its own',
    sentence:
      'Without `patch` it is `granular` that lets the fields be looked at, and `granular:label(super.safe.com)` that covers the one.',
    scenario: asSupersafe(patch('merge-patch+json', 'metadata:\n  labels:\n    super.safe.com/checked: "yes"')),
    expect: {
      code: 200,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:labels pods',
        'Allow granular:label(super.safe.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-other-label',
    group: STORY_1,
    title: 'supersafe sets a label of somebody else',
    sentence:
      'A key without a slash is its own parameter: `granular:label(app)` is the missing verb, and the error names it.',
    scenario: asSupersafe(patch('merge-patch+json', 'metadata:\n  labels:\n    app: db')),
    expect: {
      code: 403,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:labels pods',
        'NoOpinion granular:label(app) pods',
      ],
    },
  },
  {
    id: 'fine-grained-own-annotation',
    group: STORY_1,
    title: 'supersafe sets an annotation with a JSON patch',
    sentence: 'The kind of patch does not matter: what counts is the field in which the object differs afterwards.',
    scenario: asSupersafe(
      patch(
        'json-patch+json',
        '[{"op": "add", "path": "/metadata/annotations", "value": {"super.safe.com/at": "noon"}}]',
      ),
    ),
    expect: {
      code: 200,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:annotations pods',
        'Allow granular:annotation(super.safe.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-own-finalizer',
    group: STORY_1,
    title: 'supersafe adds a finalizer of its own',
    sentence: 'A strategic merge patch merges finalizers one by one, so the existing one is not touched.',
    scenario: asSupersafe(patch('strategic-merge-patch+json', 'metadata:\n  finalizers:\n  - super.safe.com/hold')),
    expect: {
      code: 200,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:finalizers pods',
        'Allow granular:finalizer(super.safe.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-other-finalizer',
    group: STORY_1,
    title: 'supersafe drops the finalizer of somebody else',
    sentence:
      'A merge patch replaces the whole list: `super.safe.com/hold` comes, `example.com/keep` goes, and that is not covered.',
    scenario: asSupersafe(patch('merge-patch+json', 'metadata:\n  finalizers:\n  - super.safe.com/hold')),
    expect: {
      code: 403,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:finalizers pods',
        'NoOpinion granular:finalizer(example.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-own-condition',
    group: STORY_1,
    title: 'supersafe reports its own condition',
    sentence: 'The type of a condition is its key, and the parameter of `granular:condition(SuperSafe)`.',
    scenario: asSupersafe(
      patch(
        'strategic-merge-patch+json',
        'status:\n  conditions:\n  - type: SuperSafe\n    status: "True"',
        `${WEB}/status`,
      ),
    ),
    expect: {
      code: 200,
      checks: [
        'NoOpinion patch pods/status',
        'Allow granular pods/status',
        'NoOpinion granular:status pods/status',
        'NoOpinion granular:conditions pods/status',
        'Allow granular:condition(SuperSafe) pods/status',
      ],
    },
  },
  {
    id: 'fine-grained-other-condition',
    group: STORY_1,
    title: 'supersafe reports the condition of somebody else',
    sentence: 'A condition that nobody reported yet is a change as well, and its type decides.',
    scenario: asSupersafe(
      patch(
        'strategic-merge-patch+json',
        'status:\n  conditions:\n  - type: super.safe.com/Done\n    status: "True"',
        `${WEB}/status`,
      ),
    ),
    expect: {
      code: 403,
      checks: [
        'NoOpinion patch pods/status',
        'Allow granular pods/status',
        'NoOpinion granular:status pods/status',
        'NoOpinion granular:conditions pods/status',
        'NoOpinion granular:condition(super.safe.com/Done) pods/status',
      ],
    },
  },
  {
    id: 'fine-grained-image',
    group: STORY_1,
    title: 'supersafe changes an image',
    sentence:
      'Nothing below `spec` has a verb of its own but what the KEP lists, so `granular:specification` would be needed.',
    scenario: asSupersafe(
      patch('strategic-merge-patch+json', 'spec:\n  containers:\n  - name: app\n    image: registry.example.com/app:2'),
    ),
    expect: { code: 403, checks: [...MARKED, 'NoOpinion granular:specification pods'] },
  },
  {
    id: 'fine-grained-all-at-once',
    group: STORY_1,
    title: 'supersafe applies all of its own at once',
    sentence:
      'Three fields cost seven checks of verbs for fields: a general verb is checked once for all fields that need it.',
    scenario: asSupersafe(
      patch(
        'apply-patch+yaml',
        'metadata:\n  labels:\n    super.safe.com/checked: "yes"\n  annotations:\n    super.safe.com/at: noon\n  finalizers:\n  - super.safe.com/hold',
        `${WEB}?fieldManager=supersafe`,
      ),
    ),
    expect: {
      code: 200,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:labels pods',
        'Allow granular:label(super.safe.com) pods',
        'NoOpinion granular:finalizers pods',
        'Allow granular:finalizer(super.safe.com) pods',
        'NoOpinion granular:annotations pods',
        'Allow granular:annotation(super.safe.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-webhook',
    group: STORY_1,
    title: 'A webhook adds what supersafe may not',
    sentence:
      'Before webhooks only the label that the client sends counts; checked after them, the request would fail on `app`.',
    note: 'The KEP leaves open which of the two it is; the switch among the assumptions shows both.',
    scenario: asSupersafe(patch('merge-patch+json', 'metadata:\n  labels:\n    super.safe.com/checked: "yes"'), {
      webhookChanges: '- op: replace\n  path: /metadata/labels/app\n  value: meshed\n',
    }),
    expect: {
      code: 200,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:labels pods',
        'Allow granular:label(super.safe.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-delete',
    group: STORY_1,
    title: 'supersafe deletes the pod',
    sentence:
      'A delete changes no field; were it one of the mutating calls that the steps are for, `granular` alone would allow it.',
    scenario: asSupersafe(http(`DELETE ${WEB}`)),
    expect: { code: 403, checks: ['NoOpinion delete pods'] },
  },
]

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: guards.safety.example.com
spec:
  group: safety.example.com
  scope: Namespaced
  names:
    plural: guards
    kind: Guard
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-permission-verb: specification
            properties:
              triggerSelfDestructOnSecurityBreach:
                type: boolean
                x-kubernetes-permission-verb: selfDestruct
                # What ordinary users must not set; any other value is theirs.
                x-kubernetes-permission-excluded: [true]
              image:
                type: string
`

const GUARD = `apiVersion: safety.example.com/v1
kind: Guard
metadata:
  name: gate
  namespace: prod
spec:
  image: guard:1
`

const GUARD_PATH = '/apis/safety.example.com/v1/namespaces/prod/guards/gate'
const onGuards = (verbs: string): string => `apiGroups: ["safety.example.com"]\nresources: ["guards"]\n${verbs}`

const STORY_2_POLICY = documents(
  role('guards', onGuards('verbs: ["update", "patch"]')),
  toEverybody(binding('everybody-writes-guards', 'ClusterRole guards', 'Group system:authenticated')),
  role('self-destruct', onGuards('verbs: ["granular:selfDestruct"]')),
  binding('admins-may-destruct', 'ClusterRole self-destruct', 'Group admins'),
  role('all-of-spec', onGuards('verbs: ["granular:specification"]')),
  binding('controller-writes-spec', 'ClusterRole all-of-spec', 'User controller'),
)

const guard = (requestor: Scenario['requestor'], body: string, storedObject = GUARD): Scenario =>
  fineGrained(STORY_2_POLICY, requestor, patch('merge-patch+json', body, GUARD_PATH), { schema: CRD, storedObject })

const TRIGGER = 'spec:\n  triggerSelfDestructOnSecurityBreach: true'

const story2: readonly Example[] = [
  {
    id: 'fine-grained-excluded-value',
    group: STORY_2,
    title: 'An ordinary user sets the value',
    sentence: '`patch` is held, and does not cover a value that the schema excludes from it.',
    note: 'The schema’s author decides; nobody can take a field of an existing type out of `update` later.',
    scenario: guard(user('jane'), TRIGGER),
    expect: {
      code: 403,
      checks: [
        'Allow patch guards',
        'NoOpinion granular:specification guards',
        'NoOpinion granular:selfDestruct guards',
      ],
    },
  },
  {
    id: 'fine-grained-excluded-admin',
    group: STORY_2,
    title: 'An admin sets the value',
    sentence: '`granular:selfDestruct` is what admins have beside `patch`.',
    scenario: guard(user('root', 'admins'), TRIGGER),
    expect: {
      code: 200,
      checks: ['Allow patch guards', 'NoOpinion granular:specification guards', 'Allow granular:selfDestruct guards'],
    },
  },
  {
    id: 'fine-grained-excluded-other-value',
    group: STORY_2,
    title: 'An ordinary user takes the value back',
    sentence: 'Only `true` is excluded: with everything else `patch` is enough, and no field is asked about.',
    scenario: guard(
      user('jane'),
      'spec:\n  triggerSelfDestructOnSecurityBreach: false',
      `${GUARD}  triggerSelfDestructOnSecurityBreach: true\n`,
    ),
    expect: { code: 200, checks: ['Allow patch guards'] },
  },
  {
    id: 'fine-grained-excluded-general',
    group: STORY_2,
    title: 'A controller with all of spec sets the value',
    sentence:
      'Excluded fields are checked as all are, from general to specific: `granular:specification` covers this one, too.',
    note: 'Excluded from the ordinary verb is not excluded from general ones; the switch shows the stricter reading.',
    scenario: guard(user('controller'), TRIGGER),
    expect: { code: 200, checks: ['Allow patch guards', 'Allow granular:specification guards'] },
  },
]

const NAMESPACE = `apiVersion: v1
kind: Namespace
metadata:
  name: prod
  labels:
    pod-security.kubernetes.io/enforce: restricted
`
const NAMESPACE_PATH = '/api/v1/namespaces/prod'

/** Hosts are keys of a map, and their domain identifies the owner. */
const GATES = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gates.acme.io
spec:
  group: acme.io
  scope: Namespaced
  names:
    plural: gates
    kind: Gate
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-permission-verb: specification
            properties:
              hosts:
                type: object
                x-kubernetes-permission-parameter-source: host
                additionalProperties:
                  type: string
                  x-kubernetes-permission-verb: host
                  x-kubernetes-permission-parameterized-by: host
                  # What stands behind the first dot: no named treatment gives that.
                  x-kubernetes-permission-parameter-expression: parameter.substring(parameter.indexOf(".") + 1, size(parameter))
`

const hosts = (language: 'treatments' | 'cel'): Scenario => ({
  ...fineGrained(
    documents(
      role('team-a-hosts', `apiGroups: ["acme.io"]\nresources: ["gates"]\n${granular('host(team-a.example.com)')}`),
      binding('team-a-hosts', 'ClusterRole team-a-hosts', 'User jane'),
    ),
    user('jane'),
    patch(
      'merge-patch+json',
      'spec:\n  hosts:\n    web.team-a.example.com: 10.0.0.1',
      '/apis/acme.io/v1/namespaces/prod/gates/front',
    ),
    {
      schema: GATES,
      storedObject: 'apiVersion: acme.io/v1\nkind: Gate\nmetadata:\n  name: front\n  namespace: prod\nspec: {}\n',
    },
  ),
  ...(language === 'cel' && { assumptions: { 'fine-grained': { 'parameter-language': language } } }),
})
const ON_GATES = ['NoOpinion patch gates', 'Allow granular gates', 'NoOpinion granular:specification gates'] as const

const teams = Array.from({ length: 40 }, (_, i) => `team-${i}`)
const many = teams.map((team) => `    ${team}.example.com/owner: "yes"`).join('\n')

const cost: readonly Example[] = [
  {
    id: 'fine-grained-general-grant',
    group: COST,
    title: 'Forty labels, granted generally',
    sentence: 'One verb for all of `metadata` covers them: three checks, however many fields change.',
    scenario: fineGrained(
      documents(
        role('labeller', `apiGroups: [""]\nresources: ["pods"]\n${granular('metadata')}`),
        binding('labeller', 'ClusterRole labeller', 'User supersafe'),
      ),
      SUPERSAFE,
      patch('merge-patch+json', `metadata:\n  labels:\n${many}`),
    ),
    expect: { code: 200, checks: [...MARKED, 'Allow granular:metadata pods'] },
  },
  {
    id: 'fine-grained-hostile',
    group: COST,
    title: 'Forty labels of others',
    sentence: 'The first field that is not covered ends the request, so forty cost no more than one.',
    scenario: asSupersafe(patch('merge-patch+json', `metadata:\n  labels:\n${many}`)),
    expect: {
      code: 403,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:labels pods',
        'NoOpinion granular:label(team-0.example.com) pods',
      ],
    },
  },
  {
    id: 'fine-grained-single-grants',
    group: COST,
    title: 'Forty labels, granted one by one',
    sentence: 'What was granted singly is asked singly: forty labels cost forty-two checks, and no request costs more.',
    note: 'The promise of the KEP is for general grants. A hostile request cannot cost more than its sender holds.',
    scenario: fineGrained(
      documents(
        role(
          'labeller',
          `apiGroups: [""]\nresources: ["pods"]\n${granular(...teams.map((team) => `label(${team}.example.com)`))}`,
        ),
        binding('labeller', 'ClusterRole labeller', 'User supersafe'),
      ),
      SUPERSAFE,
      patch('merge-patch+json', `metadata:\n  labels:\n${many}`),
    ),
    expect: {
      code: 200,
      checks: [
        ...MARKED,
        'NoOpinion granular:metadata pods',
        'NoOpinion granular:labels pods',
        ...teams.map((team) => `Allow granular:label(${team}.example.com) pods` as const),
      ],
    },
  },
  {
    id: 'fine-grained-owner-references',
    group: COST,
    title: 'Owners, maybe',
    sentence:
      'The KEP’s list of fields has owner references as “maybe”: with a verb of their own, that verb is enough.',
    scenario: fineGrained(
      documents(
        role('adopter', `apiGroups: [""]\nresources: ["pods"]\n${granular('ownerReferences')}`),
        binding('adopter', 'ClusterRole adopter', 'User supersafe'),
      ),
      SUPERSAFE,
      patch(
        'merge-patch+json',
        'metadata:\n  ownerReferences:\n  - apiVersion: v1\n    kind: Pod\n    name: db\n    uid: u-1',
      ),
    ),
    expect: {
      code: 200,
      checks: [...MARKED, 'NoOpinion granular:metadata pods', 'Allow granular:ownerReferences pods'],
    },
  },
  {
    id: 'fine-grained-no-verb',
    group: COST,
    title: 'A field without any verb',
    sentence: 'The `data` of a config map is on no list: a user without `patch` cannot be granted it alone.',
    scenario: fineGrained(
      documents(
        role(
          'configurer',
          `apiGroups: [""]\nresources: ["configmaps"]\n${granular('metadata', 'specification', 'data')}`,
        ),
        binding('configurer', 'ClusterRole configurer', 'User supersafe'),
      ),
      SUPERSAFE,
      patch('merge-patch+json', 'data:\n  mode: fast', '/api/v1/namespaces/prod/configmaps/settings'),
      { storedObject: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: prod\n' },
    ),
    expect: { code: 403, checks: ['NoOpinion patch configmaps', 'Allow granular configmaps'] },
  },
  {
    id: 'fine-grained-case-3',
    group: COST,
    title: 'One label of an existing type cannot be kept back',
    sentence:
      '`patch` on namespaces covers `pod-security.kubernetes.io/enforce` like every label, and nothing can say otherwise.',
    note: 'The KEP’s own case 3: “The current design cannot accommodate this.”',
    scenario: fineGrained(
      documents(
        role('namespaces', 'apiGroups: [""]\nresources: ["namespaces"]\nverbs: ["patch"]'),
        binding('jane-labels-namespaces', 'ClusterRole namespaces', 'User jane'),
      ),
      user('jane'),
      patch(
        'merge-patch+json',
        'metadata:\n  labels:\n    pod-security.kubernetes.io/enforce: privileged',
        NAMESPACE_PATH,
      ),
      { storedObject: NAMESPACE },
    ),
    expect: { code: 200, checks: ['Allow patch namespaces'] },
  },
  {
    id: 'fine-grained-case-3-granular',
    group: COST,
    title: 'A verb does not distinguish it from its neighbours',
    sentence: 'The parameter is the part before the slash: a user who may set `warn` may also set `enforce`.',
    scenario: fineGrained(
      documents(
        role('warner', `apiGroups: [""]\nresources: ["namespaces"]\n${granular('label(pod-security.kubernetes.io)')}`),
        binding('warner', 'ClusterRole warner', 'User jane'),
      ),
      user('jane'),
      patch(
        'merge-patch+json',
        'metadata:\n  labels:\n    pod-security.kubernetes.io/enforce: privileged',
        NAMESPACE_PATH,
      ),
      { storedObject: NAMESPACE },
    ),
    expect: {
      code: 200,
      checks: [
        'NoOpinion patch namespaces',
        'Allow granular namespaces',
        'NoOpinion granular:metadata namespaces',
        'NoOpinion granular:labels namespaces',
        'Allow granular:label(pod-security.kubernetes.io) namespaces',
      ],
    },
  },
  {
    id: 'fine-grained-parameter-treatment',
    group: COST,
    title: 'A host, by the whole of its name',
    sentence: 'Without CEL the parameter is the host itself, so a team would need a verb for each host of its domain.',
    note: '“DECISION NEEDED: would it be better to use a CEL expression to process the parameter?” The switch has both.',
    scenario: hosts('treatments'),
    expect: { code: 403, checks: [...ON_GATES, 'NoOpinion granular:host(web.team-a.example.com) gates'] },
  },
  {
    id: 'fine-grained-parameter-cel',
    group: COST,
    title: 'A host, by its domain',
    sentence: 'With CEL the schema says what counts: all hosts of `team-a.example.com` are one verb.',
    scenario: hosts('cel'),
    expect: { code: 200, checks: [...ON_GATES, 'Allow granular:host(team-a.example.com) gates'] },
  },
  {
    id: 'fine-grained-everything',
    group: COST,
    title: 'A star is every verb, excluded ones too',
    sentence: '`verbs: ["*"]` in RBAC covers `granular:selfDestruct`, so old administrators set the value at once.',
    scenario: fineGrained(
      documents(
        role('all', 'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["*"]'),
        binding('all', 'ClusterRole all', 'User jane'),
      ),
      user('jane'),
      patch('merge-patch+json', TRIGGER, GUARD_PATH),
      { schema: CRD, storedObject: GUARD },
    ),
    expect: { code: 200, checks: ['Allow patch guards', 'Allow granular:specification guards'] },
  },
]

/** Both stories of KEP-3617, allowed and denied, and what its checks cost. */
export const fineGrainedExamples: readonly Example[] = [...story1, ...story2, ...cost]
