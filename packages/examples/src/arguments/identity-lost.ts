import type { Trace } from '@authz-playground/engine'
import { plainUser } from '@authz-playground/engine/internal/kube'
import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, caseOf, verdict, verdictIf } from './argument.ts'
import { checksOf, code, isAllowed } from './found.ts'
import {
  AGENT,
  AUTHENTICATION,
  DEPUTY,
  deputyListsAsJane,
  grant,
  janeReads,
  rule,
  THE_AGENT,
  THE_DEPUTY,
} from './grants.ts'
import { LIST, NODE, NODE_LINE, NODES } from './requests.ts'

const KUBELET = { username: NODE, groups: ['system:nodes', 'system:authenticated'] }
/** A kubelet as the API server sees it since 1.32: its certificate has an identifier. */
const KUBELET_BY_CERTIFICATE = {
  ...KUBELET,
  extra: {
    'authentication.kubernetes.io/credential-id': [
      'X509SHA256=6e3ff1c0d5b4a2978e0d6f1a3c5b7d9e2f4a6c8e0b1d3f5a7c9e1b3d5f7a9c1e',
    ],
  },
}

const agentPolicy = documents(
  grant('agent-is-its-node', THE_AGENT, [
    rule('impersonate:associated-node', 'nodes', { group: AUTHENTICATION }),
    rule('impersonate-on:associated-node:list', 'pods'),
  ]),
  grant('agent-reads-as-its-node', THE_AGENT, rule('as-node:list', 'pods')),
)
const plain = scenario(agentPolicy, AGENT, http(NODE_LINE), NODES)
const asNode = scenario(agentPolicy, AGENT, http(NODE_LINE, { 'Impersonate-User': NODE }), NODES)

const ASKS = grant('deputy-asks', THE_DEPUTY, rule('create', 'subjectaccessreviews', { group: 'authorization.k8s.io' }))
const LISTS_ITSELF = grant('deputy-lists', THE_DEPUTY, rule('list', 'pods'))
const bothWays = scenario(documents(janeReads(), deputyListsAsJane(), ASKS, LISTS_ITSELF), DEPUTY, LIST)

/** The user for the authorization of the request, admission and storage. */
function seen({ impersonatedUser, requestor }: Trace): string {
  return JSON.stringify(plainUser(impersonatedUser ?? requestor))
}

function nameSeen({ impersonatedUser, requestor }: Trace): string {
  return (impersonatedUser ?? requestor).username
}

function nameAndGroupsSeen({ impersonatedUser, requestor }: Trace): string {
  const { username, groups } = impersonatedUser ?? requestor
  return JSON.stringify([username, groups])
}

/** The user in admission and in the audit log. */
export const identityArguments: readonly Argument[] = [
  argument({
    id: 'identity-lost',
    title: 'Admission cannot tell a node from an agent that acts as the node',
    claim: {
      quote: 'the side-effect that the controller\'s identity is more or less "lost"',
      document: 'thread',
      section: 'on Motivation, on generalizing the Node authorizer',
    },
    cases: {
      kubelet: caseOf(
        'the kubelet lists its pods',
        scenario(agentPolicy, KUBELET_BY_CERTIFICATE, http(NODE_LINE), NODES),
        'constrained',
      ),
      before: caseOf(
        'the same before 1.32, when a certificate gave no extra',
        scenario(agentPolicy, KUBELET, http(NODE_LINE), NODES),
        'constrained',
      ),
      agent: caseOf('the agent lists them as the node', asNode, 'constrained'),
      scoped: caseOf('the agent lists them without impersonation', plain, 'node-scoped'),
    },
    settle(of) {
      const same = (kubelet: Trace) =>
        seen(kubelet) === seen(of('agent')) && of('agent').requestor.username !== nameSeen(of('agent'))
      return verdictIf(
        'admission looks at the name and the groups alone',
        nameAndGroupsSeen(of('kubelet')) === nameAndGroupsSeen(of('agent')) && same(of('before')),
        same(of('kubelet')),
        `After the filter both are \`${nameSeen(of('kubelet'))}\` in the same groups. But since 1.32 a kubelet with a certificate has the extra \`authentication.kubernetes.io/credential-id\`, and the agent as the node has none: admission that looks at the extras can tell them apart. The audit event keeps both names: \`user\` is \`${
          of('agent').requestor.username
        }\`, and the constraint is \`${of('agent').constraint}\`. In \`node-scoped\` admission sees \`${nameSeen(of('scoped'))}\`.`,
      )
    },
  }),
  argument({
    id: 'node-scoped-no-code',
    title: 'A node-scoped service account would need no change of code',
    claim: {
      quote: 'node restrict the service account so that application code does not have to be changed',
      document: 'thread',
      section: 'on Story 1',
    },
    assumes: 'A rule with the verb `as-node:list` says that the account may read as its node; the thread names none.',
    cases: {
      scoped: caseOf('the request that such agents send today', plain, 'node-scoped', 'constrained'),
      headers: caseOf('the same with `Impersonate-User`', asNode, 'constrained'),
    },
    settle(of) {
      return verdict(
        isAllowed(of('scoped')) && !isAllowed(of('scoped', 'constrained')) && isAllowed(of('headers')),
        `The request without any header gets ${code(of('scoped'))} in \`node-scoped\` and ${code(
          of('scoped', 'constrained'),
        )} as released, where the header has to be set: ${code(of('headers'))}. A member answers that a kubeconfig can set it, which is configuration.`,
      )
    },
  }),
  argument({
    id: 'client-review-identity',
    title: 'When the controller asks first, admission sees the controller',
    claim: {
      quote: 'The admission chain is running against the controller, while with impersonation, the admission chain',
      document: 'kep',
      section: 'Alternatives, Controller participation in SubjectAccessReview for impersonation',
    },
    assumes: 'The controller keeps to the answer of its review. Nothing in the API server makes it.',
    cases: { asks: caseOf('list pods for jane, both ways granted', bothWays, 'client-review', 'constrained') },
    settle(of) {
      const [review, released] = [of('asks'), of('asks', 'constrained')]
      return verdict(
        nameSeen(review) === DEPUTY.username && nameSeen(released) === 'jane',
        `In \`client-review\` admission and the audit event see \`${nameSeen(review)}\` alone, and jane is only in the review. As released admission sees \`${nameSeen(
          released,
        )}\`, and the audit event both.`,
      )
    },
  }),
  argument({
    id: 'client-review-permission',
    title: 'When the controller asks first, it needs the permission itself',
    claim: {
      quote: 'the controller itself needs to have the permission for a certain action, while with impersonation',
      document: 'kep',
      section: 'Alternatives, Controller participation in SubjectAccessReview for impersonation',
    },
    cases: {
      without: caseOf(
        'the controller may ask, and may not list itself',
        scenario(documents(janeReads(), deputyListsAsJane(), ASKS), DEPUTY, LIST),
        'client-review',
        'constrained',
      ),
      with: caseOf('it may list itself, too', bothWays, 'client-review'),
      ignoring: caseOf(
        'it lists without asking anybody',
        scenario(documents(janeReads(), ASKS, LISTS_ITSELF), DEPUTY, http('GET /api/v1/namespaces/prod/pods')),
        'client-review',
      ),
    },
    settle(of) {
      return verdict(
        !isAllowed(of('without')) && isAllowed(of('with')) && isAllowed(of('without', 'constrained')),
        `Without the permission it gets ${code(of('without'))} in \`client-review\` and ${code(
          of('without', 'constrained'),
        )} as released; with it ${code(of('with'))}. And with it the controller gets ${code(
          of('ignoring'),
        )} without any review: ${checksOf(of('ignoring')).length} check, which is its own.`,
      )
    },
  }),
  argument({
    id: 'action-not-held',
    title: 'The impersonator does not need the permission that it uses',
    claim: {
      quote: 'The impersonator does not need the permission for the target action.',
      document: 'kep',
      section: 'Subject Access Review Details',
    },
    cases: {
      itself: caseOf(
        'the deputy lists pods as itself',
        scenario(documents(janeReads(), deputyListsAsJane()), DEPUTY, http('GET /api/v1/namespaces/prod/pods')),
      ),
      asJane: caseOf(
        'the deputy lists pods as jane',
        scenario(documents(janeReads(), deputyListsAsJane()), DEPUTY, LIST),
      ),
      notJane: caseOf('the same, where jane may not list pods', scenario(deputyListsAsJane(), DEPUTY, LIST)),
    },
    settle(of) {
      return verdict(
        !isAllowed(of('itself')) && isAllowed(of('asJane')),
        `As itself the deputy gets ${code(of('itself'))}, as jane ${code(
          of('asJane'),
        )}. The target needs it: where jane may not list pods the answer is ${code(of('notJane'))}.`,
      )
    },
  }),
]
