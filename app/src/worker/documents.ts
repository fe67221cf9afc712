// Files and what is pasted: their readers and their checks.
import { readPolicy } from '@authz-playground/engine'
import {
  recognise as partsOf,
  type ReadScenarioDocument,
  readScenarioDocument,
} from '@authz-playground/engine/documents'
import type { Completion, Hover } from '@authz-playground/engine/editing'
import { looksLikeCourse, looksLikeHandIn } from '@authz-playground/engine/internal/course'
import { completeBySchema, hoverBySchema } from '@authz-playground/engine/internal/editing'
import { looksLikeGoals } from '@authz-playground/engine/internal/scenario-file'
import schema from '@authz-playground/engine/scenario.schema.json'
import { type Recognised, type SentPart, sentParts } from './sent-parts.ts'

export { contentOf, exported as writeScenarios, foundIn as findScenarios } from './library-file.ts'

export function completeDocument(text: string, offset: number): readonly Completion[] {
  return completeBySchema(readPolicy(text), offset, schema)
}

export function hoverDocument(text: string, offset: number): Hover | undefined {
  return hoverBySchema(readPolicy(text), offset, schema)
}

/** What a pasted text is, part by part. `policy`: where a text does not name all, the policy beside it may. */
export function recognise(text: string, policy: string): readonly SentPart[] {
  return sentParts(text, recognised(text, policy))
}

/** The kinds of the parts of a text. */
export function kindsOf(text: string, policy: string): readonly Recognised['is'][] {
  return recognised(text, policy).map(({ is }) => is)
}

function recognised(text: string, policy: string): readonly Recognised[] {
  if (isAboutCourse(text)) return [{ is: 'course', text }]
  return looksLikeGoals(text) ? [{ is: 'goals', text }] : partsOf(text, policy)
}

/** A scenario document, or what a text is instead. */
export interface ReadText extends ReadScenarioDocument {
  readonly course?: true
  readonly goals?: true
}

/** Reads a scenario document. Goals alone, a course, and what was done in one, are only recognised. */
export function readDocument(text: string): ReadText {
  if (isAboutCourse(text)) return { course: true, diagnostics: [] }
  return { ...readScenarioDocument(text), ...(looksLikeGoals(text) && { goals: true }) }
}

function isAboutCourse(text: string): boolean {
  return looksLikeHandIn(text) || looksLikeCourse(text)
}
