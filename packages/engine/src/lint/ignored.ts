import type { Policy } from '../kube/index.ts'
import { type IgnoreComment, ignoreComments, Silencing, sourceTreeAt } from '../policy/index.ts'
import type { TextEdit } from '../text/index.ts'
import { nodesAround } from '../yaml/index.ts'
import type { Finding } from './finding.ts'
import { pageOf } from './rule-names.ts'
import { ruleNamed } from './rules/index.ts'
import { unusedIgnore } from './rules/unused-ignore.ts'
import { quoted } from './words.ts'

/** The findings that no comment of the text silences, and one for each name in a comment that silences nothing. */
export function withoutIgnored(policy: Policy, found: readonly Finding[]): Finding[] {
  const ignores = ignoreComments(policy.text, policy.lines, policy.documents)
  const used = new Map(ignores.map((comment): [IgnoreComment, Set<string>] => [comment, new Set()]))
  const silencing = new Silencing(ignores)
  const left = found.filter((finding) => {
    const by = silencing.of(finding)
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

/**
 * The edit that silences a finding by a comment in a line of its own above it: `# lint:ignore NAME reason`. Undefined where a
 * comment cannot be: in JSON, and within a scalar of several lines.
 */
export function editsOfSilence(
  policy: Policy,
  { code, range }: Pick<Finding, 'code' | 'range'>,
  reason: string,
): readonly TextEdit[] | undefined {
  const { text } = policy
  const tree = sourceTreeAt(policy, range.start)
  if (tree === undefined || tree.document.syntax === 'json') return undefined
  const at = Math.max(text.lastIndexOf('\n', range.start - 1) + 1, text.startsWith('\ufeff') ? 1 : 0)
  const within = nodesAround(tree, { start: at, end: at }).some(
    ({ kind, start, end }) => kind === 'scalar' && start < at && at < end,
  )
  if (within || at < tree.document.start) return undefined
  const indent = /[ \t]*/y
  indent.lastIndex = at
  const [spaces = ''] = indent.exec(text) ?? []
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  return [{ span: { start: at, end: at }, text: `${spaces}# lint:ignore ${code} ${reason}${lineBreak}` }]
}
