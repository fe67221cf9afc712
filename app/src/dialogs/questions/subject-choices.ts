import type { PlainUser } from '@authz-playground/engine'
import { subjectOfUsername, userOf } from '@authz-playground/engine/internal/rights'
import { type Choices, subjectWord } from '../../session/index.ts'
import type { TypedSubject } from '../../worker/index.ts'

/** The subject that was chosen; else the requestor of the page, with the groups that its name does not imply. */
export function chosenSubject({ of, with: groups }: Choices, requestor: PlainUser): TypedSubject {
  if (of !== undefined) return { word: of, groups: groupsIn(groups ?? '') }
  const subject = subjectOfUsername(requestor.username)
  const implied = userOf(subject).groups
  const own = (requestor.groups ?? []).filter((group) => !implied.includes(group))
  return { word: subjectWord(subject), groups: groups === undefined ? own : groupsIn(groups) }
}

/** Groups as typed, with commas between them. */
function groupsIn(text: string): readonly string[] {
  return text.split(/[,\s]+/).filter(Boolean)
}

/** What a field shows: the typed text, else the groups of a subject. */
export function typedGroups(chosen: string | undefined, { groups }: TypedSubject): string {
  return chosen ?? groups.join(',')
}
