import type { Answer } from '../../kube/index.ts'
import type { Question } from '../../trace/index.ts'
import type { FieldVerbs } from './verbs.ts'

/** The first field that no verb covers, and the answers about it. */
export interface Uncovered {
  readonly field: FieldVerbs
  /** The answer to the verb that is reported; absent where the field has no verb at all. */
  readonly answers: ReadonlyMap<string, Answer>
}

/** Asks one verb for the request. */
type Ask = (verb: string) => Generator<Question, Answer, Answer>
/** Asks until each field is covered. Returns the first field that is not covered, or undefined. */
type Checking = Generator<Question, Uncovered | undefined, Answer>

/**
 * Asks field by field: the verbs of the first field from general to specific until the user holds one, then the verbs of
 * the next field. A verb that was asked for one field is not asked again for another.
 */
export function* fieldByField(fields: readonly FieldVerbs[], ask: Ask): Checking {
  const answers = new Map<string, Answer>()
  for (const field of fields) {
    let covered = false
    for (const verb of field.verbs) {
      const answer = answers.get(verb) ?? (yield* ask(verb))
      answers.set(verb, answer)
      covered = answer.decision === 'Allow'
      if (covered) break
    }
    if (!covered) return { field, answers }
  }
  return undefined
}

/**
 * Asks level by level: first the most general verbs of all fields, then the next verbs of the fields that are not covered
 * yet.
 */
export function* levelByLevel(fields: readonly FieldVerbs[], ask: Ask): Checking {
  const answers = new Map<string, Answer>()
  let left = fields
  for (let level = 0; left.length > 0; level++) {
    const open: FieldVerbs[] = []
    for (const field of left) {
      const verb = field.verbs[level]
      if (verb === undefined) return { field, answers }
      const answer = answers.get(verb) ?? (yield* ask(verb))
      answers.set(verb, answer)
      if (answer.decision === 'Allow') continue
      if (level === field.verbs.length - 1) return { field, answers }
      open.push(field)
    }
    left = open
  }
  return undefined
}
