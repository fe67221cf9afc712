import { edited, editsOfAll } from '@authz-playground/engine/lint'
import type { InputFile } from '../files.ts'
import type { LintedFile } from './linted-file.ts'

/** A mend can make room for the next one: `deploy` in the wrong group. No text needs more rounds than this. */
const MOST_ROUNDS = 10

/** The files after mending all that can be mended without a decision, linted again. */
export function mended(
  files: readonly LintedFile[],
  lint: (texts: readonly InputFile[]) => readonly LintedFile[],
): readonly LintedFile[] {
  let linted = files
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const texts = linted.map(({ file, policy, findings }) => ({
      ...file,
      text: edited(file.text, editsOfAll(policy, findings)),
    }))
    if (texts.every(({ text }, index) => text === linted[index]?.file.text)) return linted
    linted = lint(texts)
  }
  return linted
}
