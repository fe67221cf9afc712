import { KUBERNETES_VERSIONS } from '@authz-playground/engine'
import { scenario, user } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { allowedAmong, code, groupsOf, isAllowed, listedNouns } from './found.ts'
import { DEPUTY, deputyIsJaneByLegacy, deputyListsAsJane, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { LIST, NODE_PODS, NODES } from './requests.ts'

const OFF = { constrainedImpersonation: false }
const ADMIN = user('admin', 'admins')
const STAR = grant('everything', 'Group admins', rule('*', '*', { group: '*' }))
const byAdmin = (request: string, settings: Parameters<typeof scenario>[3] = {}) =>
  scenario(documents(STAR, janeReads()), ADMIN, request, settings)
const byLegacy = documents(janeReads(), deputyIsJaneByLegacy())
const byLegacyOn = (version: (typeof KUBERNETES_VERSIONS)[number]): Case =>
  caseOf(`Kubernetes ${version}`, scenario(byLegacy, DEPUTY, LIST, { version }))
const byNewRules = documents(
  janeReads(),
  deputyListsAsJane(),
  grant('as-proposed', THE_DEPUTY, rule('impersonate-on:list', 'pods')),
)

/** The effect on rules, requests and audit events that were there before, and of the new rules on old servers. */
export const existingFlowArguments: readonly Argument[] = [
  argument({
    id: 'flows-as-is',
    title: 'Existing impersonation flows keep working as they are',
    claim: { quote: 'existing impersonation flows keep working as-is.', document: 'kep', section: 'Goals' },
    cases: {
      legacyOff: caseOf('by the rule `impersonate`, feature off', scenario(byLegacy, DEPUTY, LIST, OFF)),
      legacyOn: caseOf('by the rule `impersonate`, feature on', scenario(byLegacy, DEPUTY, LIST)),
      starOff: caseOf('as a node by somebody with `*`, feature off', byAdmin(NODE_PODS, { ...NODES, ...OFF })),
      starOn: caseOf('as a node by somebody with `*`, feature on', byAdmin(NODE_PODS, NODES)),
    },
    settle(of) {
      const same = (a: 'legacyOff' | 'starOff', b: 'legacyOn' | 'starOn') =>
        code(of(a)) === code(of(b)) && `${groupsOf(of(a))}` === `${groupsOf(of(b))}`
      return verdictIf(
        'the impersonator does not hold `*`',
        same('legacyOff', 'legacyOn'),
        same('starOff', 'starOn'),
        `With the rule \`impersonate\` nothing changes: ${code(of('legacyOff'))}, ${code(
          of('legacyOn'),
        )}. A user with \`*\` also holds the new verbs, and uses a constrained mode first. As a node it was in ${listedNouns(
          groupsOf(of('starOff')),
        )} with the feature off, and is in ${listedNouns(groupsOf(of('starOn')))} with it on; listing the node’s pods changes from ${code(
          of('starOff'),
        )} to ${code(of('starOn'))}.`,
      )
    },
  }),
  argument({
    id: 'audit-unchanged',
    title: 'Audit events of existing workflows stay as they are',
    claim: {
      quote: 'object is omitted entirely, keeping audit events unchanged for existing workflows.',
      document: 'docs-1.35',
      section: 'Auditing',
    },
    cases: {
      legacy: caseOf('by the rule `impersonate`', scenario(byLegacy, DEPUTY, LIST)),
      starOff: caseOf('by somebody with `*`, feature off', byAdmin(LIST, OFF)),
      starOn: caseOf('by somebody with `*`, feature on', byAdmin(LIST)),
    },
    settle(of) {
      return verdictIf(
        'the impersonator does not hold `*`',
        of('legacy').constraint === undefined,
        of('starOn').constraint === of('starOff').constraint,
        `With the rule \`impersonate\` there is ${of('legacy').constraint ?? 'no constraint'}. With \`*\` there is ${
          of('starOff').constraint ?? 'none'
        } with the feature off, and \`${of('starOn').constraint ?? 'none'}\` with it on, though no rule was changed.`,
      )
    },
  }),
  argument({
    id: 'unconstrained-stays',
    title: 'Unconstrained impersonation can still be granted',
    claim: {
      quote: "we won't break the ability to grant unconstrained impersonation",
      document: 'thread',
      section: 'on the flowchart of the checks that will be done',
    },
    cases: {
      v1: byLegacyOn(KUBERNETES_VERSIONS[0]),
      v2: byLegacyOn(KUBERNETES_VERSIONS[1]),
      v3: byLegacyOn(KUBERNETES_VERSIONS[2]),
      v4: byLegacyOn(KUBERNETES_VERSIONS[3]),
      v5: byLegacyOn(KUBERNETES_VERSIONS[4]),
    },
    settle(of) {
      const all = (['v1', 'v2', 'v3', 'v4', 'v5'] as const).map((name) => of(name))
      const with_ = all.filter(({ featureEnabled }) => featureEnabled).length
      return verdict(
        allowedAmong(all) === all.length,
        `The rule \`impersonate\` on jane is enough in ${allowedAmong(all)} of ${all.length} versions from ${
          KUBERNETES_VERSIONS[0]
        } to ${KUBERNETES_VERSIONS.at(-1)}, ${with_} of which have the feature on.`,
      )
    },
  }),
  argument({
    id: 'old-server-new-rules',
    title: 'The new rules allow nothing on an old server',
    claim: {
      quote:
        'The impersonator will be denied to impersonate. This is safer since the impersonator permission is not enlarged',
      document: 'kep',
      section: 'Version Skew Strategy',
    },
    cases: {
      old: caseOf(
        'Kubernetes 1.33',
        scenario(byNewRules, DEPUTY, LIST, { version: '1.33' }),
        'constrained',
        'proposal',
      ),
      new: caseOf(
        'Kubernetes 1.36',
        scenario(byNewRules, DEPUTY, LIST, { version: '1.36' }),
        'constrained',
        'proposal',
      ),
    },
    settle(of) {
      const old = [of('old'), of('old', 'proposal')]
      return verdict(
        !old.some(isAllowed) && isAllowed(of('new')),
        `Before the feature ${old.map(code).join(' and ')}, in \`constrained\` and in \`proposal\`: the new verbs are strings that nobody asks for. With it ${code(
          of('new'),
        )} and ${code(of('new', 'proposal'))}.`,
      )
    },
  }),
]
