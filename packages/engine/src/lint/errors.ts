import type { Policy } from '../kube/index.ts'
import { readPolicy, sourceTreeAt } from '../policy/index.ts'
import { type Diagnostic, edited, type TextEdit } from '../text/index.ts'
import { nodesAround, replaceValue } from '../yaml/index.ts'

/**
 * The edits that mend an error of a policy where only one thing can be meant: `verbs: get,delete` becomes a list, and a
 * missing line of `---` is put between two objects. Undefined for any other error.
 */
export function editsOfError(policy: Policy, error: Diagnostic): readonly TextEdit[] | undefined {
  const edits = error.code === 'list-expected' ? asList(policy, error) : separator(policy, error)
  if (edits === undefined) return undefined
  const after = readPolicy(edited(policy.text, edits))
  return errorsIn(after).length < errorsIn(policy).length ? edits : undefined
}

function errorsIn({ diagnostics }: Policy): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error')
}

function asList(policy: Policy, { range }: Diagnostic): readonly TextEdit[] | undefined {
  const tree = sourceTreeAt(policy, range.start)
  const node = tree && nodesAround(tree, range).at(-1)
  if (node?.kind !== 'scalar') return undefined
  const values = node.value.split(/[\s,]+/).filter((value) => value !== '')
  return values.length === 0 ? undefined : replaceValue(tree as NonNullable<typeof tree>, node, values)
}

/** The errors of two objects in one document: the second one begins at the first of these two keys that is there again. */
function separator(policy: Policy, error: Diagnostic): readonly TextEdit[] | undefined {
  if (error.code !== 'duplicate-key' && error.code !== 'unknown-field') return undefined
  const document = policy.documents.find(({ start, end }) => error.range.start >= start && error.range.end <= end)
  const begins = errorsIn(policy).find(
    ({ code, path, range }) =>
      document !== undefined &&
      code === 'duplicate-key' &&
      (path === 'apiVersion' || path === 'kind') &&
      range.column === 1 &&
      range.start >= document.start &&
      range.end <= document.end,
  )
  if (begins === undefined || document?.syntax !== 'yaml') return undefined
  const at = begins.range.start
  return [{ span: { start: at, end: at }, text: '---\n' }]
}
