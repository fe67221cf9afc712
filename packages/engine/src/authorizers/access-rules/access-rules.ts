import { goQuote } from '../../go/index.ts'
import type {
  AccessRule,
  AccessRuleEntry,
  Answer,
  Attributes,
  Condition,
  Evidence,
  ExpressionText,
  Policy,
} from '../../kube/index.ts'
import type { Diagnostic } from '../../text/index.ts'
import { placeInScalar } from '../../yaml/index.ts'
import { type ConditionalAuthorizer, withoutConditions } from '../authorizer.ts'
import { type ConditionResult, evaluateAnswer, tooManyConditions } from '../conditional/evaluate.ts'
import type { ConditionLanguage, Expression, ReducedExpression } from '../conditional/language.ts'
import type { Spend, StepBudget } from '../conditional/step-budget.ts'

/** The authorizer of a policy's access rules, and the errors in their expressions. */
export interface ReadAccessRules {
  readonly authorizer: ConditionalAuthorizer
  /** In the order of the text. Entries with an error are ignored. */
  readonly diagnostics: readonly Diagnostic[]
}

interface ReadEntry {
  readonly rule: AccessRule
  readonly entry: AccessRuleEntry
  readonly index: number
  readonly filter: Expression | undefined
  readonly condition: Expression
}

/**
 * The authorizer of ClusterAccessRules. All entries of all rules are conditions of one answer: an entry has its effect
 * where the filter of its rule and its own condition are true. Conditions that depend only on the check are evaluated at
 * once; if others decide, the answer is conditional. For a review that relies on one rule, only the entries of that rule
 * count.
 */
export function accessRules(policy: Policy, language: ConditionLanguage): ReadAccessRules {
  const diagnostics: Diagnostic[] = []
  const read = ({ text, span }: ExpressionText, path: string): Expression | undefined => {
    const result = language.read(text)
    if ('expression' in result) return result.expression
    for (const { code, message, fix, start, end } of result.problems) {
      const from = placeInScalar(policy.text, span, text, start)
      const to = Math.max(placeInScalar(policy.text, span, text, end), Math.min(from + 1, span.end))
      diagnostics.push({
        severity: 'error',
        code,
        message,
        fix,
        path,
        range: policy.lines.range({ start: from, end: to }),
      })
    }
    return undefined
  }
  const entries = policy.accessRules.flatMap((rule): readonly ReadEntry[] => {
    const filter = rule.filter && read(rule.filter, 'rule.filterExpression')
    return rule.entries.flatMap((entry, index) => {
      const condition = read(entry.condition, `rule.entries[${index}].condition`)
      if (condition === undefined || (rule.filter !== undefined && filter === undefined)) return []
      return [{ rule, entry, index, filter, condition }]
    })
  })
  const conditionally = (check: Attributes, budget?: StepBudget): Answer => answerOf(entries, policy, check, budget)
  return {
    authorizer: {
      authorize: (check, budget) => withoutConditions(conditionally(check, budget)),
      conditionally,
      evaluate: ({ condition, evidence }, check, facts, budget) => {
        const entry = evidence?.entry
        return language.evaluate(condition, check, facts, (steps) => budget?.spend(steps, entry && (() => entry.range)))
      },
    },
    diagnostics: diagnostics.sort((a, b) => a.range.start - b.range.start),
  }
}

function answerOf(all: readonly ReadEntry[], policy: Policy, check: Attributes, budget?: StepBudget): Answer {
  const { accessRule } = check
  const entries = accessRule === undefined ? all : all.filter(({ rule }) => rule.name === accessRule)
  if (accessRule !== undefined && !policy.accessRules.some(({ name }) => name === accessRule)) {
    return { decision: 'NoOpinion', reason: `clusteraccessrules.authorization.k8s.io ${goQuote(accessRule)} not found` }
  }
  if (entries.length === 0) return { decision: 'NoOpinion', reason: '' }
  // Before evaluating any: the limit counts all entries, also false ones.
  const tooMany = tooManyConditions(entries.map(({ entry }) => entry))
  if (tooMany !== undefined) return tooMany
  const reduced = new Map<string, ReducedExpression>()
  const conditions = entries.map((one): Condition => {
    const id = `${one.rule.name}/${one.index}`
    const range = () => policy.lines.range(one.entry.condition.span)
    const is = reduceEntry(one, check, (steps) => budget?.spend(steps, range))
    reduced.set(id, is)
    const condition = is.is === 'unknown' ? is.text : is.is === true || is.is === false ? `${is.is}` : writtenOf(one)
    const { effect, description } = one.entry
    return { id, effect, condition, description, evidence: evidenceOf(one, policy) }
  })
  const open = conditions.some(({ id, effect }) => effect === 'Allow' && reduced.get(id)?.is === 'unknown')
  return evaluateAnswer({ decision: 'Conditional', reason: '', conditions }, ({ id, effect }): ConditionResult => {
    const is = reduced.get(id)?.is ?? false
    // An Allow with an error is ignored if another Allow is true, which is unknown while any is conditional.
    return effect === 'Allow' && open && typeof is === 'object' ? 'unknown' : is
  })
}

function evidenceOf({ rule, index, entry }: ReadEntry, { lines }: Policy): Evidence {
  return { authorizer: 'AccessRules', entry: { name: rule.name, index, range: lines.range(entry.span) } }
}

/** `filter && condition` as in CEL: one false makes the result false, even if the other is unknown or fails. */
function reduceEntry(
  { rule, entry, filter, condition }: ReadEntry,
  check: Attributes,
  spend: Spend,
): ReducedExpression {
  const first: ReducedExpression = filter?.reduce(check, spend) ?? { is: true }
  const second = condition.reduce(check, spend)
  if (first.is === false || second.is === false) return { is: false }
  if (first.is === true) return second
  if (second.is === true) return first
  if (first.is !== 'unknown' && second.is !== 'unknown') return first
  // A failing expression stays in the text, because the other one may still be false.
  const text = [leftOf(first, rule.filter?.text ?? 'true'), leftOf(second, entry.condition.text)].join(' && ')
  return { is: 'unknown', text }
}

function leftOf(reduced: ReducedExpression, written: string): string {
  const text = reduced.is === 'unknown' ? reduced.text : written.trim()
  return /\|\||\?/.test(text) ? `(${text})` : text
}

function writtenOf({ rule, entry }: ReadEntry): string {
  const condition = entry.condition.text.trim()
  return rule.filter === undefined ? condition : `(${rule.filter.text.trim()}) && (${condition})`
}
