import type { Evidence, SourceRange } from '@authz-playground/engine'
import { within } from '@authz-playground/engine/internal/answers'
import { objectName } from '@authz-playground/engine/internal/explain'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { DecidedScenario } from '../decision.ts'
import { refusedInput } from '../problem.ts'

type PlaceOf = DecidedScenario['placeOf']

/** One way by which something is allowed: a rule with its place, and the binding that grants it. */
export function wayValue({ role, rule, binding }: Evidence, placeOf: PlaceOf) {
  if (role === undefined || rule === undefined || binding === undefined) return { superuser: true }
  return {
    role: objectName(role),
    rule: rule.index + 1,
    ...placed(rule.range, placeOf),
    ...(rule.aggregatedInto !== undefined && { aggregatedInto: `ClusterRole ${rule.aggregatedInto}` }),
    binding: objectName(binding),
    bindingLine: binding.range.line,
    bindingAt: at(binding.range, placeOf),
  }
}

function placed(range: SourceRange, placeOf: PlaceOf) {
  return { line: range.line, of: range.source, at: at(range, placeOf) }
}

function at({ source, line }: SourceRange, placeOf: PlaceOf): string {
  return placeOf({ source, line })
}

/** "rbac/a.yaml:5 rule 1 of ClusterRole view, by ClusterRoleBinding all (rbac/b.yaml:1)". */
export function wayText({ role, rule, binding }: Evidence, placeOf: PlaceOf): string {
  if (role === undefined || rule === undefined || binding === undefined) return 'superusers may do everything'
  const into = rule.aggregatedInto === undefined ? '' : `, aggregated into ClusterRole ${rule.aggregatedInto}`
  const granted = `${at(rule.range, placeOf)} rule ${rule.index + 1} of ${objectName(role)}${into}`
  return visibleLine(`${granted}, by ${objectName(binding)} (${at(binding.range, placeOf)})`)
}

/** Asks. Throws `Refused` where the answer would take too long. */
export function withinLimit<Answer>({ placeOf }: Pick<DecidedScenario, 'placeOf'>, ask: () => Answer): Answer {
  const result = within(ask)
  if ('answer' in result) return result.answer
  const { range, message, fix } = result.beyond
  throw refusedInput(range === undefined ? '' : at(range, placeOf), message, fix)
}
