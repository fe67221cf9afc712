import { type Cluster, plainText } from '@authz-playground/engine'
import {
  fallenRow,
  type ImpersonatorRow,
  impersonatorRow,
  judgedRow,
  proofRow,
  type SeenRow,
  type WideningRow,
} from '@authz-playground/engine/internal/answers'
import { differentRequests, VERDICT_WORDS, wayThere } from '@authz-playground/engine/internal/constrain'
import { subjectInWords } from '@authz-playground/engine/internal/rights'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { ConstrainPlan, FallenThrough, Impersonator } from '@authz-playground/engine/logs'
import { counted } from '@authz-playground/pictures'
import type { TextStyle } from '../paint.ts'
import type { TextPosition } from '../text-places.ts'

/** What is printed of a plan beside the plan itself. */
export interface PlanOutput {
  readonly fallen: readonly FallenThrough[] | undefined
  readonly costs: readonly WideningRow[]
  readonly placeOf: (place: TextPosition) => string
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
function costsText(costs: readonly WideningRow[], painted: TextStyle): string {
  const lines = costs.flatMap(({ widening, cost }) => {
    if (!cost?.adds) return []
    const { sentence, list } = cost
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
  const names = fixed.map(({ subject }) => plainText(subjectInWords(subject)))
  const roles = [...new Set(fixed.flatMap(({ left }) => left.map(({ effective }) => effective.role.name)))]
  return visibleLine(
    `Not in the log, and not changed: ${firstOf(names)} hold the verb by ${firstOf(roles)}, as Kubernetes writes the role, or every verb.`,
  )
}

function firstOf(names: readonly string[]): string {
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : ''
  return `${names.slice(0, MOST).join(', ')}${more}`
}

function impersonatorText(
  one: Impersonator,
  cluster: Cluster,
  plan: ConstrainPlan,
  painted: TextStyle,
  placeOf: PlanOutput['placeOf'],
): string {
  const { requests } = one
  const { who, closed: sentence, rights, left, used, modes, rules, roles } = impersonatorRow(one)
  const held = new Map<string, ImpersonatorRow['rights']>()
  for (const right of rights) {
    const rule = `${right.at.source} ${right.at.start}`
    held.set(rule, [...(held.get(rule) ?? []), right])
  }
  const lines = [
    painted.noun(visibleLine(plainText(who))),
    `  ${painted.words(sentence)}`,
    ...[...held.values()].slice(0, MOST).map((bound) => painted.quiet(visibleLine(heldText(bound, placeOf)))),
    ...(held.size > MOST ? [painted.quiet(`  and ${counted(held.size - MOST, 'more rule')}`)] : []),
    ...(left ? [`  ${painted.bad('left')}: ${painted.words(left)}`] : []),
    `  used ${used === '' ? 'nothing of it in this log' : used}`,
    ...(modes.length === 0
      ? []
      : [`  needs ${modes.join(', ')}: ${counted(rules, 'rule')} in ${counted(roles, 'role')}`]),
  ]
  if (requests.length === 0) return lines.join('\n')
  const { moved, near, closed, open, example } = proofRow(one, plan, cluster)
  if (moved > 0) {
    const rest = example === undefined ? '' : `; ${open} still pass, such as ${plainText(example)}`
    lines.push(
      `  proof: ${differentRequests(moved)} that passed still ${moved === 1 ? 'passes' : 'pass'}, now constrained; of ${near.toLocaleString('en')} near ones that passed, ${closed.toLocaleString('en')} are refused${visibleLine(rest)}`,
    )
  }
  for (const verdict of ['stays', 'differs', 'failed'] as const) {
    const of = requests.filter((request) => request.verdict === verdict)
    if (of.length === 0) continue
    lines.push(`  ${of.length} ${VERDICT_WORDS[verdict]}:`)
    for (const { why, ...row } of of.slice(0, MOST).map(judgedRow))
      lines.push(`    ${requestText(row, painted)}${why === undefined ? '' : ` ${why.why} ${why.instead}`}`)
    if (of.length > MOST) lines.push(`    and ${of.length - MOST} more`)
  }
  return lines.join('\n')
}

/** A rule with all bindings of its role to an impersonator. */
function heldText(bound: ImpersonatorRow['rights'], placeOf: PlanOutput['placeOf']): string {
  const bindings = bound.map(({ binding }) => plainText(binding)).join(', ')
  return bound
    .slice(0, 1)
    .map(({ role, at }) => `  holds ${placeOf(at)}: ${plainText(role)}, by ${bindings}`)
    .join('')
}

/** The request of a row after its first place. */
function requestText({ words, seenAt: [place] }: SeenRow, painted: TextStyle): string {
  return `${painted.quiet(visibleLine(place === undefined ? '' : `${place}: `))}${painted.words(words)}.`
}

function fallenText(fallen: readonly FallenThrough[], painted: TextStyle): string {
  return [
    painted.noun('Fell through to the legacy verb, in the second log'),
    ...fallen.slice(0, MOST * 2).map((one) => {
      const { because, near, ...row } = fallenRow(one)
      const why =
        because === 'remembered'
          ? 'The new rules allow it; the server remembered the legacy verb.'
          : near === undefined
            ? 'No rule comes close.'
            : painted.words(near)
      return `  ${requestText(row, painted)} ${why}`
    }),
    ...(fallen.length > MOST * 2 ? [`  and ${fallen.length - MOST * 2} more`] : []),
  ].join('\n')
}
