import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, answerTable, argument, caseOf, verdict, verdictIf } from './argument.ts'
import { askedOf, code, isAllowed } from './found.ts'
import { AUTHENTICATION, DEPUTY, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { LINE, LIST } from './requests.ts'

const AS_JANE = { 'Impersonate-User': 'jane' }
const ACTS_AS_JANE = documents(
  janeReads('pods', 'get list delete'),
  grant('deputy-is-jane', THE_DEPUTY, rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'jane' })),
)

/** A typical role to read everything, written long before this feature. */
const READS_EVERYTHING = documents(
  ACTS_AS_JANE,
  grant('reads-everything', THE_DEPUTY, rule('get list watch', '*', { group: '*' })),
)

const CLUSTER_API = 'cluster.x-k8s.io'

/** A group that fits, after `guards.`, into the 253 characters of the name of a CustomResourceDefinition. */
const LONG_GROUP = [...Array.from({ length: 4 }, () => 'a'.repeat(59)), 'x.io'].join('.')
const SUFFIX = '.impersonation.k8s.io'

/** Actions on three groups, in the words of both designs. */
const IN_BOTH_WORDS = documents(
  ACTS_AS_JANE,
  grant('jane-lists-guards', 'User jane', [
    rule('list', 'guards', { group: CLUSTER_API }),
    rule('list', 'guards', { group: LONG_GROUP }),
  ]),
  grant('lists-for-others', THE_DEPUTY, [
    rule('list', 'pods', { group: `core${SUFFIX}` }),
    rule('list', 'guards', { group: `${CLUSTER_API}${SUFFIX}` }),
    rule('list', 'guards', { group: `${LONG_GROUP}${SUFFIX}` }),
    rule('impersonate-on:list', 'pods'),
    rule('impersonate-on:list', 'guards', { group: CLUSTER_API }),
    rule('impersonate-on:list', 'guards', { group: LONG_GROUP }),
  ]),
)

const listed = (shows: string, path: string, ...designs: [string, ...string[]]) =>
  caseOf(shows, scenario(IN_BOTH_WORDS, DEPUTY, http(`GET ${path}`, AS_JANE)), ...designs)
const guards = (group: string): string => `/apis/${group}/v1/namespaces/prod/guards`
const readsEverything = (...designs: [string, ...string[]]) =>
  caseOf('no action granted, but `list` on `*` in all groups', scenario(READS_EVERYTHING, DEPUTY, LIST), ...designs)
const listsInGroup = (verb: string, resources: string, group: string): string =>
  documents(ACTS_AS_JANE, grant('lists-for-others', THE_DEPUTY, rule(verb, resources, { group })))
const ANY_GROUP_BY_VERB = listsInGroup('impersonate-on:list', '*', '*')
const EARLIER_TEXT = 'on an earlier text of the alternative with a special API group'
const STRINGS = {
  core: listed('pods, of the core group', '/api/v1/namespaces/prod/pods', 'group-suffix', 'proposal'),
  clusterAPI: listed('guards of Cluster API', guards(CLUSTER_API), 'group-suffix', 'proposal'),
  long: listed('guards of a group with a long name', guards(LONG_GROUP), 'group-suffix', 'proposal'),
  reads: readsEverything('group-suffix', 'proposal'),
}

/** Actions in API groups with the suffix, and the printed verb for paths. */
function suffixed(): string {
  return grant('lists-for-others', THE_DEPUTY, [
    rule('list', 'pods', { group: 'core.impersonation.k8s.io' }),
    rule('list', 'deployments', { group: 'apps.impersonation.k8s.io' }),
  ])
}

/** Claims of KEP-5284 and its review about a special API group in place of a special verb. */
export const groupSuffixArguments: readonly Argument[] = [
  argument({
    id: 'group-suffix-same',
    title: 'A special API group has the same effect as a special verb',
    claim: {
      quote: 'It is almost the same as the verb based approach in the proposal.',
      document: 'kep',
      section: 'Alternatives, Setting a special APIGroup suffix instead of special verb',
    },
    assumes: 'Actions on the core group are asked for in `core.impersonation.k8s.io`; the text does not say.',
    cases: {
      said: caseOf(
        'the action granted as each design says it',
        scenario(
          documents(
            ACTS_AS_JANE,
            grant('lists-for-others', THE_DEPUTY, [
              rule('list', 'pods', { group: 'core.impersonation.k8s.io' }),
              rule('impersonate-on:list', 'pods'),
            ]),
          ),
          DEPUTY,
          LIST,
        ),
        'group-suffix',
        'proposal',
      ),
      reads: caseOf(
        'no action granted, but `list` on `*` in all groups',
        scenario(READS_EVERYTHING, DEPUTY, LIST),
        'group-suffix',
        'proposal',
      ),
    },
    settle(of) {
      return verdictIf(
        'nobody holds verbs in all API groups',
        isAllowed(of('said')) && isAllowed(of('said', 'proposal')),
        isAllowed(of('reads')) === isAllowed(of('reads', 'proposal')),
        `Granted each in its own words, both answer ${code(of('said'))}. But a role with \`list\` in the groups \`*\`, as many have it, holds \`list\` in \`core.impersonation.k8s.io\` too: ${code(
          of('reads'),
        )} in \`group-suffix\`, ${code(of('reads', 'proposal'))} in \`proposal\`, whose verbs no such role names.`,
      )
    },
  }),
  argument({
    id: 'core-group-special',
    title: 'The core group needs a treatment of its own',
    claim: {
      quote: 'core APIGroup has to be specially treated.',
      document: 'thread',
      section: EARLIER_TEXT,
    },
    cases: {
      core: caseOf(
        'list pods, of the core group',
        scenario(documents(ACTS_AS_JANE, suffixed()), DEPUTY, LIST),
        'group-suffix',
      ),
      bare: caseOf(
        'the same, read without a stand-in for the name',
        {
          ...scenario(documents(ACTS_AS_JANE, suffixed()), DEPUTY, LIST),
          assumptions: { 'group-suffix': { 'core-group': 'bare' } },
        },
        'group-suffix',
      ),
      apps: caseOf(
        'list deployments, of the group apps',
        scenario(
          documents(
            ACTS_AS_JANE,
            suffixed(),
            grant('jane-apps', 'User jane', rule('list', 'deployments', { group: 'apps' })),
          ),
          DEPUTY,
          http('GET /apis/apps/v1/namespaces/prod/deployments', AS_JANE),
        ),
        'group-suffix',
      ),
      path: caseOf(
        'get a path, which has no group at all',
        scenario(documents(ACTS_AS_JANE, suffixed()), DEPUTY, http('GET /metrics', AS_JANE)),
        'group-suffix',
        'proposal',
      ),
    },
    settle(of) {
      return verdict(
        isAllowed(of('core')) && !isAllowed(of('bare')),
        `\`apps\` becomes \`apps.impersonation.k8s.io\`: ${code(of('apps'))}. The core group has no name to put the suffix to; read with a stand-in the same rules give ${code(
          of('core'),
        )}, and without one ${code(of('bare'))}. A path has no group: \`group-suffix\` asks ${
          askedOf(of('path')).filter((asked) => asked.includes('impersonation.k8s.io')).length
        } checks about it, \`proposal\` asks \`${askedOf(of('path', 'proposal'))[1] ?? ''}\`.`,
      )
    },
  }),
  argument({
    id: 'suffix-any-group',
    title: 'Actions on any API group are hard to say by a suffix',
    claim: {
      quote: 'impersonating on any APIGroup is hard to describe.',
      document: 'thread',
      section: EARLIER_TEXT,
    },
    cases: {
      pattern: caseOf(
        'the groups `*.impersonation.k8s.io`',
        scenario(listsInGroup('list', '*', `*${SUFFIX}`), DEPUTY, LIST),
        'group-suffix',
      ),
      star: readsEverything('group-suffix'),
      starItself: caseOf(
        'the same rules, used by the deputy itself',
        scenario(READS_EVERYTHING, DEPUTY, http(LINE)),
        'group-suffix',
      ),
      verb: caseOf('`impersonate-on:list` in all groups', scenario(ANY_GROUP_BY_VERB, DEPUTY, LIST), 'proposal'),
      verbItself: caseOf(
        'the same rules, used by the deputy itself',
        scenario(ANY_GROUP_BY_VERB, DEPUTY, http(LINE)),
        'proposal',
      ),
    },
    settle(of) {
      return verdict(
        !isAllowed(of('pattern')) &&
          isAllowed(of('starItself')) &&
          isAllowed(of('verb')) &&
          !isAllowed(of('verbItself')),
        `RBAC has no pattern for the end of a group: \`*.impersonation.k8s.io\` gives ${code(of('pattern'))}. The groups \`*\` give ${code(
          of('star'),
        )}, and ${code(of('starItself'))} to the deputy itself. With a special verb the groups \`*\` say it: ${code(of('verb'))}, and ${code(
          of('verbItself'),
        )} for the deputy itself.`,
      )
    },
  }),
  argument({
    id: 'suffix-too-long',
    title: 'An API group with the suffix is too long for a CRD',
    claim: {
      quote: 'the APIGroup might be too long for a CRD, e.g. cluster.x-k8s.io.imperonsation.k8s.io',
      document: 'thread',
      section: EARLIER_TEXT,
    },
    assumes: 'The suffixed group is in rules and reviews alone; no CustomResourceDefinition has it.',
    cases: {
      clusterAPI: listed('a group of Cluster API', guards(CLUSTER_API), 'group-suffix'),
      long: listed('a group that barely fits into the name of a CRD', guards(LONG_GROUP), 'group-suffix'),
    },
    settle(of) {
      const [short, long] = [CLUSTER_API, LONG_GROUP].map((group) => `${group}${SUFFIX}`.length)
      return verdict(
        !isAllowed(of('clusterAPI')) || !isAllowed(of('long')),
        `The group of the example has ${short} characters: ${code(of('clusterAPI'))}. A group of ${LONG_GROUP.length} fits into the name of a CRD; with the suffix it has ${long}, more than the 253 that such a name may have. But RBAC sets no limit to the groups of a rule: ${code(
          of('long'),
        )}.`,
      )
    },
  }),
  argument({
    id: 'suffix-not-compelling',
    title: 'No concern about the suffix is compelling: verb or group, both are strings',
    claim: {
      quote: "I don't really find any of these concerns to be compelling.",
      document: 'thread',
      section: EARLIER_TEXT,
      author: 'enj',
    },
    cases: STRINGS,
    settle(of) {
      const named = ['core', 'clusterAPI', 'long'] as const
      const alike = (name: 'core' | 'clusterAPI' | 'long' | 'reads') =>
        isAllowed(of(name)) === isAllowed(of(name, 'proposal'))
      const holds = verdictIf(
        'every rule names its API groups',
        named.every((name) => isAllowed(of(name)) && alike(name)),
        alike('reads'),
        'Said in its own words, each design gives the same answers for the core group, for a group with a usual name and for one with a long name. The strings differ where a rule has the groups `*`: there `*` takes in every suffixed group, and `list` no special verb.',
      )
      return { ...holds, table: answerTable(STRINGS, ['group-suffix', 'proposal'], of) }
    },
  }),
]
