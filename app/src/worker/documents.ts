// Links, files and what is pasted: their readers, their checks, and compression.
import { readPolicy } from '@authz-playground/engine'
import { type Completion, completeBySchema, type Hover, hoverBySchema } from '@authz-playground/engine/editing'
import schema from '@authz-playground/engine/scenario.schema.json'

export { recognise } from '@authz-playground/engine/pasted'
export {
  linkHash,
  readLinkHash,
  readScenarioDocument,
  writeScenarioDocument,
} from '@authz-playground/engine/scenario-file'
export { contentOf, exported, foundIn } from './library-file.ts'

export function completeDocument(text: string, offset: number): readonly Completion[] {
  return completeBySchema(readPolicy(text), offset, schema)
}

export function hoverDocument(text: string, offset: number): Hover | undefined {
  return hoverBySchema(readPolicy(text), offset, schema)
}
