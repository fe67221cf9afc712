import type { ReadScenarioDocument } from '@authz-playground/engine/scenario-file'
import { decider, useLastAnswer } from '../../session/index.ts'

/** What a text was read as. */
interface Reading extends ReadScenarioDocument {
  readonly text: string
}

/** What the newest text was read as, once it was; before that, the one before it. */
export function useReading(text: string | undefined): Reading | undefined {
  return useLastAnswer(() => (text === undefined ? undefined : readText(text)), [text])
}

async function readText(text: string): Promise<Reading> {
  return { ...(await decider().readDocument(text)), text }
}
