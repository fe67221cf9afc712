import { explainSyntax } from '../manifests/index.ts'
import { type ReadScenarioDocument, readDocument } from './read.ts'

/**
 * Reads a scenario document: YAML or JSON, of this version or an older one. Strict: what is unknown, of another type or
 * of a newer version is an error with its place. Takes any text and never throws. What its texts say is not read here.
 */
export function readScenarioDocument(text: string): ReadScenarioDocument {
  return readDocument(text, explainSyntax)
}
