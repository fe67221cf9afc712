import { dnsSubdomainProblems, goQuote } from '../../go/index.ts'
import type { AccessRule, AccessRuleEntry, Effect, ExpressionText } from '../../kube/index.ts'
import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt, nearest } from '../../text/index.ts'
import { withoutAlias } from '../../yaml/index.ts'
import { decodeObject } from '../decode/decode.ts'
import type { Struct, StructItem } from '../decode/decoded-value.ts'
import type { ReadingContext } from '../decode/reading-context.ts'
import { ACCESS_RULE, ACCESS_RULE_KIND, EFFECTS } from '../schema/access-rule-schema.ts'
import { fieldSpan, invalidValue, requiredField, unsupportedValue } from '../validate/field-error.ts'
import { validateMetadata } from '../validate/validate-metadata.ts'
import { duplicateObject } from '../warnings/references.ts'
import { problemOf } from '../warnings/rule.ts'
import type { ManifestObject } from './objects.ts'

/**
 * Reads a ClusterAccessRule as strictly as roles are read; its expressions stay texts. Undefined where an error was
 * reported.
 */
export function readAccessRule(
  { node, head }: Extract<ManifestObject, { is: 'access-rule' }>,
  context: ReadingContext,
): AccessRule | undefined {
  let refused = false
  const report: ReportProblem = (problem) => {
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const object = decodeObject(node, ACCESS_RULE, { ...context, report })
  validateMetadata(ACCESS_RULE_KIND, object, head, report)
  const metadata = object.struct('metadata')
  const name = metadata?.text('name') ?? ''
  validateName(name, fieldSpan(metadata, 'name', head), report)
  const rule = object.struct('rule')
  const entries = rule?.structs('entries') ?? []
  if (entries.length === 0 && !object.unread.includes('rule') && !rule?.unread.includes('entries')) {
    report(
      requiredField('rule.entries', '', {
        code: 'missing-entries',
        message: 'This rule has no entries, and so no effect.',
        fix: 'Write “entries” under “rule”, each with “effect” and “condition”.',
        span: fieldSpan(rule, 'entries', object.field('rule')?.key ?? head),
      }),
    )
  }
  for (const entry of entries) validateEntry(entry, report)
  if (refused || rule === undefined) return undefined
  const filter = expressionOf(rule, 'filterExpression')
  return {
    name,
    nameSpan: spanOf(metadata?.field('name')?.node ?? node),
    ...(filter && { filter }),
    entries: entries.map(entryOf),
    span: spanOf(node),
  }
}

/** Keeps the last of the rules with one name, as applying them in order does. */
export function withoutReplacedRules(
  rules: readonly AccessRule[],
  lineOf: (offset: number) => number,
  report: ReportProblem,
): readonly AccessRule[] {
  const last = new Map(rules.map((rule) => [rule.name, rule]))
  return rules.filter((rule) => {
    const later = last.get(rule.name)
    if (later === undefined || later === rule) return true
    report(
      problemOf(duplicateObject, {
        message: `This ${ACCESS_RULE_KIND} “${excerpt(rule.name)}” does not count: line ${lineOf(later.nameSpan.start)} has it again, and the last one counts.`,
        fix: 'Remove one of them, or give it another name.',
        span: rule.nameSpan,
        path: 'metadata.name',
      }),
    )
    return false
  })
}

/** The names of conditions contain the rule's name, and must be valid label keys (Go: `validateConditions`). */
function validateName(name: string, span: Span, report: ReportProblem): void {
  if (name === '') return
  for (const words of dnsSubdomainProblems(name)) {
    report(
      invalidValue('metadata.name', goQuote(name), words, {
        code: 'invalid-name',
        message: `“${excerpt(name)}” is not a valid name for a ${ACCESS_RULE_KIND}.`,
        fix: 'Use a-z, 0-9, “-” and “.”, with a letter or digit at both ends.',
        span,
      }),
    )
  }
}

function validateEntry({ index, value: entry, node }: StructItem, report: ReportProblem): void {
  const path = `rule.entries[${index}]`
  const effect = entry.text('effect')
  if (!isEffect(effect) && !entry.unread.includes('effect')) {
    const near = nearest(effect, EFFECTS)
    report(
      unsupportedValue(`${path}.effect`, effect, EFFECTS, {
        code: 'wrong-effect',
        message: effect === '' ? 'This entry has no effect.' : `“${excerpt(effect)}” is not an effect.`,
        fix: near === undefined ? 'Write effect: Allow, Deny or NoOpinion.' : `Write effect: ${near}.`,
        span: fieldSpan(entry, 'effect', node),
      }),
    )
  }
  if (entry.text('condition') === '' && !entry.unread.includes('condition')) {
    report(
      requiredField(`${path}.condition`, '', {
        code: 'missing-condition',
        message: 'This entry has no condition.',
        fix: 'Write a condition in CEL, or condition: "true" for always.',
        span: fieldSpan(entry, 'condition', node),
      }),
    )
  }
}

function entryOf({ value: entry, node }: StructItem): AccessRuleEntry {
  return {
    // Validation has refused every other effect, and entries without a condition.
    effect: entry.text('effect') as Effect,
    condition: expressionOf(entry, 'condition') as ExpressionText,
    description: entry.text('description'),
    span: spanOf(node),
  }
}

function expressionOf(struct: Struct, field: string): ExpressionText | undefined {
  const written = struct.field(field)
  if (written === undefined) return undefined
  return { text: struct.text(field), span: spanOf(withoutAlias(written.node)) }
}

function isEffect(text: string): text is Effect {
  return EFFECTS.some((effect) => effect === text)
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}
