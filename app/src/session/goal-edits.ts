import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { MOST_GOALS } from '@authz-playground/engine/internal/scenario-file'
import { counted } from '@authz-playground/pictures'
import { announce, notify } from '../ui/index.ts'
import { edited } from './edited.ts'
import { onceAnswered } from './once-answered.ts'
import { playground, workerApi } from './playground.ts'
import { problemsInWords } from './problems-in-words.ts'

/** Each of these changes is a step of undo of its own. */
let changes = 0

function setGoals(goals: readonly string[]): void {
  changes += 1
  playground.getState().setGoals(`goals ${changes}`, goals)
}

/** Changes the sentence of a goal. Keystrokes in one sentence are one step of undo. */
export function writeGoal(at: number, text: string): void {
  const { goals, setGoals } = playground.getState()
  if (goals[at] !== text) setGoals(`goal ${at}`, goals.with(at, text))
}

/** Says that more goals would make a document that nobody can read. */
function refuseMore(): void {
  notify(`${MOST_GOALS.toLocaleString('en')} goals are as many as a scenario has. Remove some to add others.`)
}

/** Adds goals that the list does not have yet, at its end. Returns how many were added: undefined where they are too many. */
export function addGoals(sentences: readonly string[]): number | undefined {
  const { goals } = playground.getState()
  const written = new Set(goals)
  const fresh = [...new Set(sentences)].filter((sentence) => !written.has(sentence))
  if (goals.length + fresh.length > MOST_GOALS) {
    refuseMore()
    return undefined
  }
  if (fresh.length > 0) setGoals([...goals, ...fresh])
  return fresh.length
}

/**
 * Adds the goals of a file with goals alone to the scenario on the page, as one step of undo, and says so. Returns what is not
 * understood, in sentences; where there is one, none is added.
 */
export async function addGoalsOf(text: string): Promise<readonly string[]> {
  const { scenario, lesson } = playground.getState()
  if (lesson !== undefined) return ['A lesson has goals of its own. Leave it to add others.']
  const { goals, diagnostics } = await workerApi().goalsInFile(text, scenario)
  if (goals === undefined) return problemsInWords(diagnostics)
  const added = addGoals(goals)
  if (added === undefined) return []
  announce(added === 0 ? 'These goals are in the list already.' : `${counted(added, 'goal')} added to the scenario.`)
  return []
}

/**
 * Adds a goal to write, also where the list has the same sentence, and returns its place: undefined where the list has as many as it
 * may have.
 */
export function beginGoal(sentence: string): number | undefined {
  const { goals } = playground.getState()
  if (goals.length >= MOST_GOALS) {
    refuseMore()
    return undefined
  }
  setGoals([...goals, sentence])
  return goals.length
}

export function removeGoal(at: number): void {
  const { goals } = playground.getState()
  setGoals(goals.toSpliced(at, 1))
}

/** Moves a goal to another place in the list, if there is one. */
export function moveGoal(from: number, to: number): void {
  const { goals } = playground.getState()
  const moved = goals[from]
  if (moved === undefined || to < 0 || to >= goals.length) return
  setGoals(goals.toSpliced(from, 1).toSpliced(to, 0, moved))
}

/**
 * Puts the request of a goal on the page, unless it is there already, and plays it once it is decided. Policy and goals stay;
 * one step of undo goes back.
 */
export function playGoal({ play }: Pick<GoalRow, 'play'>): void {
  if (play === undefined) return
  const { scenario, edit } = playground.getState()
  const { request, requestor, design, earlier = [], after = 0 } = play
  const change = { request, requestor, design, earlier, after, later: [] }
  if (edited({ ...scenario, ...change }, { ...scenario, later: [] })) {
    changes += 1
    edit({ subject: `goal played ${changes}`, change, replaces: true })
    announce('The request of the goal is on the page. Undo goes back.')
  }
  onceAnswered(playground.getState().scenario, (now) => now.play())
}
