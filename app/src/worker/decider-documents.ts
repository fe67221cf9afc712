import { completeBySchema, hoverBySchema, readPolicy } from '@authz-playground/engine'
import schema from '@authz-playground/engine/scenario.schema.json'
import {
  linkHash,
  readLinkHash,
  readScenarioDocument,
  writeScenarioDocument,
} from '@authz-playground/engine/scenario-file'
import type { Answers, DocumentQuestion } from './decider-protocol.ts'
import { contentOf, exported, foundIn } from './library-file.ts'

/** Links and files: the part of the worker that checks and compresses, in a chunk of its own. */
export async function answerDocument(question: DocumentQuestion): Promise<Answers[DocumentQuestion['kind']]> {
  switch (question.kind) {
    case 'link':
      return linkHash(question.link)
    case 'read-link':
      return await readLinkHash(question.hash)
    case 'write-document':
      return writeScenarioDocument(question.document)
    case 'read-document':
      return readScenarioDocument(question.text)
    case 'find-scenarios':
      return foundIn(question.files)
    case 'write-scenarios':
      return exported(question.scenarios)
    case 'content':
      return contentOf(question.document)
    case 'complete-document':
      return completeBySchema(readPolicy(question.text), question.offset, schema)
    case 'hover-document':
      return hoverBySchema(readPolicy(question.text), question.offset, schema)
  }
}
