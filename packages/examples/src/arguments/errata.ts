import type { Scenario } from '@authz-playground/engine'
import { APP_SA_IN_DEFAULT, APP_SA_IN_PRODUCTION, MYNODE, NODE_AGENT } from '../docs-policies.ts'
import { http, scenario, serviceAccount, user } from '../example.ts'
import { FIRST } from '../first.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, caseOf, verdict, verdictIf } from './argument.ts'
import { checksOf, code, isAllowed, listedNouns, verbsOf } from './found.ts'
import { AGENT, AUTHENTICATION, DEPUTY, grant, rule, THE_AGENT, THE_DEPUTY } from './grants.ts'
import { NODE_PODS, NODES } from './requests.ts'

const listAsJane = (policy: string): Scenario => ({ ...FIRST.scenario, policy })

/** The action of the page's first example, granted in the API group of the identity. */
const EVERYTHING_IN_ONE_GROUP = FIRST.scenario.policy.replace(
  'apiGroups: [""]\n  resources: ["pods"]\n  verbs:\n  - "impersonate-on',
  `apiGroups: ["${AUTHENTICATION}"]\n  resources: ["pods"]\n  verbs:\n  - "impersonate-on`,
)

const DEPLOYMENTS = '/apis/apps/v1/namespaces/production/deployments'
const createAsAppSA = (policy: string): Scenario =>
  scenario(
    documents(
      policy,
      grant(
        'app-sa-creates',
        'ServiceAccount production/app-sa',
        rule('create', 'deployments', { group: 'apps' }),
        'production',
      ),
    ),
    serviceAccount('default', 'deputy-controller'),
    http(`POST ${DEPLOYMENTS}`, { 'Impersonate-User': 'system:serviceaccount:production:app-sa' }),
  )

/** The identity and the action of a user, in the words of the KEP and of the released server. */
const ANY_USER = documents(
  grant('any-user', THE_DEPUTY, rule('impersonate:user-info', 'users', { group: AUTHENTICATION })),
  grant('list-as-a-user', THE_DEPUTY, rule('impersonate-on:list impersonate-on:user-info:list', 'pods')),
)
const asUser = (name: string): Scenario =>
  scenario(
    documents(ANY_USER, grant('list-pods', `User ${name}`, rule('list', 'pods'))),
    DEPUTY,
    http('GET /api/v1/pods', { 'Impersonate-User': name }),
  )
const RELEASED_AND_PROPOSED = ['constrained', 'proposal'] as const

const inDefault = documents(
  grant('any-user', 'User impersonator', rule('impersonate:user-info', 'users', { group: AUTHENTICATION })),
  grant('list-as-a-user', 'User impersonator', rule('impersonate-on:list', 'pods'), 'default'),
  grant('list-pods', 'User someUser', rule('list', 'pods')),
)
const asSomeUser = (path: string): Scenario =>
  scenario(inDefault, user('impersonator'), http(`GET ${path}`, { 'Impersonate-User': 'someUser' }))

const becomesNode = (...rules: readonly string[]): Scenario =>
  scenario(
    documents(
      grant('agent', THE_AGENT, [...rules, rule('impersonate-on:list', 'pods')]),
      grant('nodes-list-pods', 'User system:node:node-1', rule('list', 'pods')),
    ),
    AGENT,
    NODE_PODS,
    NODES,
  )

/** Single sentences of the documents that the server, or the document itself, contradicts. */
export const errataArguments: readonly Argument[] = [
  argument({
    id: 'one-api-group',
    title: 'All permissions of constrained impersonation are in `authentication.k8s.io`',
    claim: {
      quote: 'All constrained impersonation permissions use the `authentication.k8s.io` API group.',
      document: 'docs',
      section: 'Configuring constrained impersonation with RBAC',
    },
    cases: {
      printed: caseOf('the page’s first example, as printed', listAsJane(FIRST.scenario.policy)),
      oneGroup: caseOf('the same, with the action in `authentication.k8s.io`', listAsJane(EVERYTHING_IN_ONE_GROUP)),
    },
    settle(of) {
      return verdictIf(
        'the permission to be somebody is meant',
        isAllowed(of('printed')),
        isAllowed(of('oneGroup')),
        `The action is asked in the API group of the request, as the page’s own YAML has it: ${code(
          of('printed'),
        )}. Granted in \`authentication.k8s.io\`, it is ${code(of('oneGroup'))}.`,
      )
    },
  }),
  argument({
    id: 'three-modes',
    title: 'Constrained impersonation has three modes',
    claim: {
      quote: 'Constrained impersonation defines three distinct modes, each with its own set of verbs',
      document: 'docs',
      section: 'Impersonation modes',
    },
    cases: {
      user: caseOf('the page’s rules for a user', listAsJane(FIRST.scenario.policy)),
      account: caseOf(
        'the page’s rules for a service account, both in `production`',
        createAsAppSA(APP_SA_IN_PRODUCTION),
      ),
      node: caseOf(
        'the page’s rules for a node',
        scenario(
          MYNODE,
          serviceAccount('default', 'node-impersonator'),
          http('GET /api/v1/pods?fieldSelector=spec.nodeName%3Dmynode', { 'Impersonate-User': 'system:node:mynode' }),
          { authorizationModes: ['Node', 'RBAC'] },
        ),
      ),
      ownNode: caseOf('the page’s rules for a node agent', scenario(NODE_AGENT, AGENT, NODE_PODS, NODES)),
    },
    settle(of) {
      const constraints = (['user', 'account', 'node', 'ownNode'] as const).flatMap((name) => of(name).constraint ?? [])
      const modes = [...new Set(constraints)]
      return verdict(
        modes.length === 3,
        `The examples of the page are allowed in ${modes.length} modes: ${listedNouns(
          modes,
        )}. The page has three headings for them; the third is about both modes for nodes, and each of these has verbs of its own.`,
      )
    },
  }),
  argument({
    id: 'app-sa-of-production',
    title: 'The page’s rules let the deputy be `app-sa` of `production`',
    claim: {
      quote: 'To allow impersonating a service account named `app-sa` in the `production` namespace to create',
      document: 'docs',
      section: 'Example: Impersonate a ServiceAccount',
    },
    cases: {
      printed: caseOf('with the page’s rules', createAsAppSA(APP_SA_IN_DEFAULT)),
      mended: caseOf('with the identity granted in `production`', createAsAppSA(APP_SA_IN_PRODUCTION)),
    },
    settle(of) {
      return verdictIf(
        'the Role and RoleBinding `impersonate-app-sa` are in `production`',
        isAllowed(of('mended')),
        isAllowed(of('printed')),
        `The page has both in \`default\`. The identity is asked in the namespace of the service account, so no rule answers: ${code(
          of('printed'),
        )}. With both in \`production\` it is ${code(of('mended'))}.`,
      )
    },
  }),
  argument({
    id: 'cluster-wide-review',
    title: 'The printed reviews are those of a cluster-wide list',
    claim: {
      quote: 'When receiving an impersonation request to list pods cluster-wide from the user `impersonator`',
      document: 'kep',
      section: 'Subject Access Review Details',
    },
    cases: {
      everywhere: caseOf('list the pods of the cluster', asSomeUser('/api/v1/pods'), 'proposal'),
      inDefault: caseOf('list the pods of `default`', asSomeUser('/api/v1/namespaces/default/pods'), 'proposal'),
    },
    settle(of) {
      const asked = (name: 'everywhere' | 'inDefault') =>
        checksOf(of(name)).find(({ attributes }) => attributes.verb === 'impersonate-on:list')?.attributes.namespace
      return verdictIf(
        'the list is that of the namespace `default`',
        asked('inDefault') === 'default',
        asked('everywhere') === 'default',
        `The printed review of \`impersonate-on:list\` has \`namespace: default\`. That is the review of a list in \`default\`, and with a Role there it is ${code(
          of('inDefault'),
        )}. A cluster-wide list is reviewed without a namespace: ${code(of('everywhere'))} with the same rules.`,
      )
    },
  }),
  argument({
    id: 'node-prefix',
    title: 'Names with the prefix `system:nodes` are those of nodes',
    claim: {
      quote: 'When the request has the header of `Impersonate-User`, and the value has the prefix of `system:nodes`,',
      document: 'kep',
      section: 'Verb impersonate:node and impersonate:scheduled-node',
    },
    assumes:
      'The text has three prefixes: `system:nodes` here, `system:node` on its flowchart, and `system:node:` in the conditions.',
    cases: {
      node: caseOf('as `system:node:node-1`', asUser('system:node:node-1'), ...RELEASED_AND_PROPOSED),
      nodes: caseOf('as `system:nodes:node-1`', asUser('system:nodes:node-1'), ...RELEASED_AND_PROPOSED),
      nodefoo: caseOf('as `system:nodefoo`', asUser('system:nodefoo'), ...RELEASED_AND_PROPOSED),
    },
    settle(of) {
      const asNode = (name: 'node' | 'nodes' | 'nodefoo') =>
        RELEASED_AND_PROPOSED.some((design) => verbsOf(of(name, design)).some((verb) => /node$|-node:/.test(verb)))
      return verdict(
        asNode('nodes') && !asNode('nodefoo'),
        `Only \`system:node:\` with a name after it gets the verbs for nodes; with rules for users it is ${code(
          of('node'),
        )}. The names \`system:nodes:node-1\` and \`system:nodefoo\` are those of users: ${code(of('nodes'))} and ${code(
          of('nodefoo'),
        )} by \`${of('nodefoo').constraint ?? 'no constraint'}\`.`,
      )
    },
  }),
  argument({
    id: 'node-needs-its-verb',
    title: 'Only an impersonator with `impersonate:node` can be a node',
    claim: {
      quote: 'The impersonator must have this verb to impersonate a node.',
      document: 'kep',
      section: 'Proposal',
    },
    cases: {
      neither: caseOf('with no rule about an identity', becomesNode(), 'proposal'),
      scheduled: caseOf(
        'with `impersonate:scheduled-node`, as its own node',
        becomesNode(rule('impersonate:scheduled-node', 'nodes', { group: AUTHENTICATION })),
        'proposal',
      ),
      legacy: caseOf('with `impersonate` on users', becomesNode(rule('impersonate', 'users')), 'proposal'),
    },
    settle(of) {
      return verdictIf(
        'the node is not its own, and it does not hold `impersonate`',
        !isAllowed(of('neither')),
        !isAllowed(of('scheduled')) && !isAllowed(of('legacy')),
        `By the KEP’s own flowchart \`impersonate:scheduled-node\` is enough for the own node, ${code(
          of('scheduled'),
        )}, and \`impersonate\` for any node, ${code(of('legacy'))}. Without a rule about an identity it is ${code(of('neither'))}.`,
      )
    },
  }),
  argument({
    id: 'otherwise-user-info',
    title: 'Every target that is not a node is asked by `impersonate:user-info`',
    claim: {
      quote: 'If condition 1 is not met, verb `impersonate:user-info` will be checked instead.',
      document: 'kep',
      section: 'Verb impersonate:node and impersonate:scheduled-node',
    },
    cases: {
      user: caseOf('as `jane`', asUser('jane'), ...RELEASED_AND_PROPOSED),
      account: caseOf('as a service account', asUser('system:serviceaccount:dev:app'), ...RELEASED_AND_PROPOSED),
    },
    settle(of) {
      const byUserInfo = (name: 'user' | 'account') =>
        RELEASED_AND_PROPOSED.every((design) => verbsOf(of(name, design)).includes('impersonate:user-info'))
      return verdictIf(
        'the target is not a service account',
        byUserInfo('user'),
        byUserInfo('account'),
        `A service account has a verb of its own, and rules for users do not let anybody be one: ${code(
          of('account', 'proposal'),
        )} in \`proposal\`, ${code(of('account'))} in \`constrained\`. A later text of the KEP adds “if the impersonated user is not a SA or node”.`,
      )
    },
  }),
  argument({
    id: 'service-account-prefix',
    title: 'Every name with the prefix `system:serviceaccount:` is that of a service account',
    claim: {
      quote:
        'has a prefix of `system:serviceaccount:`, apiserver will check verb `impersonate:serviceaccount` with the authorizer',
      document: 'kep',
      section: 'Verb impersonate:serviceaccount',
    },
    cases: {
      whole: caseOf(
        'as `system:serviceaccount:dev:app`',
        asUser('system:serviceaccount:dev:app'),
        ...RELEASED_AND_PROPOSED,
      ),
      malformed: caseOf(
        'as `system:serviceaccount:bad`, without a namespace',
        asUser('system:serviceaccount:bad'),
        ...RELEASED_AND_PROPOSED,
      ),
    },
    settle(of) {
      const asUserInfo = (name: 'whole' | 'malformed') => verbsOf(of(name)).includes('impersonate:user-info')
      return verdictIf(
        'a namespace and a name follow the prefix',
        verbsOf(of('whole')).length > 0 && !asUserInfo('whole'),
        !asUserInfo('malformed'),
        `As released \`system:serviceaccount:bad\` is the name of a user, and a rule for users is enough: ${code(
          of('malformed'),
        )}. Read to the letter, as \`proposal\` does, it is ${code(of('malformed', 'proposal'))}.`,
      )
    },
  }),
]
