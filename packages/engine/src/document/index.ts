export { type ReadScenarioDocument, readScenarioDocument, type ScenarioDocument } from './read.ts'
export { DOCUMENT, DOCUMENT_VERSION, type Expectation, type WrittenDocument } from './schema.ts'
export { writeScenarioDocument, writtenDocument } from './write.ts'
