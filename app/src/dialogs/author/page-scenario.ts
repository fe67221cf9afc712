import type { LessonWork, ScenarioDocument } from '@authz-playground/engine/documents'
import type { Example } from '@authz-playground/examples'
import { playground, sharedOf } from '../../session/index.ts'

/** The scenario on the page with its words and goals. */
export function documentOnPage(example: Example | undefined): ScenarioDocument {
  const { scenario, about, goals } = playground.getState()
  const { document } = sharedOf({ scenario, about, goals }, example)
  return { ...document, title: document.title.replace(/ \(edited\)$/, '') }
}

/** What a learner would have made, if the page were their solution. */
export function workOnPage(): LessonWork {
  const { policy, request, requestor } = playground.getState().scenario
  return { policy, request, requestor }
}
