import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { allowedAmong, code } from './found.ts'
import { AUTHENTICATION, DEPUTY, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { LINE, LIST } from './requests.ts'

function onePart(shows: string, rules: readonly string[]): Case {
  return caseOf(shows, scenario(documents(janeReads(), grant('deputy', THE_DEPUTY, rules)), DEPUTY, LIST))
}

const IDENTITY = rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'jane' })
const ACTION = rule('impersonate-on:user-info:list', 'pods')

/** What a rule with the new verbs grants: with a wildcard, and where the verb was used before. */
export const grantedVerbArguments: readonly Argument[] = [
  argument({
    id: 'any-subject-any-action',
    title: 'Any subject, or any action, cannot be granted',
    claim: {
      quote: 'Expressing a permission to impersonate ANY subject or ANY action is not possible',
      document: 'kep',
      section: 'Delegating permission of impersonating wildcard action or wildcard subjects is not supported',
    },
    cases: {
      partOfVerb: onePart('any action, by `impersonate-on:user-info:*`', [
        IDENTITY,
        rule('impersonate-on:user-info:*', 'pods'),
      ]),
      anyKind: onePart('any kind of target, by `impersonate:*`', [
        rule('impersonate:*', 'users', { group: AUTHENTICATION }),
        ACTION,
      ]),
      star: onePart('any action, by `*` on pods', [IDENTITY, rule('*', 'pods')]),
      starItself: caseOf(
        'what the deputy may now do itself',
        scenario(
          documents(janeReads(), grant('deputy', THE_DEPUTY, [IDENTITY, rule('*', 'pods')])),
          DEPUTY,
          http(LINE),
        ),
      ),
      anyUser: onePart('any user, by a rule without names', [
        rule('impersonate:user-info', 'users', { group: AUTHENTICATION }),
        ACTION,
      ]),
    },
    settle(of) {
      return verdictIf(
        'one verb with a wildcard in it is meant',
        allowedAmong([of('partOfVerb'), of('anyKind')]) === 0,
        allowedAmong([of('star'), of('anyUser')]) === 0,
        `\`impersonate-on:user-info:*\` and \`impersonate:*\` match nothing: ${code(of('partOfVerb'))}, ${code(
          of('anyKind'),
        )}. Any user is said by a rule without names: ${code(of('anyUser'))}. Any action is said by \`*\`, which is every other verb as well: ${code(
          of('star'),
        )} as jane, and ${code(of('starItself'))} for the deputy itself.`,
      )
    },
  }),
  argument({
    id: 'prefix-already-used',
    title: 'A verb with the prefix is harmless where it was used before',
    claim: {
      quote: 'the component will not get more power when permission of `impersonate-on:` is given.',
      document: 'kep',
      section: 'The verbs with impersonate-on: prefix has been used by other component',
    },
    cases: {
      actionOnly: caseOf(
        'only the action, in all words',
        scenario(
          documents(
            janeReads(),
            grant('used-before', THE_DEPUTY, rule('impersonate-on:list impersonate-on:user-info:list', 'pods')),
          ),
          DEPUTY,
          LIST,
        ),
        'constrained',
        'proposal',
      ),
      identityOnly: caseOf(
        'only the identity, in all words',
        scenario(documents(janeReads(), grant('identity', THE_DEPUTY, IDENTITY)), DEPUTY, LIST),
        'constrained',
        'proposal',
      ),
    },
    settle(of) {
      const all = [of('actionOnly'), of('actionOnly', 'proposal'), of('identityOnly'), of('identityOnly', 'proposal')]
      return verdict(
        allowedAmong(all) === 0,
        `The action alone gives ${code(of('actionOnly'))} as released and ${code(
          of('actionOnly', 'proposal'),
        )} in \`proposal\`, and so does the identity alone: ${code(of('identityOnly'))}, ${code(
          of('identityOnly', 'proposal'),
        )}. It takes both.`,
      )
    },
  }),
]
