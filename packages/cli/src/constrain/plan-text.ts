import { type Cluster, plainText } from '@authz-playground/engine'
import {
  closedInWords,
  differentRequests,
  leftInWords,
  proofOf,
  requestInWords,
  STAY_WORDS,
  VERDICT_WORDS,
  wayThere,
} from '@authz-playground/engine/internal/constrain'
import { subjectInWords } from '@authz-playground/engine/internal/rights'
import { visible } from '@authz-playground/engine/internal/words'
import type { ConstrainPlan, FallenThrough, Impersonator, Widening } from '@authz-playground/engine/logs'
import { type NewAccess, newAccessInWords } from '@authz-playground/engine/questions'
import { counted } from '@authz-playground/pictures'
import type { TextStyle } from '../paint.ts'
import type { TextPosition } from '../places.ts'

/** What is printed of a plan beside the plan itself. */
export interface PlanOutput {
  readonly fallen: readonly FallenThrough[] | undefined
  readonly costs: readonly WideningCost[]
  readonly placeOf: (place: TextPosition) => string
}

/** What a value of --open would allow beyond the rules of a plan. */
export interface WideningCost {
  readonly widening: Widening
  readonly added: readonly NewAccess[]
}

/** The most requests of one kind that are listed. */
const MOST = 10

/** A plan for people: what each impersonator holds, used and needs, what cannot go over, the proof, and the way there. */
export function planText(
  plan: ConstrainPlan,
  cluster: Cluster,
  { fallen, costs, placeOf, painted }: PlanOutput & { readonly painted: TextStyle },
): string {
  const steps = wayThere(plan, cluster, fallen)
  const isFixed = ({ requests, rights, left }: Impersonator): boolean =>
    requests.length === 0 && rights.length === left.length
  const fixed = plan.impersonators.filter(isFixed)
  return [
    ...plan.impersonators.flatMap((one) =>
      isFixed(one) ? [] : [impersonatorText(one, cluster, plan, painted, placeOf)],
    ),
    ...(fixed.length === 0 ? [] : [fixedText(fixed)]),
    ...(fallen === undefined || fallen.length === 0 ? [] : [fallenText(fallen, painted)]),
    costsText(costs, painted),
    [
      painted.noun('The way there'),
      ...steps.map(({ title, words }, at) => `  ${at + 1}. ${title}. ${words.map(painted.words).join(' ')}`),
    ].join('\n'),
    plan.added === ''
      ? ''
      : painted.quiet(
          '-o yaml prints the rules to add, --whole the policy with them; -o diff, markdown, scenario and json the rest.',
        ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** The most lines of what a value of --open allows. */
const MOST_COSTS = 3

/** What each value of --open would allow; empty where none allows more. */
function costsText(costs: readonly WideningCost[], painted: TextStyle): string {
  const lines = costs.flatMap(({ widening, added }) => {
    if (added.length === 0) return []
    const { sentence, list } = newAccessInWords(added)
    const more = list.length - MOST_COSTS
    return [
      `  --open ${widening}: ${painted.words(sentence)}`,
      ...list.slice(0, MOST_COSTS).map((line) => `    ${painted.words(line)}`),
      ...(more > 0 ? [`    and ${more.toLocaleString('en')} more`] : []),
    ]
  })
  return lines.length === 0 ? '' : [painted.noun('What could be allowed beyond the log'), ...lines].join('\n')
}

/** Subjects whose rights are of roles that stay, and who did not use them. */
function fixedText(fixed: readonly Impersonator[]): string {
  const names = fixed.slice(0, MOST).map(({ subject }) => plainText(subjectInWords(subject)))
  const roles = [...new Set(fixed.flatMap(({ left }) => left.map(({ effective }) => effective.role.name)))]
  const more = fixed.length > MOST ? ` and ${fixed.length - MOST} more` : ''
  return visible(
    `Not in the log, and not changed: ${names.join(', ')}${more} hold the verb by ${roles.slice(0, MOST).join(', ')}, as Kubernetes writes the role, or every verb.`,
  )
}

function impersonatorText(
  one: Impersonator,
  cluster: Cluster,
  plan: ConstrainPlan,
  painted: TextStyle,
  placeOf: PlanOutput['placeOf'],
): string {
  const { subject, rights, requests, modes, roles, left } = one
  const rules = new Map(rights.map((right) => [right.effective.rule, right]))
  const lines = [
    painted.noun(visible(plainText(subjectInWords(subject)))),
    `  ${painted.words(closedInWords(one))}`,
    ...[...rules.values()].slice(0, MOST).map(({ effective, binding, lines }) => {
      const at = placeOf(lines.range(effective.rule.span))
      return painted.quiet(
        `  holds ${at}: ${effective.role.kind} ${visible(effective.role.name)}, by ${binding.kind} ${visible(binding.name)}`,
      )
    }),
    ...(left.length > 0 ? [`  ${painted.bad('left')}: ${painted.words(leftInWords(left))}`] : []),
    ...(requests.length === 0 ? ['  used nothing of it in this log'] : [`  used ${usedIn(one)}`]),
    ...(modes.length === 0
      ? []
      : [
          `  needs ${modes.join(', ')}: ${counted(
            roles.reduce((sum, role) => sum + role.rules.length, 0),
            'rule',
          )} in ${counted(roles.length, 'role')}`,
        ]),
  ]
  if (requests.length === 0) return lines.join('\n')
  const proof = proofOf(one, cluster, plan)
  const { moved, near, closed, open } = proof
  if (moved.length > 0) {
    const rest =
      open.length === 0
        ? ''
        : `; ${open.length} still pass, such as ${plainText(requestInWords(open[0] as (typeof open)[number]))}`
    lines.push(
      `  proof: ${differentRequests(moved.length)} that passed still ${moved.length === 1 ? 'passes' : 'pass'}, now constrained; of ${near.toLocaleString('en')} near ones that passed, ${closed.length.toLocaleString('en')} are refused${visible(rest)}`,
    )
  }
  for (const verdict of ['stays', 'differs', 'failed'] as const) {
    const of = requests.filter((request) => request.verdict === verdict)
    if (of.length === 0) continue
    lines.push(`  ${of.length} ${VERDICT_WORDS[verdict]}:`)
    for (const { request, because } of of.slice(0, MOST)) {
      const place = request.seenAt[0] === undefined ? '' : `${request.seenAt[0]}: `
      const why = because === undefined ? '' : ` ${STAY_WORDS[because].why} ${STAY_WORDS[because].instead}`
      lines.push(`    ${painted.quiet(visible(place))}${painted.words(requestInWords(request))}.${why}`)
    }
    if (of.length > MOST) lines.push(`    and ${of.length - MOST} more`)
  }
  return lines.join('\n')
}

function usedIn({ requests }: Impersonator): string {
  const count = requests.reduce((sum, { request }) => sum + request.count, 0)
  const targets = new Set(requests.map(({ request }) => request.target?.username)).size
  const different = requests.length < count ? [`${requests.length.toLocaleString('en')} different`] : []
  return [counted(count, 'request'), ...different, `as ${counted(targets, 'user')}`].join(', ')
}

function fallenText(fallen: readonly FallenThrough[], painted: TextStyle): string {
  return [
    painted.noun('Fell through to the legacy verb, in the second log'),
    ...fallen.slice(0, MOST * 2).map(({ request, because, near }) => {
      const place = request.seenAt[0] === undefined ? '' : `${request.seenAt[0]}: `
      const why =
        because === 'remembered'
          ? 'The new rules allow it; the server remembered the legacy verb.'
          : near === undefined
            ? 'No rule comes close.'
            : painted.words(near)
      return `  ${painted.quiet(visible(place))}${painted.words(requestInWords(request))}. ${why}`
    }),
    ...(fallen.length > MOST * 2 ? [`  and ${fallen.length - MOST * 2} more`] : []),
  ].join('\n')
}
