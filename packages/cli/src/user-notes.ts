import type { Decided, Scenario } from '@authz-playground/engine'
import { userNote, withMissingGroups } from '@authz-playground/engine/internal/report'
import type { CommandProblem } from './problem.ts'

/** The note of the engine about the users of a refused request, with the flags of the command line. `at`: its place. */
export function userNotes(
  decided: Decided,
  scenario: Scenario,
  decide: (scenario: Scenario) => Decided,
  at: string,
): readonly CommandProblem[] {
  const completed = withMissingGroups(decided, scenario)
  const note = userNote(decided, scenario, completed && decide(completed))
  if (note === undefined) return []
  const { message } = note
  const fix = note.kind === 'groups' ? addGroups(note.groups) : note.fix
  return [{ severity: 'note', at, message, ...(fix !== undefined && { fix }) }]
}

function addGroups(groups: readonly string[]): string {
  return `Add ${groups.map((group) => `--group ${group}`).join(' ')}; in a document, add to the groups of the requestor.`
}
