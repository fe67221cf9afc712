import type { Problem, Severity, Span } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { Struct, TextItem } from '../decode/decoded-value.ts'

/** What is known about a rule of the lint. `docs/lint/NAME.md` is the page about it. */
export interface RuleDescription {
  /** In comments of policies and on command lines. */
  readonly name: string
  /** The severity of its findings, where a finding has no other. */
  readonly severity: Exclude<Severity, 'error'>
  /** What it finds, in one sentence. */
  readonly summary: string
  /** Its mends are guesses about what should be granted, or hide that something else was meant: a person decides each. */
  readonly decidedSingly?: true
  /** It is about the released modes of impersonation, and says nothing about a design without them. */
  readonly aboutReleasedModes?: true
}

/** A rule about one object, which is checked while the object is read. It warns of what the API server accepts. */
export interface ObjectRule extends RuleDescription {
  warnOfRule?(site: WrittenRule, report: ReportFinding): void
  warnOfSubject?(subject: Struct, path: string, report: ReportFinding): void
}

/** A rule of a role, as it is written. */
export interface WrittenRule {
  readonly rule: Struct
  readonly path: string
  readonly inRole: boolean
}

export type ReportFinding = (finding: Omit<Problem, 'severity' | 'code'>) => void

/** What a rule found, as a problem of the text. */
export function problemOf(
  { name, severity }: RuleDescription,
  finding: Omit<Problem, 'severity' | 'code'> & { readonly severity?: Severity },
): Problem {
  return { severity, code: name, ...finding }
}

/** A finding about one value of a list. */
export function aboutItem(
  item: TextItem,
  path: string,
  message: string,
  fix: string,
  replacement?: string,
): Omit<Problem, 'severity' | 'code'> & { readonly span: Span } {
  return {
    message,
    fix,
    span: item.node,
    path: `${path}[${item.index}]`,
    ...(replacement !== undefined && { replacement }),
  }
}

export function values(rule: Struct, list: string): readonly string[] {
  return rule.texts(list).map(({ value }) => value)
}

/** A value in a message. */
export function quoted(value: string): string {
  return `“${excerpt(value)}”`
}
