import type { LintRule } from '../rule.ts'

/** Found when the findings of all other rules are compared with the comments of the text. */
export const unusedIgnore: LintRule = {
  name: 'unused-ignore',
  severity: 'note',
  summary: 'A comment that silences nothing.',
}
