import {
  type Chunks,
  chunksFor,
  constrained,
  type Decided,
  loadChunks,
  type ReadRequest,
  type RequestText,
  readHTTP,
  type Scenario,
  scenarioDecider,
} from '@authz-playground/engine'
import type { AnswerView } from './answer.ts'
import { answerView } from './answer-view.ts'
import { celFor } from './decider-cel.ts'
import type { Answers, Question, Reply } from './decider-protocol.ts'
import type { Deciding } from './decider-questions.ts'

/** What the first answer does not need. Loaded when the page first asks for something of it. */
let behind: typeof import('./decider-behind.ts') | undefined

async function loadBehind(): Promise<typeof import('./decider-behind.ts')> {
  behind ??= await import('./decider-behind.ts')
  return behind
}

const readings = new WeakMap<RequestText, ReadRequest>()
/** A request, read once for all that is asked about it. */
function read(request: RequestText): ReadRequest {
  let reading = readings.get(request)
  if (reading === undefined) {
    reading = request.form === 'http' || !behind ? readHTTP(request.text) : behind.readRequest(request)
    readings.set(request, reading)
  }
  return reading
}

/** What deciding the scenario takes that the page opens on is here; the rest comes with the first that needs it. */
const FIRST: Chunks = { designs: [constrained] }
function chunksOf(scenario: Scenario): Chunks | Promise<Chunks> {
  return scenario.design === constrained.id && chunksFor(scenario).size === 0 ? FIRST : loadChunks(scenario)
}

/** The one place where scenarios are decided. Everything sent back is plain data, ready to be shown. */
const decide = scenarioDecider()

/** Reads other policies than the page’s without making that one forgotten. */
const decideElsewhere = scenarioDecider()

/** The decision last answered, for questions about it. */
let last: { readonly id: number; readonly decided: Decided; readonly scenario: Scenario } | undefined

/** Answers without details for as long as the code that makes them has not been asked for. */
async function answerDecide({ id, scenario, evenPartly }: Extract<Question, { kind: 'decide' }>): Promise<AnswerView> {
  const { earlier = [], later = [] } = scenario
  // Requests in other forms are read for the details, too.
  if ([scenario, ...earlier, ...later].some(({ request }) => request.form !== 'http')) await loadBehind()
  const decided = decide(scenario, await chunksOf(scenario), { evenPartly, ...(await celFor(scenario)) })
  last = { id, decided, scenario }
  return { ...answerView(decided, scenario), ...behind?.detailsOf(decided, scenario, read) }
}

const deciding: Deciding = {
  read,
  decide,
  decideElsewhere,
  decision: (id) => (last?.id === id ? last : undefined),
  policy: () => last?.decided.policy,
  idle: () => queue,
}

function send(reply: Reply): void {
  postMessage(reply)
}

async function answerTo(question: Question): Promise<Answers[Question['kind']]> {
  switch (question.kind) {
    case 'decide':
      return answerDecide(question)
    case 'compare':
    case 'decide-all':
    case 'play-all':
    case 'versions':
      return (await loadBehind()).answerMany(question, deciding)
    case 'link':
    case 'read-link':
    case 'write-document':
    case 'read-document':
    case 'find-scenarios':
    case 'write-scenarios':
    case 'content':
    case 'complete-document':
    case 'hover-document':
      return (await import('./decider-documents.ts')).answerDocument(question)
    case 'read-told':
    case 'fill':
    case 'agreement':
      return (await import('./decider-told.ts')).answerTold(question, deciding)
    default:
      return (await loadBehind()).answerOther(question, deciding)
  }
}

async function handle(question: Question): Promise<void> {
  try {
    const answer = await answerTo(question)
    send({ id: question.id, ok: true, answer })
  } catch (error) {
    // A defect of ours, never of the input: said to the page, which shows it, instead of leaving it waiting.
    send({ id: question.id, ok: false, error: error instanceof Error ? error.message : String(error) })
  }
}

/** Questions are answered in the order in which they come; those about many scenarios in an order of their own. */
let queue: Promise<void> = Promise.resolve()
let manyQueue: Promise<void> = Promise.resolve()
const MANY: ReadonlySet<Question['kind']> = new Set(['decide-all', 'play-all', 'versions'])
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (MANY.has(data.kind)) manyQueue = manyQueue.then(() => handle(data))
  // Of the answer shown, which is what the page stands on: behind no other scenarios.
  else if (data.kind === 'compare') void queue.then(() => handle(data))
  else queue = queue.then(() => handle(data))
})
