import type { Policy } from '../kube/index.ts'
import { type IgnoreComment, ignoreComments, silences } from '../policy/index.ts'
import type { Finding } from './finding.ts'
import { pageOf } from './rule-names.ts'
import { ruleNamed } from './rules/index.ts'
import { unusedIgnore } from './rules/unused-ignore.ts'
import { quoted } from './words.ts'

/** The findings that no comment of the text silences, and one for each name in a comment that silences nothing. */
export function withoutIgnored(policy: Policy, found: readonly Finding[]): Finding[] {
  const ignores = ignoreComments(policy.text, policy.lines, policy.documents)
  const used = new Map(ignores.map((comment): [IgnoreComment, Set<string>] => [comment, new Set()]))
  const left = found.filter((finding) => {
    const by = ignores.filter((comment) => silences(comment, finding))
    for (const comment of by) used.get(comment)?.add(finding.code)
    return by.length === 0
  })
  const unused = ignores.flatMap((comment) =>
    comment.names.filter((name) => !used.get(comment)?.has(name)).map((name) => unusedName(policy, comment, name)),
  )
  return [...left, ...unused]
}

function unusedName(policy: Policy, { span }: IgnoreComment, name: string): Finding {
  const isRule = ruleNamed(name) !== undefined
  return {
    severity: unusedIgnore.severity,
    code: unusedIgnore.name,
    message: isRule ? `This silences no ${quoted(name)}.` : `There is no rule ${quoted(name)}.`,
    fix: isRule ? 'Remove it, or move it to the line of the finding.' : 'Write the name of a rule.',
    range: policy.lines.range(span),
    page: pageOf(unusedIgnore.name),
  }
}
