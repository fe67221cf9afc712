import type { Scenario } from '@authz-playground/engine'
import { answerView } from './answer-view.ts'
import type { AnswerQuestions, Questions, Reply, WorkerApi, WorkerQuestion } from './api.ts'
import { AUTHORED_LATER, authorAnswers } from './author/questions.ts'
import { byName } from './by-name.ts'
import { decide, decideElsewhere, defaultRolesText, type ScenarioDecision } from './decisions.ts'

/** The last decision and the id of its question. Questions about the answer are about this decision. */
let last: (ScenarioDecision & { readonly id: number }) | undefined

/** Counts the questions about goals, in their order: their code may arrive for a later one first. */
let goalsAsked = 0

// Each is a chunk that loads with the first of its questions.
const later = () => import('./page-questions.ts')
const links = () => import('./links.ts')
const documents = () => import('./documents.ts')
const ownDesign = () => import('./own-design.ts')
const explanations = () => import('./explanations.ts')
const allowing = () => import('./allowing-changes.ts')
const linting = () => import('./mistakes.ts')
const observed = () => import('./observed.ts')
const logs = () => import('./log-files.ts')
const migration = () => import('./migration.ts')
const comparing = () => import('./compared-policies.ts')
const asking = () => import('./policy-questions.ts')
const goals = () => import('./judged-goals.ts')
const courses = () => import('./courses.ts')
const lessonHelp = () => import('./lesson-help.ts')

type Answered<Question extends (...args: never) => unknown> = ReturnType<Question> | Promise<ReturnType<Question>>

/** `decide` is in {@link handle}, because it needs the id of its question. */
const questions: {
  [Name in Exclude<keyof Questions, 'decide'>]: (...args: Parameters<Questions[Name]>) => Answered<Questions[Name]>
} = {
  complete: async (text, offset) => (await later()).complete(text, offset, last),
  hover: async (text, offset) => (await later()).hover(text, offset, last),
  subjects: async (policy) => (await later()).subjects(policy, last?.decided.cluster.policy),
  outline: async (policy) => (await later()).outline(policy, last?.decided.cluster.policy),
  decideAll: async (scenarios) => (await later()).decideAll(scenarios, idle),
  playAll: async (scenarios) => (await later()).playAll(scenarios, idle),
  versions: async (scenario) => (await later()).versions(scenario, idle),
  markdownFor: async (scenario, link) =>
    (await later()).markdownOf({ scenario, decided: await decideElsewhere(scenario) }, link),
  rewrite: async (written, changes) => (await later()).rewrite(written, changes, last),
  print: async (request, username) => (await later()).print(request, username, last),
  answer: async (scenario) => answerView(await decideElsewhere(scenario), scenario),
  goals: async (scenario, sentences, start) => {
    goalsAsked += 1
    const mine = goalsAsked
    return (await goals()).judgedGoals(
      { scenario, goals: sentences, ...(start !== undefined && { start }) },
      idle,
      () => mine === goalsAsked,
      () => last?.scenario.policy === scenario.policy,
    )
  },
  ...byName(goals, 'goalsInFile'),
  changedLines: async (before, after) => (await import('./text-diff.ts')).changedLines(before, after),
  defaultRoles: defaultRolesText,
  prepareReading: async () => {
    await documents()
  },
  ...byName(links, 'link', 'readLink', 'writeDocument'),
  ...byName(documents, 'readDocument', 'findScenarios', 'writeScenarios', 'contentOf'),
  ...byName(documents, 'completeDocument', 'hoverDocument', 'recognise', 'kindsOf'),
  ...byName(ownDesign, 'completeDesign', 'hoverDesign', 'beginningOfDesign', 'designBeside', 'threadDesigns'),
  parseClusterOutput: async (text, refusedOnly) => (await observed()).observedView(text, refusedOnly),
  ...byName(observed, 'fill'),
  readCourse: async (text) => (await courses()).readCourseText(text),
  hint: async (lesson, work, shown) => (await lessonHelp()).hintFor(lesson, work, shown, idle),
  ...byName(courses, 'readCourseLink', 'wholeCourseLink', 'handInLink', 'writeHandIn'),
  ...byName(lessonHelp, 'solution'),
  ...byName(logs, 'readLog', 'stopLog', 'forgetLog'),
  ...byName(() => import('./pictures.ts'), 'layOutWide'),
  ...authorAnswers(idle),
}

const answerQuestions: {
  [Name in keyof AnswerQuestions]: (
    decision: ScenarioDecision,
    ...args: Parameters<AnswerQuestions[Name]>
  ) => Answered<AnswerQuestions[Name]>
} = {
  markdown: async (decision, link) => (await later()).markdownOf(decision, link),
  userNote: async (decision) => (await later()).noteOfUsers(decision),
  compare: async (decision) => (await later()).compare(decision, idle, () => last === decision),
  ...byName(later, 'review', 'printed', 'permission', 'mostOfReviews'),
  ...byName(() => import('./replay.ts'), 'replay'),
  ...byName(() => import('./pictures.ts'), 'picture'),
  explain: async (decision) => (await explanations()).explanationOf(decision, idle, () => last === decision),
  changes: async (decision) => (await allowing()).changesThatAllow(decision, idle, () => last === decision),
  mistakes: async (decision) => (await linting()).mistakesIn(decision, idle, () => last === decision),
  ...byName(linting, 'mend'),
  ...byName(goals, 'keptGoals', 'goalProposals'),
  ...byName(asking, 'askable', 'whoCan', 'whatCan', 'accessList', 'matrix', 'whomCan'),
  ...byName(migration, 'constrainPlan', 'constrainRequests', 'constrainWidenings', 'constrainText'),
  policyDiff: async (decision, other, versions) =>
    (await comparing()).policyDiffView(decision, other, versions, idle, () => last === decision),
  ...byName(observed, 'agreement'),
}

async function answerTo({ id, name, args, shown }: WorkerQuestion): Promise<unknown> {
  if (name === 'decide') {
    const [shown, evenPartly, showsReview] = args as Parameters<Questions['decide']>
    // Further questions are about what is shown.
    const scenario: Scenario = showsReview ? { ...shown, showsReview } : shown
    last = { id, scenario, decided: await decide(scenario, evenPartly) }
    return answerView(last.decided, scenario)
  }
  // `WorkerApi` types the arguments where the page asks.
  if (name in questions) return (questions[name as keyof typeof questions] as (...args: unknown[]) => unknown)(...args)
  if (last?.id !== shown) return undefined
  return (answerQuestions[name as keyof AnswerQuestions] as (...args: unknown[]) => unknown)(last, ...args)
}

async function handle(question: WorkerQuestion): Promise<void> {
  const { id } = question
  const send = (reply: Reply): void => postMessage(reply)
  try {
    send({ id, ok: true, answer: await answerTo(question) })
  } catch (thrown) {
    // A defect of the playground or a part that did not arrive; the input never causes this. The page shows it instead
    // of waiting.
    const error = thrown instanceof Error ? thrown.message : String(thrown)
    send({ id, ok: false, error, missing: didNotArrive(thrown) })
  }
}

/** Whether Chromium, Firefox or WebKit threw this because a module did not arrive. */
function didNotArrive(thrown: unknown): boolean {
  return thrown instanceof TypeError && /dynamically imported module|Importing a module script/.test(thrown.message)
}

/**
 * The worker answers questions in the order in which they come. Those about many scenarios have an order of their own.
 */
let queue: Promise<void> = Promise.resolve()
let manyQueue: Promise<void> = Promise.resolve()
const MANY: ReadonlySet<keyof WorkerApi> = new Set(['decideAll', 'playAll', 'versions'])
const AFTERWARDS: ReadonlySet<keyof WorkerApi> = new Set([
  'compare',
  'explain',
  'changes',
  'mistakes',
  'goals',
  'hint',
  'policyDiff',
  'constrainPlan',
  'constrainRequests',
  'constrainWidenings',
  'constrainText',
  ...AUTHORED_LATER,
])

/** Resolves when all questions about the page are answered. */
function idle(): Promise<void> {
  return queue
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  if (MANY.has(data.name)) manyQueue = manyQueue.then(() => handle(data))
  // They run after the decision that they are about, and wait for later questions.
  else if (AFTERWARDS.has(data.name)) void queue.then(() => handle(data))
  else queue = queue.then(() => handle(data))
})
