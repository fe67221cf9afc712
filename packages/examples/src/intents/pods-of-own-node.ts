import type { PlainUser } from '@authz-playground/engine'
import { boundTo, serviceAccount } from '../example.ts'
import { pod } from '../objects.ts'
import { documents } from '../rbac.ts'
import type { AskedRequest } from './asked.ts'
import { conditionWays, NOTHING_ELSE } from './conditions-rules.ts'
import { type Rule, roleAndBinding } from './grants.ts'
import type { Intent } from './intent.ts'
import { PODS } from './near-requests.ts'
import { ANY_NODE, BOUNDING_SET, ITSELF, NOT_DESIRED, STORY_1_QUOTE, UNRESTRICTED } from './sources.ts'
import { withinBoundary } from './users-rules.ts'

const ACCOUNT = serviceAccount('kube-system', 'node-agent')
const AGENT = boundTo('node-1', ACCOUNT)
const AGENT_2 = boundTo('node-2', ACCOUNT)
const SUBJECT = 'ServiceAccount kube-system/node-agent'
const NODES = ['system:node:node-1', 'system:node:node-2']
const READ = ['get', 'list', 'watch']
const POD_NODES: Readonly<Record<string, string>> = { 'prod/web': 'node-1', 'prod/db': 'node-2' }

function listAs(node: string, requestor: PlainUser): AskedRequest {
  return {
    requestor,
    verb: 'list',
    resource: PODS,
    namespace: '',
    name: '',
    fieldSelector: `spec.nodeName=${node}`,
    as: { username: `system:node:${node}`, groups: [] },
  }
}
const WANTED = listAs('node-1', AGENT)
const { fieldSelector: _, ...WITHOUT_SELECTOR } = WANTED

/** Where a node is a user like any other, it is in no group unless a header asks for it. */
function withNodesGroup(asked: AskedRequest): AskedRequest {
  if (asked.as === undefined || !asked.as.username.startsWith('system:node:')) return asked
  if (asked.as.groups.includes('system:nodes')) return asked
  return { ...asked, as: { ...asked.as, groups: ['system:nodes', ...asked.as.groups] } }
}

function nodeOf({ extra }: PlainUser): string | undefined {
  return extra?.['authentication.kubernetes.io/node-name']?.[0]
}

const pods = (prefix: string): Rule => ({
  apiGroups: [''],
  resources: ['pods'],
  verbs: READ.map((verb) => `${prefix}${verb}`),
})
const nodes = (apiGroup: string, verb: string): Rule => ({ apiGroups: [apiGroup], resources: ['nodes'], verbs: [verb] })
const users = (apiGroup: string, verb: string): Rule => ({
  apiGroups: [apiGroup],
  resources: ['users'],
  names: NODES,
  verbs: [verb],
})
const nodesGroup = (apiGroup: string, verb: string): Rule => ({
  apiGroups: [apiGroup],
  resources: ['groups'],
  names: ['system:nodes'],
  verbs: [verb],
})
const one = (name: string, ...rules: readonly Rule[]): string => roleAndBinding(`own-node-${name}`, SUBJECT, rules)

const description = 'read pods as the node that the token is bound to'
const reading = (request: string): readonly string[] => [
  `${request}.verb in ["get", "list", "watch"]`,
  `${request}.apiGroup == ""`,
  `${request}.resource == "pods"`,
]
const EXTRA = '"authentication.kubernetes.io/node-name"'
const ITS_NODE = [
  'request.attributes.resource == "nodes"',
  `${EXTRA} in request.user.extra`,
  `request.user.extra[${EXTRA}] == [request.attributes.name]`,
]
const EVERY_NODE =
  'Nodes have to be named individually, and an agent that may be one of them may be each: an agent on `node-1` may be `node-2`.'

/** Story 1 of the KEP. The Node authorizer is on, and limits what a node may read. */
export const podsOfOwnNode: Intent = {
  id: 'pods-of-own-node',
  title: 'The node agent may read the pods of its own node',
  sentence:
    '`get`, `list` and `watch` `pods`, of the node that the agent’s token is bound to, as that node. One policy serves every node. Some designs also let it read them as itself, which is harmless.',
  said: STORY_1_QUOTE,
  wanted: [
    { what: '`list` the pods of `node-1` as it, from `node-1`', asked: WANTED },
    { what: '`watch` the pods of `node-1` as it, from `node-1`', asked: { ...WANTED, verb: 'watch' } },
    {
      what: '`get` a pod of `node-1` as it, from `node-1`',
      asked: { ...WITHOUT_SELECTOR, verb: 'get', namespace: 'prod', name: 'web' },
    },
    { what: '`list` the pods of `node-2` as it, from `node-2`', asked: listAs('node-2', AGENT_2) },
  ],
  meaningOf: ({ requestor, verb, resource, namespace, name, fieldSelector, path, as }) => {
    const node = nodeOf(requestor)
    const itsPods =
      fieldSelector === `spec.nodeName=${node}` ||
      (verb === 'get' && name !== '' && POD_NODES[`${namespace}/${name}`] === node)
    const reads = path === undefined && READ.includes(verb) && resource === PODS && itsPods
    if (requestor.username !== ACCOUNT.username || node === undefined || !reads) return 'beyond'
    if (as === undefined) return 'harmless'
    if (as.username !== `system:node:${node}` || as.uid !== undefined || as.extra !== undefined) return 'beyond'
    if (as.groups.length === 0) return 'meant'
    return as.groups.every((group) => group === 'system:nodes') ? 'harmless' : 'beyond'
  },
  authorizationModes: ['Node', 'RBAC'],
  objects: documents(
    pod('web', 'prod', 'node-1', '{name: own, secret: {secretName: web}}'),
    pod('db', 'prod', 'node-2', '{name: own, secret: {secretName: db}}'),
  ),
  leftToAuthorizers: (username) => username.startsWith('system:node:'),
  ways: [
    {
      designs: ['constrained', 'beta', 'compiled'],
      policy: documents(
        one('constrained-identity', nodes('authentication.k8s.io', 'impersonate:associated-node')),
        one('constrained-action', pods('impersonate-on:associated-node:')),
      ),
    },
    {
      designs: ['proposal'],
      policy: documents(
        one('proposal-identity', nodes('authentication.k8s.io', 'impersonate:scheduled-node')),
        one('proposal-action', pods('impersonate-on:')),
      ),
    },
    {
      designs: ['user-info-only'],
      policy: documents(
        one('user-info-only-identity', users('authentication.k8s.io', 'impersonate:user-info')),
        one('user-info-only-action', pods('impersonate-on:')),
      ),
      limit: `“Its own node” cannot be said without a verb for it. ${EVERY_NODE} The text leaves open whether \`impersonate:scheduled-node\` goes as well; if it stays, this is as in the proposal.`,
      said: ANY_NODE,
    },
    {
      designs: ['legacy'],
      policy: one('legacy', users('', 'impersonate'), nodesGroup('', 'impersonate')),
      spell: withNodesGroup,
      limit: `${EVERY_NODE} As a node it does all that a kubelet may, secrets included, and a client must ask for the group \`system:nodes\` itself.`,
      said: UNRESTRICTED,
    },
    {
      designs: ['client-review'],
      policy: documents(
        one('client-review-ask', {
          apiGroups: ['authorization.k8s.io'],
          resources: ['subjectaccessreviews'],
          verbs: ['create'],
        }),
        one('client-review-own', pods('')),
      ),
      spell: withNodesGroup,
      limit:
        'The agent must hold `get`, `list` and `watch` `pods` itself, for all nodes: RBAC knows no field selectors. Asking first is its own good will.',
      said: ITSELF,
    },
    {
      designs: ['group-suffix'],
      policy: documents(
        one('group-suffix-identity', nodes('authentication.k8s.io', 'impersonate:scheduled-node')),
        one('group-suffix-action', { ...pods(''), apiGroups: ['core.impersonation.k8s.io'] }),
      ),
    },
    {
      designs: ['intersection'],
      policy: documents(
        one('intersection-identity', users('', 'impersonate'), nodesGroup('', 'impersonate')),
        one('intersection-action', pods('')),
      ),
      spell: withNodesGroup,
      limit: `The agent must hold \`get\`, \`list\` and \`watch\` \`pods\` itself, for all nodes, and may then do without being one. ${EVERY_NODE}`,
      said: NOT_DESIRED,
    },
    ...conditionWays({
      id: 'own-node',
      subject: SUBJECT,
      requestor: ACCOUNT.username,
      spell: withNodesGroup,
      accessRule: [
        {
          description,
          when: [
            `${EXTRA} in request.user.extra`,
            `request.user.extra[${EXTRA}].size() == 1`,
            `impersonatedUser.username == "system:node:" + request.user.extra[${EXTRA}][0]`,
            'impersonatedUser.groups == ["system:nodes"]',
            ...reading('impersonatedRequest'),
            '!has(impersonatedUser.uid)',
            '!has(impersonatedUser.extra)',
          ],
        },
      ],
      conditional: [
        {
          description,
          when: [
            // KEP-5681 asks about a node as `nodes`, the review thread as a user.
            'request.attributes.resource in ["nodes", "users"]',
            `${EXTRA} in principal.extra`,
            `principal.extra[${EXTRA}].size() == 1`,
            `resource.username == "system:node:" + principal.extra[${EXTRA}][0]`,
            ...reading('context.requestAttr'),
          ],
        },
      ],
      compound: [{ description, when: [...ITS_NODE, ...reading('impersonatedRequest')] }],
      unified: [{ description, when: [...ITS_NODE, ...reading('impersonatedRequest'), ...NOTHING_ELSE] }],
    }),
    {
      designs: ['named-verbs'],
      policy: documents(
        one('named-identity', nodes('authentication.k8s.io', 'impersonate:scheduled-node')),
        one('named-action', pods('impersonate-on:scheduled-node:')),
      ),
    },
    {
      designs: ['boundary'],
      policy: documents(
        roleAndBinding('own-node-boundary', 'User system:boundary:own-node-boundary', [pods('')]),
        one(
          'boundary-within',
          {
            apiGroups: ['rbac.authorization.k8s.io'],
            resources: ['clusterroles'],
            names: ['own-node-boundary'],
            verbs: ['impersonate-within'],
          },
          users('authentication.k8s.io', 'impersonate-within'),
          nodesGroup('authentication.k8s.io', 'impersonate-within'),
        ),
      ),
      spell: (asked) => withinBoundary('own-node-boundary')(withNodesGroup(asked)),
      limit: `The boundary limits the actions, not the targets. ${EVERY_NODE}`,
      said: BOUNDING_SET,
    },
    {
      designs: ['node-scoped'],
      policy: one('node-scoped', pods('as-node:')),
      // An agent on a node reads as the node without a header.
      spell: ({ as, ...asked }) =>
        as === undefined || (as.username === `system:node:${nodeOf(asked.requestor)}` && isPlain(as))
          ? asked
          : { ...asked, as },
    },
  ],
}

function isPlain({ groups, uid, extra }: NonNullable<AskedRequest['as']>): boolean {
  return groups.length === 0 && uid === undefined && extra === undefined
}
