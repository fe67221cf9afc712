import type { Policy } from '../kube/index.ts'
import { sourceTreeAt } from '../policy/index.ts'
import type { TextEdit } from '../text/index.ts'
import { nodesAround } from '../yaml/index.ts'
import type { Finding } from './finding.ts'

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
