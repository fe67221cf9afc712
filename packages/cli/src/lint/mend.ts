import type { Policy } from '@authz-playground/engine'
import { editsOfAll, editsOfError } from '@authz-playground/engine/internal/lint'
import { edited } from '@authz-playground/engine/policy'
import type { LintedFile } from './linted-file.ts'
import type { LintedText } from './policies.ts'

/** A mend can make room for the next one: `deploy` in the wrong group. No text needs more rounds than this. */
const MOST_ROUNDS = 10

/** The files after mending all that can be mended without a decision, linted again. */
export function mended(
  files: readonly LintedFile[],
  lint: (texts: readonly LintedText[]) => readonly LintedFile[],
): readonly LintedFile[] {
  let linted = files
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const texts = linted.map(({ file, policy, findings }) => ({
      ...file,
      text: withoutError(policy) ?? edited(file.text, editsOfAll(policy, findings)),
    }))
    if (texts.every(({ text }, index) => text === linted[index]?.file.text)) return linted
    linted = lint(texts)
  }
  return linted
}

/** The text of a policy without its first error, where that can be mended; what else is wrong is seen then. */
function withoutError(policy: Policy): string | undefined {
  const error = policy.diagnostics.find(({ severity }) => severity === 'error')
  const edits = error && editsOfError(policy, error)
  return edits && edited(policy.text, edits)
}
