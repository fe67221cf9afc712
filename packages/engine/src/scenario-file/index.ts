export {
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  yamlOf,
} from '../yaml/index.ts'
export { type DocumentPlaces, documentPlaces } from './document-places.ts'
export { linkParts, readExampleHash } from './example-link.ts'
export { checkExpectations, type DecidedAnswer, type ExpectationResult, type Unmet } from './expectations.ts'
export { MOST_GOALS } from './limits.ts'
export { type ReadLink, readLinkHash, readPacked } from './link.ts'
export { LONG_LINK, linkHash, packed, type ScenarioLink } from './link-write.ts'
export { COURSE_MIGRATIONS, migrated } from './migrations.ts'
export {
  documentOf,
  type GoalsDocument,
  looksLikeGoals,
  type ReadScenarioDocument,
  readGoalsDocument,
  readScenarioDocument,
  type ScenarioDocument,
} from './read.ts'
export {
  DOCUMENT,
  DOCUMENT_VERSION,
  type Expectation,
  GOALS_DOCUMENT,
  goals,
  mapping,
  type WrittenDocument,
  type WrittenScenario,
} from './schema.ts'
export { fits, type Sentence, type Shape, sentenceOf, type ValueOf } from './shape.ts'
export { type DocumentKind, type ReadShaped, readShaped } from './shaped-document.ts'
export { type DocumentStream, type ReadPiece, readScenarioDocuments } from './stream.ts'
export { writeScenarioDocument, writtenDocument } from './write.ts'
export { unknownDesigns, wrongIn } from './wrong.ts'
