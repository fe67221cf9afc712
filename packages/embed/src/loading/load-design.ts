import { OWN_DESIGN } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { LONGEST_DESIGN } from '@authz-playground/engine/internal/design-text'
import { fetchText, type Wanted, type Where } from './fetch.ts'
import type { Loaded } from './source.ts'

// Loads designs. A chunk of its own, because most pages name none.

const DESIGN: Wanted = { what: 'design', longest: LONGEST_DESIGN }

/**
 * A scenario that the design of a file decides. What is wrong in the text of the design is said with the answer, as of its other texts.
 * The first shown step and the expectations were those of another design.
 */
export async function underDesign(document: ScenarioDocument, address: string, where: Where): Promise<Loaded> {
  const found = await fetchText(address.trim(), DESIGN, where)
  if (found.failed !== undefined) return { problems: [found.problem] }
  const { step: _, ...rest } = document
  const scenario = { ...document.scenario, design: OWN_DESIGN, designText: found.text }
  return { document: { ...rest, scenario, expect: [] } }
}
