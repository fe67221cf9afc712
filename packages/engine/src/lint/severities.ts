import type { Severity } from '../text/index.ts'
import type { RuleName } from './rules.ts'

/** The rules whose findings are notes: all others warn. */
const NOTES: ReadonlySet<RuleName> = new Set([
  'kep-api-group',
  'verb-of-other-design',
  'gone-resource',
  'names-with-list',
  'covered-rule',
  'unbound-role',
  'duplicate-subject',
  'namespace-missing',
  'masters-subject',
  'grants-everything',
  'grants-escalation',
  'unused-ignore',
])

/** The severity of what a rule finds, where the finding itself has no other. */
export function severityOf(rule: RuleName): Exclude<Severity, 'error'> {
  return NOTES.has(rule) ? 'note' : 'warning'
}
