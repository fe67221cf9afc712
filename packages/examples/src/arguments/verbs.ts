import type { Trace } from '@authz-playground/engine'
import { http, scenario, user } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { allowedAmong, code, isAllowed } from './found.ts'
import { AUTHENTICATION, DEPUTY, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { LINE, LIST } from './requests.ts'

const PROXY = http('GET /api/v1/namespaces/prod/services/web:443/proxy')

const IDENTITY = rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'jane' })
const ACTION = rule('impersonate-on:user-info:list', 'pods')
const IN_THE_WORDS_OF_THE_KEP = rule('impersonate-on:list', 'pods')

const byDeputy = (...rules: readonly string[]) => documents(janeReads(), grant('deputy', THE_DEPUTY, rules))
const action = (shows: string, verb: string): Case =>
  caseOf(shows, scenario(byDeputy(IDENTITY, rule(verb, 'pods')), DEPUTY, LIST))
const byJane = (shows: string, granted: string, request: string): Case =>
  caseOf(shows, scenario(grant('jane', 'User jane', granted), user('jane'), request))

const mixed = (shows: string, ...rules: readonly string[]): Case =>
  caseOf(shows, scenario(byDeputy(...rules, ACTION, IN_THE_WORDS_OF_THE_KEP), DEPUTY, LIST), 'constrained', 'proposal')

function messageOf({ outcome }: Trace): string {
  return 'message' in outcome ? outcome.message : ''
}

/** The new verbs as words that people write in rules. */
export const verbArguments: readonly Argument[] = [
  argument({
    id: 'verbs-to-parse',
    title: 'The new verbs have to be parsed',
    claim: {
      quote: 'Overall, I am wary of making verbs that you have to parse.',
      document: 'thread',
      section: 'on Proposal, “such as `list:metadata-only` or `proxy:port:443`”',
    },
    assumes: 'RBAC is the authorizer. A webhook may parse the verbs that it gets.',
    cases: {
      exact: action('the action in full', 'impersonate-on:user-info:list'),
      prefix: action('a part of the verb', 'impersonate-on:user-info'),
      pattern: action('a part of the verb, with `*`', 'impersonate-on:user-info:*'),
      star: action('any verb', '*'),
      starItself: caseOf(
        'any verb, used by the deputy itself',
        scenario(byDeputy(IDENTITY, rule('*', 'pods')), DEPUTY, http(LINE)),
      ),
      metadataOnly: byJane('`list:metadata-only` granted, pods listed', rule('list:metadata-only', 'pods'), http(LINE)),
      port: byJane('`proxy:port:443` granted, port 443 used', rule('proxy:port:443', 'services'), PROXY),
      portByName: byJane('the port in `resourceNames`', rule('get', 'services/proxy', { names: 'web:443' }), PROXY),
    },
    settle(of) {
      return verdictIf(
        'one rule is to cover several of them',
        allowedAmong([of('prefix'), of('pattern')]) === 0,
        !isAllowed(of('exact')),
        `RBAC compares whole strings. The verb in full gives ${code(of('exact'))}, a part of it ${code(of('prefix'))}, and a part with \`*\` ${code(
          of('pattern'),
        )}; \`*\` alone gives ${code(of('star'))}, and ${code(of('starItself'))} to the deputy itself. The verbs of the comment are strings that nobody asks for: ${code(
          of('metadataOnly'),
        )} for \`list:metadata-only\`, ${code(of('port'))} for \`proxy:port:443\`. A port is part of the name: \`web:443\` in \`resourceNames\` gives ${code(
          of('portByName'),
        )}.`,
      )
    },
  }),
  argument({
    id: 'mixed-warning',
    title: 'The server warns of the old verb in the new group, and of the new verb in the old group',
    claim: {
      quote: 'Do we send a warning if we see that someone tries to do impersonate authentication.k8s.io users',
      document: 'thread',
      section: 'on Proposal, on API groups',
    },
    cases: {
      oldVerb: mixed(
        '`impersonate` granted in `authentication.k8s.io`',
        rule('impersonate', 'users', { group: AUTHENTICATION }),
      ),
      newVerb: mixed('`impersonate:user-info` granted in the core group', rule('impersonate:user-info', 'users')),
      neither: mixed('no identity granted'),
    },
    settle(of) {
      const answers = (['oldVerb', 'newVerb'] as const).flatMap((name) =>
        (['constrained', 'proposal'] as const).map((design) => ({
          trace: of(name, design),
          without: messageOf(of('neither', design)),
        })),
      )
      const same = answers.filter(({ trace, without }) => !isAllowed(trace) && messageOf(trace) === without).length
      return verdict(
        same < answers.length,
        `${same} of ${answers.length} answers are, word for word, those to a deputy without such a rule: \`${messageOf(
          of('neither'),
        )}\`. Nothing in them points at the rule. A review is asked about a request and not about a rule, so a warning has to come from a reader of the rules; the policy editor here marks all of them.`,
      )
    },
  }),
]
