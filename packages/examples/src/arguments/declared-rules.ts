import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { printedAccessRule, WITH_RULES } from './access-rules.ts'
import { type Argument, argument, caseOf, verdict } from './argument.ts'
import { checksBefore, code, isAllowed, times } from './found.ts'
import { DEPUTY, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'

const DECLARED = { 'Impersonate-User': 'jane', 'Impersonate-Access-Rule': 'only-deletes' }
const POD = '/api/v1/namespaces/prod/pods/web'
const DELETE = http(`DELETE ${POD}`, DECLARED)
const GET = http(`GET ${POD}`, DECLARED)

const ONLY_DELETES = printedAccessRule('only-deletes', 'resource.username == "jane"', [
  'Allow',
  'request.attributes.verb == "delete"',
  'Be jane, but only to delete',
])
const JANE = janeReads('pods', 'get list delete')
const BY_RBAC = documents(
  JANE,
  ONLY_DELETES,
  `# Which rule the deputy may rely on.\n${grant(
    'relies-on-only-deletes',
    THE_DEPUTY,
    rule('impersonate', 'clusteraccessrules', { group: 'authorization.k8s.io', names: 'only-deletes' }),
  )}`,
)
const BY_WEBHOOK = `- match:
    user: ${DEPUTY.username}
    resourceAttributes: {verb: impersonate, resource: clusteraccessrules, name: only-deletes}
  answer: Allow
- match:
    user: jane
  answer: Allow
`
const withoutRBAC = (policy: string) => ({
  ...scenario(policy, DEPUTY, DELETE, { authorizationModes: ['Webhook', 'AccessRules'] }),
  webhook: BY_WEBHOOK,
})

/** Access rules that a client declares, which the review thread asks about. */
export const declaredRuleArguments: readonly Argument[] = [
  argument({
    id: 'only-to-delete',
    title: 'An access rule can grant a target only to perform deletes',
    claim: {
      quote: 'However an access rule might day you can impersonate that principal but only to perform deletes.',
      document: 'thread',
      section: 'on Alternatives, “Clients would explicitly declare which access rule they intend to rely on”',
    },
    assumes: 'The client declares the rule in a header; the thread says nothing of how.',
    cases: {
      delete: caseOf('delete a pod as jane', scenario(BY_RBAC, DEPUTY, DELETE, WITH_RULES), 'access-rule'),
      get: caseOf('get it as jane', scenario(BY_RBAC, DEPUTY, GET, WITH_RULES), 'access-rule'),
      other: caseOf(
        'delete it, relying on another rule',
        scenario(
          BY_RBAC,
          DEPUTY,
          http(`DELETE ${POD}`, { ...DECLARED, 'Impersonate-Access-Rule': 'elevation-of-privilege' }),
          WITH_RULES,
        ),
        'access-rule',
      ),
      none: caseOf(
        'delete it without declaring a rule',
        scenario(BY_RBAC, DEPUTY, http(`DELETE ${POD}`, { 'Impersonate-User': 'jane' }), WITH_RULES),
        'access-rule',
      ),
    },
    settle(of) {
      return verdict(
        isAllowed(of('delete')) && !isAllowed(of('get')) && !isAllowed(of('other')),
        `Relying on the rule, delete gets ${code(of('delete'))} and get ${code(of('get'))}, in ${times(
          checksBefore(of('delete')),
          'check',
        )}: may the deputy rely on the rule, and do its entries allow the request. A rule that it was not given gets ${code(
          of('other'),
        )}, and none at all ${code(of('none'))}.`,
      )
    },
  }),
  argument({
    id: 'access-rule-without-rbac',
    title: 'Access rules are feasible where a cluster does not use RBAC',
    claim: {
      quote: 'If the cluster does not use RBAC, is this alternative still feasible?',
      document: 'thread',
      section: 'on Alternatives, Expand RBAC/SAR',
    },
    assumes: 'Access rules are an authorizer of their own; another one says who may rely on which.',
    cases: {
      webhook: caseOf('a webhook instead of RBAC', withoutRBAC(ONLY_DELETES), 'access-rule'),
      noRules: caseOf(
        'a webhook alone, and no authorizer that knows access rules',
        {
          ...scenario('# Nobody reads access rules here.\n', DEPUTY, DELETE, { authorizationModes: ['Webhook'] }),
          webhook: BY_WEBHOOK,
        },
        'access-rule',
      ),
    },
    settle(of) {
      return verdict(
        isAllowed(of('webhook')) && !isAllowed(of('noRules')),
        `Yes: a webhook that allows \`impersonate\` on the rule’s name replaces RBAC, ${code(
          of('webhook'),
        )}. It cannot replace the entries: without an authorizer that knows them it is ${code(of('noRules'))}.`,
      )
    },
  }),
]
