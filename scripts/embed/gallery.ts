import { writeScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'

/** The gallery as scenario files, by the ids of its examples. */
export function galleryFiles(): readonly { readonly id: string; readonly text: string }[] {
  return EXAMPLES.map(({ id, title, sentence, scenario }) => ({
    id,
    text: writeScenarioDocument({ title, explanation: sentence, scenario, expect: [] }),
  }))
}
