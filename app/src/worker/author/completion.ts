import { readPolicy } from '@authz-playground/engine'
import courseSchema from '@authz-playground/engine/course.schema.json'
import type { Lesson } from '@authz-playground/engine/documents'
import { type Completion, completeAt, type Hover, hoverAt } from '@authz-playground/engine/editing'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import { completeBySchema, hoverBySchema } from '@authz-playground/engine/internal/editing'
import { completeGoal, type GoalNames, goalNames, goalTemplates } from '@authz-playground/engine/internal/goals'
import { lastReadable } from './course-view.ts'
import { LONGEST_COURSE } from './limits.ts'
import { policyAt, sentenceAt } from './sites.ts'
import { lessonsIn } from './written.ts'

/** Completions at a place of a course: of sentences in goals and conditions, of policies, and of the fields of the document. */
export function completeCourse(text: string, offset: number): readonly Completion[] {
  if (text.length > LONGEST_COURSE) return []
  const site = sentenceAt(text, offset)
  if (site !== undefined) return sentences(text, offset, site)
  const policy = policyAt(text, offset)
  if (policy === undefined) return completeBySchema(readPolicy(text), offset, courseSchema)
  const { design, cluster } = lessonAt(text, offset)?.start ?? {}
  const within = { ...(design && { design }), ...(cluster && { version: cluster.version }) }
  return completeAt(policy.text, policy.offset, readPolicy(policy.text), within).map((completion) => ({
    ...completion,
    insert: completion.insert.replaceAll('\n', `\n${policy.indent}`),
    replace: { start: policy.toCourse(completion.replace.start), end: policy.toCourse(completion.replace.end) },
  }))
}

/** The words of a hover at a place of a course. */
export function hoverCourse(text: string, offset: number): Hover | undefined {
  if (text.length > LONGEST_COURSE) return undefined
  const read = readPolicy(text)
  const policy = policyAt(text, offset)
  if (policy === undefined) return hoverBySchema(read, offset, courseSchema)
  const hover = hoverAt(readPolicy(policy.text), policy.offset, lessonAt(text, offset)?.start.cluster.version)
  if (hover === undefined) return undefined
  const start = policy.toCourse(hover.range.start)
  const end = policy.toCourse(hover.range.end)
  return { ...hover, range: read.lines.range({ start, end }) }
}

function sentences(
  text: string,
  offset: number,
  { start, sentence, quotes }: NonNullable<ReturnType<typeof sentenceAt>>,
): readonly Completion[] {
  const names = namesFor(lessonAt(text, offset))
  const isEmpty = sentence.trim() === ''
  // Double quotes at the beginning would be those of YAML.
  const isWritable = (insert: string, at: number): boolean =>
    !insert.includes('"') || quotes === "'" || (quotes === '' && at > 0)
  const templates = isEmpty
    ? goalTemplates(names).map(({ title, text }) => ({ insert: text, start: 0, end: 0, detail: title }))
    : []
  return [...templates, ...completeGoal(sentence, offset - start, names)]
    .filter(({ insert, start: at }) => isWritable(insert, at))
    .map(({ insert, start: from, end, detail }) => ({
      label: insert.trim(),
      kind: detail === '' ? 'value' : 'name',
      detail,
      about: [],
      insert,
      replace: { start: start + from, end: start + end },
    }))
}

/** The lesson at a place, as it was when its course could be read last. */
function lessonAt(text: string, offset: number): Lesson | undefined {
  const lessons = lastReadable()?.outline?.lessons ?? []
  const here = lessonsIn(text).findLast(({ span }) => span.start <= offset)
  return (lessons.find(({ id }) => here !== undefined && id === here.id) ?? lessons[0])?.lesson
}

let known: { readonly of: string; readonly names: GoalNames } | undefined

function namesFor(lesson: Lesson | undefined): GoalNames {
  const { policy = '', schema = '' } = lesson?.start ?? {}
  const of = [policy, lesson?.solution.policy ?? '', schema].join('\n---\n')
  if (known?.of !== of) known = { of, names: goalNames(clusterOf(readPolicy(of))) }
  return known.names
}
