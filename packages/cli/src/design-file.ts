import type { Design } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { readDesign } from '@authz-playground/engine/internal/design-text'
import { designOf } from '@authz-playground/engine/internal/designs'
import type { Files } from './files.ts'
import { type CommandProblem, problemOf, Refused } from './problem.ts'
import { printPlace } from './text-places.ts'

/** A design in a file, with what there is to say of it. Throws `Refused` where any part of it was not understood. */
export function designIn(
  path: string,
  files: Files,
): { readonly written: Design; readonly remarks: readonly CommandProblem[] } {
  const { name, text } = files.text(path)
  const { design, diagnostics } = readDesign(text, CEL)
  const remarks = diagnostics.map((one) => problemOf(one, printPlace(name, one.range)))
  if (design === undefined) throw new Refused(...remarks)
  return { written: designOf(design, CEL), remarks }
}
