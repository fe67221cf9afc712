import type { Trace } from '@authz-playground/engine'
import { http, scenario } from '../example.ts'
import { pod } from '../objects.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, type Played, verdict, verdictIf } from './argument.ts'
import { allowedAmong, isAllowed } from './found.ts'
import { AGENT, AUTHENTICATION, DEPUTY, grant, rule, THE_AGENT, THE_DEPUTY } from './grants.ts'

const SECTION = 'on Design Details, on the union of all grants'
const MODES = ['proposal', 'constrained', 'named-verbs'] as const

const mounting = (secret: string): string => `name: keys\n    secret:\n      secretName: ${secret}`
const ON_NODE_1 = ['web-tls', 'db-password', 'ci-token'] as const
const ON_NODE_2 = ['other-key'] as const
const OBJECTS = documents(
  ...ON_NODE_1.map((secret, i) => pod(`pod-${i}`, 'prod', 'node-1', mounting(secret))),
  ...ON_NODE_2.map((secret) => pod('elsewhere', 'prod', 'node-2', mounting(secret))),
)

const INGRESS = 'my-ingress-controller'
const IN_MYNS = 'myns'

/** The two grants of the comment, to one service account, in the rules of three designs. */
const NODE_AND_CONTROLLER = documents(
  `# Node pod status update stuff\n${grant('scheduled-node', THE_AGENT, [
    rule('impersonate:scheduled-node', 'nodes', { group: AUTHENTICATION }),
    rule('impersonate-on:update', 'pods/status'),
  ])}`,
  grant('associated-node', THE_AGENT, [
    rule('impersonate:associated-node', 'nodes', { group: AUTHENTICATION }),
    rule('impersonate-on:associated-node:update', 'pods/status'),
  ]),
  grant('scheduled-node-named', THE_AGENT, [
    rule('impersonate:scheduled-node', 'nodes', { group: AUTHENTICATION }),
    rule('impersonate-on:scheduled-node:update', 'pods/status'),
  ]),
  `# Controller secret read stuff\n${grant(
    'be-ingress-controller',
    THE_AGENT,
    [
      rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION, names: INGRESS }),
      rule(`impersonate:serviceaccount:${IN_MYNS}/${INGRESS}`, 'serviceaccounts', { group: AUTHENTICATION }),
    ],
    IN_MYNS,
  )}`,
  grant('secrets-for-others', THE_AGENT, [
    rule('impersonate-on:get', 'secrets'),
    rule('impersonate-on:serviceaccount:get', 'secrets'),
    rule(`impersonate-on:serviceaccount:${IN_MYNS}/${INGRESS}:get`, 'secrets'),
  ]),
  `# What the ingress controller may do itself.\n${grant(
    'ingress-reads-secrets',
    `ServiceAccount ${IN_MYNS}/${INGRESS}`,
    rule('get', 'secrets'),
    IN_MYNS,
  )}`,
)

const BOTH = { authorizationModes: ['Node', 'RBAC'], objects: OBJECTS } as const

function secretAsNode(secret: string): Case {
  return caseOf(
    `get the secret ${secret} as the node`,
    scenario(
      NODE_AND_CONTROLLER,
      AGENT,
      http(`GET /api/v1/namespaces/prod/secrets/${secret}`, { 'Impersonate-User': 'system:node:node-1' }),
      BOTH,
    ),
    ...MODES,
  )
}

const intended = caseOf(
  'get a secret as the ingress controller, which is what was meant',
  scenario(
    NODE_AND_CONTROLLER,
    AGENT,
    http(`GET /api/v1/namespaces/${IN_MYNS}/secrets/tls`, {
      'Impersonate-User': `system:serviceaccount:${IN_MYNS}:${INGRESS}`,
    }),
    BOTH,
  ),
  ...MODES,
)

const secretsOfNode = {
  first: secretAsNode(ON_NODE_1[0]),
  second: secretAsNode(ON_NODE_1[1]),
  third: secretAsNode(ON_NODE_1[2]),
}
const elsewhere = secretAsNode(ON_NODE_2[0])

function opened(of: Played<keyof typeof secretsOfNode>, design: string): number {
  return allowedAmong((['first', 'second', 'third'] as const).map((name) => of(name, design)))
}

const CONTROLLERS = ['my-pod-controller', INGRESS] as const
const READS = ['pods', 'secrets'] as const

/** Each controller with the permissions to read for it: by mode, and with its name in the verbs. */
const TWO_CONTROLLERS = documents(
  ...CONTROLLERS.flatMap((name, i) => {
    const what = READS[i] as string
    return [
      `# Controller ${what} read stuff\n${grant(
        `be-${name}`,
        THE_DEPUTY,
        [
          rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION, names: name }),
          rule(`impersonate:serviceaccount:${IN_MYNS}/${name}`, 'serviceaccounts', { group: AUTHENTICATION }),
        ],
        IN_MYNS,
      )}`,
      grant(`${what}-for-others`, THE_DEPUTY, [
        rule('impersonate-on:get', what),
        rule('impersonate-on:serviceaccount:get', what),
        rule(`impersonate-on:serviceaccount:${IN_MYNS}/${name}:get`, what),
      ]),
      grant(`${name}-reads`, `ServiceAccount ${IN_MYNS}/${name}`, rule('get', 'pods secrets'), IN_MYNS),
    ]
  }),
)

function asController(name: string, what: string): Case {
  return caseOf(
    `get ${what} as ${name}`,
    scenario(
      TWO_CONTROLLERS,
      DEPUTY,
      http(`GET /api/v1/namespaces/${IN_MYNS}/${what}/one`, {
        'Impersonate-User': `system:serviceaccount:${IN_MYNS}:${name}`,
      }),
    ),
    ...MODES,
  )
}

const combinations = {
  podsAsPods: asController(CONTROLLERS[0], 'pods'),
  secretsAsPods: asController(CONTROLLERS[0], 'secrets'),
  podsAsIngress: asController(CONTROLLERS[1], 'pods'),
  secretsAsIngress: asController(CONTROLLERS[1], 'secrets'),
}

function combined(of: Played<keyof typeof combinations>, design: string): readonly Trace[] {
  return (Object.keys(combinations) as (keyof typeof combinations)[]).map((name) => of(name, design))
}

const ONE_RULE = grant('one-rule', THE_DEPUTY, rule('get delete', 'pods secrets'))
const TWO_RULES = grant('two-rules', THE_DEPUTY, [rule('get', 'pods'), rule('delete', 'secrets')])

function ordinary(policy: string, what: string, method: 'GET' | 'DELETE', by: string): Case {
  return caseOf(
    `${method === 'GET' ? 'get' : 'delete'} ${what}, without impersonation: ${by}`,
    scenario(policy, DEPUTY, http(`${method} /api/v1/namespaces/${IN_MYNS}/${what}/one`)),
  )
}

/** Combinations of one requestor's grants that were not granted. */
export const unionArguments: readonly Argument[] = [
  argument({
    id: 'union-secrets',
    title: 'Two harmless grants together open the secrets of the node',
    claim: {
      quote: 'what that would actually grant is read access to every secret the scheduled-node had access to',
      document: 'thread',
      section: SECTION,
      author: 'liggitt',
      when: '19 June 2025',
    },
    cases: { ...secretsOfNode, elsewhere },
    settle(of) {
      const open = opened(of, 'proposal')
      return verdict(
        open === ON_NODE_1.length && !isAllowed(of('elsewhere')),
        `In \`proposal\`, which the comment is about, the agent opens ${open} of the ${ON_NODE_1.length} secrets that pods on its node mount, and ${allowedAmong(
          [of('elsewhere')],
        )} of ${ON_NODE_2.length} on another node. No rule says that it may get secrets as the node. As released it opens ${opened(of, 'constrained')}.`,
      )
    },
  }),
  argument({
    id: 'union-by-mode',
    title: 'The mode in the action’s verb closes that union',
    claim: {
      quote: 'Seems like it would be better to further scope the -on check such that you would need to do:',
      document: 'thread',
      section: SECTION,
    },
    cases: { ...secretsOfNode, intended },
    settle(of) {
      return verdict(
        opened(of, 'constrained') === 0 && opened(of, 'proposal') > 0 && isAllowed(of('intended', 'constrained')),
        `With \`impersonate-on:serviceaccount:get\` separate from \`impersonate-on:associated-node:update\`, as released, ${opened(
          of,
          'constrained',
        )} of ${ON_NODE_1.length} secrets open as the node, where one shared verb opens ${opened(
          of,
          'proposal',
        )}. What was meant, a secret as the ingress controller, still passes.`,
      )
    },
  }),
  argument({
    id: 'union-within-a-mode',
    title: 'A union of two service accounts is left',
    claim: {
      quote: 'Note that it is still not a true intersection, as this causes a union still:',
      document: 'thread',
      section: SECTION,
    },
    cases: combinations,
    settle(of) {
      const pass = allowedAmong(combined(of, 'constrained'))
      return verdict(
        pass > 2,
        `Granted are ${CONTROLLERS.length} combinations: pods as \`my-pod-controller\`, secrets as \`${INGRESS}\`. As released ${pass} of the ${
          combined(of, 'constrained').length
        } possible ones pass, so secrets can be read as the controller that was to read pods.`,
      )
    },
  }),
  argument({
    id: 'union-named-verbs',
    title: 'The target’s name in the verbs closes that one too',
    claim: {
      quote: 'Maybe we move the name into verb itself like impersonate[-on]:serviceaccount:<namespace/name>?',
      document: 'thread',
      section: SECTION,
    },
    assumes: 'The thread writes such verbs for service accounts only; nodes and users are read alike.',
    cases: combinations,
    settle(of) {
      const [released, named] = [combined(of, 'constrained'), combined(of, 'named-verbs')].map(allowedAmong)
      return verdict(
        named === 2 && isAllowed(of('podsAsPods', 'named-verbs')) && isAllowed(of('secretsAsIngress', 'named-verbs')),
        `In \`named-verbs\` ${named} of ${combined(of, 'named-verbs').length} combinations pass, the ones that are granted; as released ${released}. The price is a rule for each target: a name in a verb has no wildcard.`,
      )
    },
  }),
  argument({
    id: 'union-like-a-rule',
    title: 'The union is like that of verbs and resources in a rule',
    claim: {
      quote: "It's similar to the union that happens for resources and verbs in a single rule.",
      document: 'thread',
      section: SECTION,
    },
    cases: {
      ...combinations,
      getPods1: ordinary(ONE_RULE, 'pods', 'GET', 'one rule'),
      deletePods1: ordinary(ONE_RULE, 'pods', 'DELETE', 'one rule'),
      getSecrets1: ordinary(ONE_RULE, 'secrets', 'GET', 'one rule'),
      deleteSecrets1: ordinary(ONE_RULE, 'secrets', 'DELETE', 'one rule'),
      getPods2: ordinary(TWO_RULES, 'pods', 'GET', 'two rules'),
      deletePods2: ordinary(TWO_RULES, 'pods', 'DELETE', 'two rules'),
      getSecrets2: ordinary(TWO_RULES, 'secrets', 'GET', 'two rules'),
      deleteSecrets2: ordinary(TWO_RULES, 'secrets', 'DELETE', 'two rules'),
    },
    settle(of) {
      const union = combined(of, 'proposal')
      const one = allowedAmong([of('getPods1'), of('deletePods1'), of('getSecrets1'), of('deleteSecrets1')])
      const two = allowedAmong([of('getPods2'), of('deletePods2'), of('getSecrets2'), of('deleteSecrets2')])
      return verdictIf(
        'both verbs and both resources are in one rule',
        allowedAmong(union) === one,
        allowedAmong(union) === two,
        `Two verbs and two resources in one rule grant ${one} of ${union.length} combinations; in two rules they grant ${two}. Two grants of impersonation grant ${allowedAmong(
          union,
        )}, although they are in different rules, and in roles and bindings of their own.`,
      )
    },
  }),
]
