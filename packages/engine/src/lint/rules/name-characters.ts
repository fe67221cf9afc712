import type { PolicyRule, RuleList } from '../../kube/index.ts'
import { characterFindings } from '../../text/index.ts'
import type { Place } from '../finding.ts'
import { type LintRule, placeIn, type ReportFound } from '../rule.ts'
import { quoted } from '../words.ts'

/** A name with a character that nobody sees: it reads like another name, and is not that one. */
export const invisibleCharacter: LintRule = {
  name: 'invisible-character',
  severity: 'warning',
  summary: 'A name with an invisible character, or with a blank that is not an ordinary space.',
  checkRule({ rule }, report) {
    checkRuleNames(rule, report)
  },
  checkRole({ name, nameSpan }, _, report) {
    checkName(name, { span: nameSpan }, report)
  },
  checkBinding({ binding: { name, nameSpan, roleRef, subjects } }, report) {
    checkName(name, { span: nameSpan }, report)
    checkName(roleRef.name, { span: roleRef.span, path: ['name'] }, report)
    for (const subject of subjects) {
      checkName(subject.name, { span: subject.span, path: ['name'] }, report)
      if (subject.kind === 'ServiceAccount')
        checkName(subject.namespace, { span: subject.span, path: ['namespace'] }, report)
    }
  },
}

/** {@link invisibleCharacter} finds it. */
export const mixedScripts: LintRule = {
  name: 'mixed-scripts',
  severity: 'warning',
  summary: 'A name with Latin letters and letters of another script in one word, which look like Latin ones.',
}

const LISTS: readonly RuleList[] = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs']

function checkRuleNames(rule: PolicyRule, report: ReportFound): void {
  for (const list of LISTS) {
    for (const [index, value] of rule[list].entries()) checkName(value, placeIn({ rule }, list, index), report)
  }
}

function checkName(name: string, at: Place, report: ReportFound): void {
  for (const { code, what } of characterFindings(name)) {
    report(
      code === 'mixed-scripts'
        ? {
            rule: mixedScripts,
            at,
            message: `The name ${quoted(name)} ${what}.`,
            fix: 'Type the word again in one script. The API server compares every character.',
          }
        : {
            at,
            message: `The name ${quoted(name)} ${what}.`,
            fix: 'Type the name again without it. The API server compares every character.',
          },
    )
  }
}
