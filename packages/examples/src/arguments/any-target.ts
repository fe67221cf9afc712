import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, answerTable, argument, caseOf, verdict } from './argument.ts'
import { code, isAllowed } from './found.ts'
import { AUTHENTICATION, DEPUTY, grant, rule, THE_DEPUTY } from './grants.ts'
import { LINE } from './requests.ts'

const account = (namespace: string, name: string): string =>
  http(LINE, { 'Impersonate-User': `system:serviceaccount:${namespace}:${name}` })

/** Any account of dev where accounts have a verb of their own; where they are users, the one that is named. */
const ACCOUNTS_OF_DEV = documents(
  grant(
    'any-account-of-dev',
    THE_DEPUTY,
    [
      rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION }),
      rule('impersonate:user-info', 'users serviceaccounts', { group: AUTHENTICATION }),
    ],
    'dev',
  ),
  grant('one-account-by-name', THE_DEPUTY, [
    rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'system:serviceaccount:dev:app' }),
  ]),
  grant('lists-for-others', THE_DEPUTY, rule('impersonate-on:list', 'pods')),
  grant('accounts-list', 'Group system:serviceaccounts', rule('list', 'pods')),
)

const fromAccounts = (shows: string, namespace: string, name: string) =>
  caseOf(shows, scenario(ACCOUNTS_OF_DEV, DEPUTY, account(namespace, name)), 'proposal', 'user-info-only')
const NODE_1 = 'system:node:node-1'

/** Any node where nodes have a verb of their own; where they are users, the one that is named. */
const anyNode = (names?: string) =>
  documents(
    grant('any-node', THE_DEPUTY, rule('impersonate:node', 'nodes', { group: AUTHENTICATION })),
    grant(
      'as-users',
      THE_DEPUTY,
      rule('impersonate:user-info', 'users', { group: AUTHENTICATION, ...(names && { names }) }),
    ),
    grant('lists-for-others', THE_DEPUTY, rule('impersonate-on:list', 'pods')),
    grant('everybody-lists', 'Group system:authenticated', rule('list', 'pods')),
  )
const asUser = (username: string): string => http(LINE, { 'Impersonate-User': username })
const byNode = (shows: string, username: string) =>
  caseOf(shows, scenario(anyNode(NODE_1), DEPUTY, asUser(username)), 'proposal', 'user-info-only')
const byAnyName = (shows: string, username: string) =>
  caseOf(shows, scenario(anyNode(), DEPUTY, asUser(username)), 'user-info-only')
const ACCOUNTS = {
  named: fromAccounts('an account of dev that a rule names', 'dev', 'app'),
  other: fromAccounts('another account of dev', 'dev', 'batch'),
  elsewhere: fromAccounts('an account of another namespace', 'kube-system', 'app'),
}

const NODES_AND_JANE = {
  named: byNode('a node that a rule names', NODE_1),
  other: byNode('another node', 'system:node:node-2'),
  jane: byNode('somebody who is not a node', 'jane'),
}

const BY_ANY_NAME = {
  otherByAny: byAnyName('another node, by a rule without names', 'system:node:node-2'),
  janeByAny: byAnyName('somebody who is not a node, by a rule without names', 'jane'),
}

const WORDS_FOR_MANY = ['proposal', 'user-info-only'] as const

/** Claims of KEP-5284 about verbs that say “any account of a namespace” and “any node”. */
export const anyTargetArguments: readonly Argument[] = [
  argument({
    id: 'any-account-of-a-namespace',
    title: 'Only a verb for service accounts can say “any account of a namespace”',
    claim: {
      quote: 'Verb `impersonate:serviceaccount` can support a permission to allow impersonating any',
      document: 'kep',
      section: 'Alternatives, Use impersonate:user-info instead of impersonate:serviceaccount and impersonate:node',
    },
    cases: ACCOUNTS,
    settle(of) {
      const holds = verdict(
        isAllowed(of('other')) &&
          !isAllowed(of('elsewhere')) &&
          isAllowed(of('named', 'user-info-only')) &&
          !isAllowed(of('other', 'user-info-only')),
        'A RoleBinding in dev gives every account there, and none elsewhere. In `user-info-only` the check on `users` has no namespace, so only an account that a rule names in full passes.',
      )
      return { ...holds, table: answerTable(ACCOUNTS, WORDS_FOR_MANY, of) }
    },
  }),
  argument({
    id: 'any-node',
    title: 'Only a verb for nodes can say “any node”',
    claim: {
      quote: 'Verb `impersonate:node` can support a permission to allow impersonating any node.',
      document: 'kep',
      section: 'Alternatives, Use impersonate:user-info instead of impersonate:serviceaccount and impersonate:node',
    },
    cases: { ...NODES_AND_JANE, ...BY_ANY_NAME },
    settle(of) {
      const holds = verdict(
        isAllowed(of('other')) &&
          !isAllowed(of('jane')) &&
          !isAllowed(of('other', 'user-info-only')) &&
          isAllowed(of('janeByAny')),
        `A rule on \`nodes\` without names gives every node and nobody else. In \`user-info-only\` a rule names each node in full; without names it gives every node, ${code(
          of('otherByAny'),
        )}, and every user as well, ${code(of('janeByAny'))}.`,
      )
      return { ...holds, table: answerTable(NODES_AND_JANE, WORDS_FOR_MANY, of) }
    },
  }),
]
