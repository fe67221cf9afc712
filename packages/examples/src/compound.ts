import type { Scenario } from '@authz-playground/engine'
import { allowingRule } from './access-rules.ts'
import { type Example, http, scenario, user } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'Compound or unified: the same policy, asked twice over'

const P = user('p')
const CONSTRAINED = 'apiGroups: ["authentication.k8s.io"]\nverbs: ["constrainedimpersonate"]\nresources:'

/** Both options read this. */
const POLICY = documents(
  `# What those may do who are impersonated.\n${role('readers', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]')}`,
  binding('readers', 'ClusterRole readers', 'Group system:authenticated'),
  `# P may be jane, and may use one extra key: RBAC says so without conditions.\n${role(
    'jane',
    `${CONSTRAINED} ["users"]\nresourceNames: ["jane"]`,
  )}`,
  binding('p-is-jane', 'ClusterRole jane', 'User p'),
  role('tickets', `${CONSTRAINED} ["userextras/acme.io/ticket"]`),
  binding('p-has-tickets', 'ClusterRole tickets', 'User p'),
  allowingRule(
    'devs-only-as-jane',
    'P can impersonate group devs, but only if the username is jane.',
    `action == "constrainedimpersonate" && request.attributes.resource == "groups" &&
    request.attributes.name == "devs" && resource.username == "jane"`,
  ),
  allowingRule(
    'bob-only-to-get-pods',
    'P can impersonate bob, but only when the request is get pods.',
    `action == "constrainedimpersonate" && request.attributes.resource == "users" &&
    request.attributes.name == "bob" &&
    context.requestAttr.verb == "get" && context.requestAttr.resource == "pods"`,
  ),
  allowingRule(
    'carol-without-groups',
    'P can impersonate carol. The condition on groups is the corrected form of the printed one.',
    `action == "constrainedimpersonate" && request.attributes.resource == "users" &&
    request.attributes.name == "carol" && !(has(context.impersonatedPrincipal.groups))`,
  ),
)

type Headers = Readonly<Record<string, string>>
const asking = (design: 'compound' | 'unified', line: string, headers: Headers): Scenario =>
  scenario(POLICY, P, http(line, headers), { design, authorizationModes: ['RBAC', 'AccessRules'] })

const LIST = 'GET /api/v1/namespaces/prod/pods'
const GET = 'GET /api/v1/namespaces/prod/pods/web'
const JANE_DEV = { 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs' } as const
const DEVS = ['devs', 'system:authenticated'] as const
const ANYBODY = ['system:authenticated'] as const

/** Options 1 and 2 of the text that compares compound with unified authorization, on one policy. */
export const compoundExamples: readonly Example[] = [
  {
    id: 'compound-group-with-user',
    group: GROUP,
    title: 'Compound: devs, as jane',
    sentence: 'A check for each part: RBAC allows `jane`, and the condition of `devs` looks back at the username.',
    note: 'The text’s first limitation: “principal P can impersonate group G, but only if the impersonated username is U”.',
    scenario: asking('compound', LIST, JANE_DEV),
    expect: {
      code: 200,
      checks: ['Allow constrainedimpersonate users', 'Conditional constrainedimpersonate groups', 'Allow list pods'],
      groups: DEVS,
    },
  },
  {
    id: 'compound-group-with-another-user',
    group: GROUP,
    title: 'Compound: devs, as bob',
    sentence: '`bob` may get pods, so the first check’s condition holds; that of `devs` wants `jane`.',
    scenario: asking('compound', GET, { ...JANE_DEV, 'Impersonate-User': 'bob' }),
    expect: {
      code: 403,
      checks: ['Conditional constrainedimpersonate users', 'Conditional constrainedimpersonate groups'],
    },
  },
  {
    id: 'compound-get-pods',
    group: GROUP,
    title: 'Compound: bob, to get a pod',
    sentence: 'The text’s second limitation, lifted: the condition limits the request that follows.',
    scenario: asking('compound', GET, { 'Impersonate-User': 'bob' }),
    expect: { code: 200, checks: ['Conditional constrainedimpersonate users', 'Allow get pods'], groups: ANYBODY },
  },
  {
    id: 'compound-list-pods',
    group: GROUP,
    title: 'Compound: bob, to list pods',
    sentence: 'The condition wants `get`, and the request is a `list`.',
    scenario: asking('compound', LIST, { 'Impersonate-User': 'bob' }),
    expect: { code: 403, checks: ['Conditional constrainedimpersonate users'] },
  },
  {
    id: 'compound-extra',
    group: GROUP,
    title: 'Compound: an extra of its own',
    sentence: 'A rule for one key of extras says that and no more: the username has a check of its own.',
    note: 'Option 1: “there is a way to express that "principal P can impersonate userextra E"”.',
    scenario: asking('compound', LIST, { 'Impersonate-User': 'jane', 'Impersonate-Extra-acme.io%2Fticket': '17' }),
    expect: {
      code: 200,
      checks: [
        'Allow constrainedimpersonate users',
        'Allow constrainedimpersonate userextras/acme.io/ticket',
        'Allow list pods',
      ],
      groups: ANYBODY,
    },
  },
  {
    id: 'compound-admins',
    group: GROUP,
    title: 'Compound: jane, among admins',
    sentence: 'Nothing allows the group, whatever was said of the user.',
    scenario: asking('compound', LIST, { 'Impersonate-User': 'jane', 'Impersonate-Group': 'admins' }),
    expect: {
      code: 403,
      checks: ['Allow constrainedimpersonate users', 'NoOpinion constrainedimpersonate groups'],
    },
  },
  {
    id: 'unified-admins',
    group: GROUP,
    title: 'Unified: jane, among admins',
    sentence: 'One check, of the user. The answer says nothing of groups, so any group comes along.',
    note: 'The foot-gun that the text warns of: RBAC’s rule for `jane` has no condition on groups, and could not have one.',
    scenario: asking('unified', LIST, { 'Impersonate-User': 'jane', 'Impersonate-Group': 'admins' }),
    expect: {
      code: 200,
      checks: ['Allow constrainedimpersonate users', 'Allow list pods'],
      groups: ['admins', 'system:authenticated'],
    },
  },
  {
    id: 'unified-without-groups',
    group: GROUP,
    title: 'Unified: carol, among admins',
    sentence: 'A policy that excludes groups is safe: with a group the condition is false.',
    note: 'Printed: `&& !(context.impersonatedPrincipal has groups)`. `has` is not an operator of CEL; corrected it is `&& !(has(context.impersonatedPrincipal.groups))`.',
    scenario: asking('unified', LIST, { 'Impersonate-User': 'carol', 'Impersonate-Group': 'admins' }),
    expect: { code: 403, checks: ['Conditional constrainedimpersonate users'] },
  },
  {
    id: 'unified-carol',
    group: GROUP,
    title: 'Unified: carol alone',
    sentence: 'Without a group header there are no groups; those that the server adds later do not count.',
    scenario: asking('unified', LIST, { 'Impersonate-User': 'carol' }),
    expect: { code: 200, checks: ['Conditional constrainedimpersonate users', 'Allow list pods'], groups: ANYBODY },
  },
  {
    id: 'unified-get-pods',
    group: GROUP,
    title: 'Unified: bob, to get a pod',
    sentence:
      'For a username without groups, uid and extras both options make the same check and have the same result.',
    scenario: asking('unified', GET, { 'Impersonate-User': 'bob' }),
    expect: { code: 200, checks: ['Conditional constrainedimpersonate users', 'Allow get pods'], groups: ANYBODY },
  },
]
