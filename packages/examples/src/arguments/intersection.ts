import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, caseOf, verdict, verdictIf } from './argument.ts'
import { code, isAllowed } from './found.ts'
import { DEPUTY, deputyIsJaneByLegacy, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { DELETE, LINE, LIST } from './requests.ts'

const INTERSECTING = documents(
  janeReads('pods', 'get list delete'),
  deputyIsJaneByLegacy(),
  grant('deputy-lists', THE_DEPUTY, rule('list', 'pods')),
)

/** Claims of KEP-5284 about asking for both: what the impersonator may do, and what the target may. */
export const intersectionArguments: readonly Argument[] = [
  argument({
    id: 'intersection-own-permission',
    title: 'Where both are asked, the impersonator must hold the permission that it uses',
    claim: {
      quote: 'this approach requires the impersonator to have the permission who is not desired to have, while',
      document: 'kep',
      section: 'Alternatives, Check permission intersection of impersonator and target user',
    },
    cases: {
      without: caseOf(
        'the deputy may not list pods itself',
        scenario(documents(janeReads('pods', 'get list delete'), deputyIsJaneByLegacy()), DEPUTY, LIST),
        'intersection',
      ),
      with: caseOf('it may', scenario(INTERSECTING, DEPUTY, LIST), 'intersection'),
      itself: caseOf('it lists them as itself', scenario(INTERSECTING, DEPUTY, http(LINE)), 'intersection'),
    },
    settle(of) {
      return verdict(
        !isAllowed(of('without')) && isAllowed(of('with')) && isAllowed(of('itself')),
        `Without it the answer is ${code(of('without'))}, with it ${code(of('with'))}; and then the deputy also lists pods as itself: ${code(
          of('itself'),
        )}.`,
      )
    },
  }),
  argument({
    id: 'intersection-impersonate',
    title: 'Where both are asked, nothing passes that only one of them may do',
    claim: {
      quote: 'only allow the action if both have the correct permission. Comparing to the proposed approach:',
      document: 'kep',
      section: 'Alternatives, Check permission intersection of impersonator and target user',
    },
    assumes: 'The text does not mention the right to act as the target; the checks of legacy are assumed.',
    cases: {
      list: caseOf(
        'list pods as jane, which both may',
        scenario(INTERSECTING, DEPUTY, LIST),
        'intersection',
        'constrained',
      ),
      delete: caseOf(
        'delete a pod as jane, which only jane may',
        scenario(INTERSECTING, DEPUTY, DELETE),
        'intersection',
        'constrained',
        'legacy',
      ),
      anybody: caseOf(
        'the same rules without `impersonate`, and anybody may act as anybody',
        {
          ...scenario(
            documents(janeReads('pods', 'get list delete'), grant('deputy-lists', THE_DEPUTY, rule('list', 'pods'))),
            DEPUTY,
            LIST,
          ),
          assumptions: { intersection: { identity: 'none' } },
        },
        'intersection',
        'constrained',
      ),
    },
    settle(of) {
      return verdictIf(
        'the server knows that design',
        isAllowed(of('list')) && !isAllowed(of('delete')),
        !isAllowed(of('delete', 'constrained')) && !isAllowed(of('delete', 'legacy')),
        `\`intersection\` answers ${code(of('list'))} to list and ${code(of('delete'))} to delete. It needs \`impersonate\` on jane, and to a server that knows only that verb it is all of jane: delete gets ${code(
          of('delete', 'constrained'),
        )} as released. Read without that check the rules are harmless elsewhere: ${code(of('anybody'))} here, ${code(
          of('anybody', 'constrained'),
        )} there.`,
      )
    },
  }),
]
