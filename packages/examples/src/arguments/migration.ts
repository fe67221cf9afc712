import type { SentRequest } from '@authz-playground/engine'
import { APP_SA } from '../docs-policies.ts'
import { http, scenario, serviceAccount } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, verdictIf } from './argument.ts'
import { askedOf, code, isAllowed, listedNouns } from './found.ts'
import {
  AGENT,
  AUTHENTICATION,
  DEPUTY,
  deputyIsJaneByLegacy,
  deputyListsAsJane,
  grant,
  janeReads,
  rule,
  THE_AGENT,
  THE_DEPUTY,
} from './grants.ts'
import { DELETE, LINE, LIST, NODE_PODS, NODES } from './requests.ts'

const ACTION = rule('impersonate-on:user-info:list', 'pods')
const bothWays = documents(
  janeReads('pods', 'get list delete'),
  deputyListsAsJane(),
  `# The old rule, which stays until the new ones are known to work.\n${deputyIsJaneByLegacy()}`,
)

const sent = (text: string, requestor = DEPUTY): SentRequest => ({ request: { form: 'http', text }, requestor })
const ACCOUNT = http(LINE, { 'Impersonate-User': 'system:serviceaccount:dev:app' })
const accountByLegacy = documents(
  grant('accounts-of-dev-list', 'Group system:serviceaccounts:dev', rule('list', 'pods')),
  grant('legacy', THE_DEPUTY, rule('impersonate', 'serviceaccounts')),
)

const accountByBoth = documents(
  accountByLegacy,
  grant('one-more', THE_DEPUTY, [
    rule('impersonate:user-info', 'users', { group: AUTHENTICATION }),
    rule('impersonate-on:list', 'pods'),
  ]),
)

const asked = { 'user-info-only': { groups: 'asked' } }
const agentIsNode = grant('agent-is-its-node', THE_AGENT, [
  rule('impersonate:associated-node', 'nodes', { group: AUTHENTICATION }),
  rule('impersonate-on:associated-node:list', 'pods'),
])
const agentIsNodeAndMore = documents(
  agentIsNode,
  `# One rule more, for another purpose.\n${grant('one-more', THE_AGENT, rule('impersonate', 'users'))}`,
)

const afterAnother = (policy: string) =>
  scenario(documents(policy, janeReads()), AGENT, NODE_PODS, { ...NODES, earlier: [sent(LIST, AGENT)], after: 1 })
const DEPUTY_CONTROLLER = serviceAccount('default', 'deputy-controller')
const MAY_PATCH = documents(
  grant(
    'app-sa-patches',
    'ServiceAccount production/app-sa',
    rule('patch', 'deployments', { group: 'apps' }),
    'production',
  ),
  grant(
    'staging-patches',
    'ServiceAccount staging/app-sa',
    rule('patch', 'deployments', { group: 'apps' }),
    'production',
  ),
)

/** The identity bound where the comment in the page’s own YAML says: by a RoleBinding. */
const APP_SA_IN_PRODUCTION = documents(
  grant(
    'impersonate-app-sa',
    'ServiceAccount default/deputy-controller',
    rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION, names: 'app-sa' }),
    'production',
  ),
  grant(
    'impersonate-manage-deployments',
    'ServiceAccount default/deputy-controller',
    rule('impersonate-on:serviceaccount:patch', 'deployments', { group: 'apps' }),
    'production',
  ),
  MAY_PATCH,
)

const asAppSA = (shows: string, namespace: string, policy: string): Case =>
  caseOf(
    shows,
    scenario(
      policy,
      DEPUTY_CONTROLLER,
      http('PATCH /apis/apps/v1/namespaces/production/deployments/web', {
        'Impersonate-User': `system:serviceaccount:${namespace}:app-sa`,
      }),
    ),
  )

/** Old and new rules side by side, on the way from one to the other. */
export const migrationArguments: readonly Argument[] = [
  argument({
    id: 'monitor-audit',
    title: 'The audit log shows whether the new rules work',
    claim: {
      quote: 'Monitor audit logs to verify the constrained rules are working as expected',
      document: 'docs-1.35',
      section: 'Migration strategy',
    },
    assumes: 'Old and new rules stand side by side, as the page advises.',
    cases: {
      fresh: caseOf('list pods, on a server that has just started', scenario(bothWays, DEPUTY, LIST)),
      after: caseOf(
        'list pods, half a minute after a delete that only legacy allows',
        scenario(bothWays, DEPUTY, LIST, { earlier: [sent(DELETE)], after: 30 }),
      ),
    },
    settle(of) {
      return verdictIf(
        'the server remembers no legacy success of the same requestor',
        of('fresh').constraint !== undefined,
        of('after').constraint !== undefined,
        `The same request, the same rules: \`${of('fresh').constraint ?? 'no constraint'}\` at first, and ${
          of('after').constraint ?? 'no constraint'
        } after a legacy success, since the mode that worked last is tried first. The log then shows legacy where the new rules would do.`,
      )
    },
  }),
  argument({
    id: 'strictly-additive',
    title: 'One rule more never takes an answer away',
    claim: {
      quote: 'It should be ok since all these permission for constrained impersonation are strictly additive which',
      document: 'kep',
      section: 'Delegating permission of impersonating wildcard action or wildcard subjects is not supported',
    },
    assumes: 'In `user-info-only` the text does not say whether accounts keep their groups; both readings are played.',
    cases: {
      before: caseOf(
        'as a service account, only by legacy; groups as asked',
        { ...scenario(accountByLegacy, DEPUTY, ACCOUNT), assumptions: asked },
        'user-info-only',
      ),
      after: caseOf(
        'with the constrained rules added; groups as asked',
        { ...scenario(accountByBoth, DEPUTY, ACCOUNT), assumptions: asked },
        'user-info-only',
      ),
      afterReleased: caseOf(
        'with the constrained rules added; groups as released',
        scenario(accountByBoth, DEPUTY, ACCOUNT),
        'user-info-only',
      ),
      nodeFresh: caseOf(
        'as the node on a fresh server, with `impersonate` on users added',
        scenario(documents(agentIsNodeAndMore, janeReads()), AGENT, NODE_PODS, NODES),
      ),
      nodeBefore: caseOf('as the node, after a refused request as jane', afterAnother(agentIsNode)),
      nodeAfter: caseOf('the same, with `impersonate` on users added', afterAnother(agentIsNodeAndMore)),
    },
    settle(of) {
      const fresh = isAllowed(of('before')) && isAllowed(of('afterReleased')) && isAllowed(of('nodeFresh'))
      const kept = isAllowed(of('after')) && isAllowed(of('nodeAfter'))
      return verdictIf(
        'every way to a target gives it the same groups, or nothing is remembered',
        fresh,
        kept,
        `In \`user-info-only\`, read so that accounts get only the groups asked for, the constrained rules turn ${code(
          of('before'),
        )} into ${code(of('after'))}; with their groups it is ${code(of('afterReleased'))}. As released a rule \`impersonate\` more turns ${code(
          of('nodeBefore'),
        )} into ${code(
          of('nodeAfter'),
        )} where an earlier request went by legacy: legacy is then tried first, and gives the node no \`system:nodes\`. On a fresh server it is ${code(
          of('nodeFresh'),
        )}.`,
      )
    },
  }),
  argument({
    id: 'new-group-old-verb',
    title: '`impersonate` is asked in `authentication.k8s.io` first',
    claim: {
      quote: 'the impersonate authentication.k8s.io users will be done, and fallback to the legacy way',
      document: 'thread',
      section: 'on Proposal, on API groups',
      author: 'qiujian16',
    },
    cases: {
      oldVerbNewGroup: caseOf(
        '`impersonate` granted in `authentication.k8s.io`',
        scenario(
          documents(
            janeReads(),
            grant('mixed', THE_DEPUTY, rule('impersonate', 'users', { group: AUTHENTICATION })),
            grant('action', THE_DEPUTY, ACTION),
          ),
          DEPUTY,
          LIST,
        ),
        'constrained',
        'proposal',
      ),
      newVerbOldGroup: caseOf(
        '`impersonate:user-info` granted in the core group',
        scenario(
          documents(
            janeReads(),
            grant('mixed', THE_DEPUTY, rule('impersonate:user-info', 'users')),
            grant('action', THE_DEPUTY, ACTION),
          ),
          DEPUTY,
          LIST,
        ),
      ),
    },
    settle(of) {
      const all = [of('oldVerbNewGroup'), of('oldVerbNewGroup', 'proposal'), of('newVerbOldGroup')]
      const mixed = all.flatMap(askedOf).filter((one) => /^impersonate users\.authentication/.test(one)).length
      const newVerb = askedOf(of('oldVerbNewGroup')).some((one) =>
        /^impersonate:user-info users\.authentication/.test(one),
      )
      return verdictIf(
        'the new verb is meant, as the author had it elsewhere',
        newVerb,
        mixed > 0,
        `Read as written, no design asks that: ${mixed} of ${all.flatMap(askedOf).length} checks. As released they are ${listedNouns(
          askedOf(of('oldVerbNewGroup')),
        )}, so the old verb in the new group is granted in vain, ${code(of('oldVerbNewGroup'))}, and so is the new verb in the old group, ${code(
          of('newVerbOldGroup'),
        )}. Only the new verb is asked in the new group.`,
      )
    },
  }),
  argument({
    id: 'app-sa-anywhere',
    title: 'The page’s example grants `app-sa` of `production` alone',
    claim: {
      quote: 'To allow impersonating a service account named `app-sa` in the `production` namespace to create',
      document: 'docs-1.35',
      section: 'Example: Impersonate a service account',
    },
    assumes: 'An `app-sa` of another namespace may patch the deployments itself; whether one does is up to a cluster.',
    cases: {
      production: asAppSA('as app-sa of production, with the page’s rules', 'production', documents(APP_SA, MAY_PATCH)),
      staging: asAppSA('as app-sa of staging, with the page’s rules', 'staging', documents(APP_SA, MAY_PATCH)),
      mendedProduction: asAppSA('as app-sa of production, bound by a RoleBinding', 'production', APP_SA_IN_PRODUCTION),
      mendedStaging: asAppSA('as app-sa of staging, bound by a RoleBinding', 'staging', APP_SA_IN_PRODUCTION),
    },
    settle(of) {
      return verdictIf(
        'the identity is bound by a RoleBinding in `production`',
        isAllowed(of('mendedProduction')) && !isAllowed(of('mendedStaging')),
        !isAllowed(of('staging')),
        `The page of 1.35 binds the identity by a ClusterRoleBinding, and that is \`app-sa\` of every namespace: ${code(
          of('production'),
        )} for production, ${code(of('staging'))} for staging. Bound by a RoleBinding in production it is ${code(
          of('mendedProduction'),
        )} and ${code(of('mendedStaging'))}.`,
      )
    },
  }),
]
