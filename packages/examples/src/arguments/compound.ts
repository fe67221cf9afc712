import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { printedAccessRule, WITH_RULES } from './access-rules.ts'
import { type Argument, answerTable, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { EIGHT_PARTS } from './eight-parts.ts'
import { allowedAmong, askedOf, checksBefore, code, groupsOf, isAllowed, listedNouns, times } from './found.ts'
import { AUTHENTICATION, DEPUTY, deputyIsJaneByLegacy, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { DELETE, LINE, NODE } from './requests.ts'

const OPTION_1 = 'Option 1: Compound authorization for each UserInfo part'
const OPTION_2 = 'Option 2: One unified SubjectAccessReview for the whole UserInfo struct'

const EVERYBODY_LISTS = grant('everybody-lists', 'Group system:authenticated', rule('list', 'pods'))
const BY_DEPUTY = `principal.username == "${DEPUTY.username}" && action == "constrainedimpersonate"`

const JANE = { 'Impersonate-User': 'jane' }
/** Requested parts beside the name that a policy limits. */
const NEAR = {
  group: { ...JANE, 'Impersonate-Group': 'admins' },
  masters: { ...JANE, 'Impersonate-Group': 'system:masters' },
  uid: { ...JANE, 'Impersonate-Uid': '7' },
  extra: { ...JANE, 'Impersonate-Extra-example.com%2Fscopes': 'all' },
} as const
type Near = keyof typeof NEAR
const NEAR_NAMES = Object.keys(NEAR) as readonly Near[]

const CARELESS = documents(
  EVERYBODY_LISTS,
  printedAccessRule('be-jane', BY_DEPUTY, [
    'Allow',
    'resource.username == "jane" && context.requestAttr.verb == "list"',
  ]),
)
const CARELESS_BY_PART = documents(
  EVERYBODY_LISTS,
  printedAccessRule('be-jane', BY_DEPUTY, [
    'Allow',
    'request.attributes.resource == "users" && request.attributes.name == "jane" && context.requestAttr.verb == "list"',
  ]),
)
const CAREFUL = documents(
  EVERYBODY_LISTS,
  printedAccessRule('be-jane', BY_DEPUTY, [
    'Allow',
    'resource.username == "jane" && !has(context.impersonatedPrincipal.groups) && !has(context.impersonatedPrincipal.uid) && !has(context.impersonatedPrincipal.extra)',
  ]),
)

const sending = (policy: string, headers: Readonly<Record<string, string>>) =>
  scenario(policy, DEPUTY, http(LINE, headers), WITH_RULES)

function nearRequests<Suffix extends string>(
  suffix: Suffix,
  shows: string,
  policy: string,
  ...designs: [string, ...string[]]
): Record<`${Near}${Suffix}`, Case> {
  const cases = NEAR_NAMES.map((name) => {
    const beside = {
      group: 'with a group',
      masters: 'with `system:masters`',
      uid: 'with a UID',
      extra: 'with an extra',
    }
    return [`${name}${suffix}`, caseOf(`jane ${beside[name]}, ${shows}`, sending(policy, NEAR[name]), ...designs)]
  })
  return Object.fromEntries(cases) as Record<`${Near}${Suffix}`, Case>
}

const WITH_DEVS = { ...JANE, 'Impersonate-Group': 'devs' }
const BOB_WITH_DEVS = { 'Impersonate-User': 'bob', 'Impersonate-Group': 'devs' }
/** G only if the username is U, where another username may be impersonated too. */
const G_ONLY_WITH_U = documents(
  EVERYBODY_LISTS,
  printedAccessRule(
    'devs-only-as-jane',
    BY_DEPUTY,
    ['Allow', 'request.attributes.resource == "users" && request.attributes.name in ["jane", "bob"]'],
    [
      'Allow',
      'request.attributes.resource == "groups" && request.attributes.name == "devs" && resource.username == "jane"',
    ],
  ),
  grant('names-and-groups', THE_DEPUTY, [
    rule('impersonate', 'users', { names: 'jane bob' }),
    rule('impersonate', 'groups', { names: 'devs' }),
    rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'jane bob' }),
    rule('impersonate:user-info', 'groups', { group: AUTHENTICATION, names: 'devs' }),
    rule('impersonate-on:user-info:list', 'pods'),
  ]),
)

const GET = http(`${LINE}/web`, JANE)
const ONLY_GET = documents(
  janeReads('pods', 'get delete'),
  grant('be-jane', THE_DEPUTY, rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'jane' })),
  grant('only-get', THE_DEPUTY, rule('impersonate-on:user-info:get', 'pods')),
)

const NODE_LISTS = grant('nodes-list', 'Group system:nodes', rule('list', 'pods'))

/** Option 2's policy for jane, alone or with devs. It limits the whole target and no single part. */
const WHOLE = documents(
  EVERYBODY_LISTS,
  printedAccessRule('jane-with-devs-at-most', BY_DEPUTY, [
    'Allow',
    'resource.username == "jane" && !has(resource.uid) && !has(resource.extra) && (!has(resource.groups) || resource.groups.all(g, g == "devs"))',
  ]),
)
const whole = (shows: string, headers: Readonly<Record<string, string>>): Case =>
  caseOf(shows, sending(WHOLE, headers), 'unified', 'compound')

const SCOPES = 'Impersonate-Extra-example.com%2Fscopes'
/** Requests about one extra: two that are meant to pass, and three that are not. */
const ONE_EXTRA = {
  jane: { shows: 'jane with `view`', headers: { ...JANE, [SCOPES]: 'view' } },
  bob: { shows: 'bob with `view`', headers: { 'Impersonate-User': 'bob', [SCOPES]: 'view' } },
  carol: { shows: 'carol with `view`', headers: { 'Impersonate-User': 'carol', [SCOPES]: 'view' } },
  masters: {
    shows: 'jane with `view` and `system:masters`',
    headers: { ...NEAR.masters, [SCOPES]: 'view' },
  },
  all: { shows: 'jane with `all`', headers: { ...JANE, [SCOPES]: 'all' } },
} as const
type OneExtra = keyof typeof ONE_EXTRA
const MEANT = ['jane', 'bob'] as const
const NOT_MEANT = ['carol', 'masters', 'all'] as const

/** Names by one rule, the extra by another. */
const EXTRA_BY_PART = documents(
  EVERYBODY_LISTS,
  printedAccessRule('names', BY_DEPUTY, [
    'Allow',
    'request.attributes.resource == "users" && request.attributes.name in ["jane", "bob"]',
  ]),
  printedAccessRule('view', BY_DEPUTY, [
    'Allow',
    'request.attributes.resource == "userextras" && request.attributes.subresource == "example.com/scopes" && request.attributes.name == "view"',
  ]),
)
const EXTRA_OF_WHOLE = documents(
  EVERYBODY_LISTS,
  printedAccessRule('names', BY_DEPUTY, [
    'Allow',
    'resource.username in ["jane", "bob"] && !has(resource.groups) && !has(resource.uid) && !has(resource.extra)',
  ]),
  printedAccessRule('view', BY_DEPUTY, [
    'Allow',
    'has(resource.extra) && "example.com/scopes" in resource.extra && resource.extra["example.com/scopes"].all(v, v == "view")',
  ]),
)

function oneExtra<Suffix extends string>(
  suffix: Suffix,
  policy: string,
  design: string,
): Record<`${OneExtra}${Suffix}`, Case> {
  const cases = Object.entries(ONE_EXTRA).map(([name, { shows, headers }]) => [
    `${name}${suffix}`,
    caseOf(shows, sending(policy, headers), design),
  ])
  return Object.fromEntries(cases) as Record<`${OneExtra}${Suffix}`, Case>
}

const TYING = ['legacy', 'constrained', 'compound'] as const
const TIED = {
  together: caseOf('jane with devs', sending(G_ONLY_WITH_U, WITH_DEVS), ...TYING),
  bob: caseOf('bob alone', sending(G_ONLY_WITH_U, { 'Impersonate-User': 'bob' }), ...TYING),
  other: caseOf('bob with devs', sending(G_ONLY_WITH_U, BOB_WITH_DEVS), ...TYING),
}

/** Claims of the text that compares one review for each part of the target with one for all of it. */
export const compoundArguments: readonly Argument[] = [
  argument({
    id: 'n-or-exactly-one',
    title: 'One option makes exactly one review, the other one for each part',
    claim: {
      quote: 'API server only submits exactly one ("new") SubjectAccessReview',
      document: 'compare',
      section: OPTION_2,
    },
    cases: { eight: caseOf('the request with eight parts', EIGHT_PARTS, 'unified', 'compound', 'constrained') },
    settle(of) {
      return verdict(
        checksBefore(of('eight')) === 1 && checksBefore(of('eight', 'compound')) === 8,
        `For eight parts \`unified\` asks ${checksBefore(of('eight'))}, \`compound\` ${checksBefore(
          of('eight', 'compound'),
        )}, one for each part. As released it is ${checksBefore(of('eight', 'constrained'))}.`,
      )
    },
  }),
  argument({
    id: 'forgotten-groups',
    title: 'With compound it is harder to let through more than was meant',
    claim: {
      quote: 'Option 2, and is the hardest to "shoot yourself in the foot" with.',
      document: 'compare',
      section: 'Proposed solution',
    },
    cases: {
      ...nearRequests('', 'in a policy that forgets it', CARELESS, 'unified', 'compound'),
      ...nearRequests('ByPart', 'in a policy about the part `users`', CARELESS_BY_PART, 'compound'),
      ...nearRequests('Careful', 'in a policy that remembers', CAREFUL, 'unified'),
    },
    settle(of) {
      const pass = (suffix: '' | 'ByPart' | 'Careful', design: string) =>
        allowedAmong(NEAR_NAMES.map((name) => of(`${name}${suffix}`, design)))
      const [one, byPart, same] = [pass('', 'unified'), pass('ByPart', 'compound'), pass('', 'compound')]
      return verdictIf(
        'each rule names the part of the target that it grants',
        byPart === 0 && one > byPart,
        same < one,
        `Granted is jane, to list. Of ${NEAR_NAMES.length} requests that ask for more, with a group, with \`system:masters\`, with a UID, with an extra, \`unified\` lets ${one} pass, and \`compound\` ${byPart} where the rule is about \`users\`. A rule that speaks only of the username holds for every part in \`compound\`, too: ${same}. With the three negations that authors have to remember, \`unified\` lets ${pass(
          'Careful',
          'unified',
        )} pass.`,
      )
    },
  }),
  argument({
    id: 'superset',
    title: 'Compound can say what unified says',
    claim: {
      quote: 'Constrained Impersonation KEP, is a superset of/can express the behavior of',
      document: 'compare',
      section: 'Proposed solution',
    },
    assumes: 'Both read the same rule: it limits the whole target, not the part that is asked about.',
    cases: {
      alone: whole('jane', JANE),
      devs: whole('jane with devs', WITH_DEVS),
      admins: whole('jane with admins', NEAR.group),
      uid: whole('jane with a UID', NEAR.uid),
      extra: whole('jane with an extra', NEAR.extra),
      bob: whole('bob with devs', BOB_WITH_DEVS),
    },
    settle(of) {
      const names = ['alone', 'devs', 'admins', 'uid', 'extra', 'bob'] as const
      const most = (design: string) => Math.max(...names.map((name) => checksBefore(of(name, design))))
      const allowed = allowedAmong(names.map((name) => of(name)))
      const alike = names.filter((name) => code(of(name, 'unified')) === code(of(name, 'compound'))).length
      return verdict(
        alike === names.length && allowed > 0 && allowed < names.length,
        `${alike} of ${names.length} requests get the same answer; ${allowed} are allowed by both. \`compound\` asks up to ${most('compound')} checks for it, \`unified\` ${most('unified')}.`,
      )
    },
  }),
  argument({
    id: 'group-only-with-user',
    title: 'A group cannot be granted only with one username',
    claim: {
      quote: 'There is no way to express that e.g. "principal P can impersonate group G, but',
      document: 'compare',
      section: 'Current limitations',
    },
    cases: TIED,
    settle(of) {
      const holds = verdictIf(
        'answers carry no conditions',
        isAllowed(of('other', 'legacy')) && isAllowed(of('other', 'constrained')),
        isAllowed(of('other', 'compound')) || !isAllowed(of('together', 'compound')),
        `jane, bob and devs are granted, devs only with jane. Bob with devs gets ${code(of('other', 'legacy'))} in \`legacy\`, ${code(
          of('other', 'constrained'),
        )} in \`constrained\` and ${code(
          of('other', 'compound'),
        )} in \`compound\`: constraining the action does not tie the parts of a target together.`,
      )
      return { ...holds, table: answerTable(TIED, TYING, of) }
    },
  }),
  argument({
    id: 'user-only-to-get-pods',
    title: 'A username cannot be granted only to get pods',
    claim: {
      quote: 'but only when the request is `get pods`".',
      document: 'compare',
      section: 'Current limitations, “There is no way to express”',
    },
    cases: {
      legacyGet: caseOf(
        'get a pod, by `impersonate`',
        scenario(documents(janeReads('pods', 'get delete'), deputyIsJaneByLegacy()), DEPUTY, GET),
        'legacy',
      ),
      legacyDelete: caseOf(
        'delete a pod, by `impersonate`',
        scenario(documents(janeReads('pods', 'get delete'), deputyIsJaneByLegacy()), DEPUTY, DELETE),
        'legacy',
      ),
      get: caseOf('get a pod', scenario(ONLY_GET, DEPUTY, GET), 'constrained'),
      delete: caseOf('delete a pod', scenario(ONLY_GET, DEPUTY, DELETE), 'constrained'),
    },
    settle(of) {
      return verdictIf(
        'the server knows only the verb `impersonate`',
        isAllowed(of('legacyGet')) && isAllowed(of('legacyDelete')),
        !(isAllowed(of('get')) && !isAllowed(of('delete'))),
        `By \`impersonate\` jane’s get and delete pass alike: ${code(of('legacyGet'))}, ${code(
          of('legacyDelete'),
        )}. As released two rules say it: ${code(of('get'))}, ${code(of('delete'))}.`,
      )
    },
  }),
  argument({
    id: 'one-extra',
    title: 'With unified, one extra cannot be granted on its own',
    claim: {
      quote: 'there is no easy way to express that "principal P can impersonate userextra E"',
      document: 'compare',
      section: OPTION_2,
    },
    assumes: 'One rule grants jane and bob, another one the extra, and neither knows of the other.',
    cases: { ...oneExtra('', EXTRA_BY_PART, 'compound'), ...oneExtra('Whole', EXTRA_OF_WHOLE, 'unified') },
    settle(of) {
      const meant = { compound: MEANT.map((name) => of(name)), unified: MEANT.map((name) => of(`${name}Whole`)) }
      const other = {
        compound: NOT_MEANT.map((name) => of(name)),
        unified: NOT_MEANT.map((name) => of(`${name}Whole`)),
      }
      return verdict(
        allowedAmong(meant.compound) === MEANT.length &&
          allowedAmong(other.compound) === 0 &&
          allowedAmong(other.unified) > 0,
        `Both let ${allowedAmong(meant.compound)} and ${allowedAmong(meant.unified)} of the ${MEANT.length} requests pass that are meant, jane and bob with the extra. Of ${NOT_MEANT.length} others, with another username, with \`system:masters\` and with another value, \`compound\` lets ${allowedAmong(
          other.compound,
        )} pass and \`unified\` ${allowedAmong(other.unified)}: there, the rule of the extra is a rule about everything else, too.`,
      )
    },
  }),
  argument({
    id: 'nodes-like-accounts',
    title: 'Compound handles nodes like service accounts',
    claim: { quote: 'Nodes are handled like ServiceAccounts now too.', document: 'compare', section: OPTION_1 },
    cases: {
      compound: caseOf(
        'a node, by its name alone',
        scenario(
          documents(
            NODE_LISTS,
            grant(
              'be-node',
              THE_DEPUTY,
              rule('constrainedimpersonate', 'nodes', { group: AUTHENTICATION, names: 'node-1' }),
            ),
          ),
          DEPUTY,
          http(LINE, { 'Impersonate-User': NODE }),
        ),
        'compound',
      ),
      legacy: caseOf(
        'a node and its group',
        scenario(
          documents(
            NODE_LISTS,
            grant('be-node', THE_DEPUTY, [
              rule('impersonate', 'users', { names: NODE }),
              rule('impersonate', 'groups', { names: 'system:nodes' }),
            ]),
          ),
          DEPUTY,
          http(LINE, { 'Impersonate-User': NODE, 'Impersonate-Group': 'system:nodes' }),
        ),
        'legacy',
      ),
    },
    settle(of) {
      const [one, two] = [of('compound'), of('legacy')]
      return verdict(
        checksBefore(one) === 1 && checksBefore(two) === 2 && groupsOf(one).includes('system:nodes'),
        `\`compound\` asks ${times(checksBefore(one), 'check')}, on ${listedNouns(askedOf(one).slice(0, 1))}, and adds the group: ${listedNouns(
          groupsOf(one),
        )}. \`legacy\` asks ${checksBefore(two)}: ${listedNouns(askedOf(two).slice(0, checksBefore(two)))}.`,
      )
    },
  }),
]
