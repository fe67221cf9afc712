export { type Link, LONG_LINK, linkHash, type ReadLink, readLinkHash } from './link.ts'
export { type ReadScenarioDocument, readScenarioDocument, type ScenarioDocument } from './read.ts'
export { DOCUMENT, DOCUMENT_VERSION, type Expectation, type WrittenDocument } from './schema.ts'
export { writeScenarioDocument, writtenDocument } from './write.ts'
