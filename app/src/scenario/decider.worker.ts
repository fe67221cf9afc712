import {
  constrained,
  type Decided,
  type Design,
  deciderOver,
  needsParts,
  type Policy,
  type ReadRequest,
  type RequestText,
  readHTTP,
  readPolicy,
  type Scenario,
} from '@authz-playground/engine'
import type { AnswerView } from './answer.ts'
import { answerView } from './answer-view.ts'
import type { Answers, Question, Reply } from './decider-protocol.ts'

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

/** The design that the page opens on is here; the others come behind the first answer. */
function designById(id: string): Design | undefined {
  return id === constrained.id ? constrained : behind?.DESIGNS.find((design) => design.id === id)
}

/** The one place where scenarios are decided. Everything sent back is plain data, ready to be shown. */
const decide = deciderOver(designById, read)

/** The decision last answered, for questions about it. */
let last: { readonly id: number; readonly decided: Decided; readonly scenario: Scenario } | undefined

let policy: Policy | undefined
/** The policy behind completion and hover, read again only when its text has changed. */
function policyOf(text: string): Policy {
  if (policy?.text !== text) policy = readPolicy(text)
  return policy
}

type Deciding = Extract<Question, { kind: 'decide' }>

/** Answers without details for as long as the code that makes them has not been asked for. */
async function answerDecide({ id, scenario, evenPartly }: Deciding): Promise<AnswerView> {
  const { earlier = [], later = [] } = scenario
  if (designById(scenario.design) === undefined) await loadBehind()
  if ([scenario, ...earlier, ...later].some(({ request }) => request.form !== 'http')) await loadBehind()
  const parts = needsParts(scenario) ? await (await loadBehind()).partsFor([scenario]) : undefined
  const decided = decide(scenario, { evenPartly, ...(parts && { parts }) })
  last = { id, decided, scenario }
  policy = decided.policy
  return { ...answerView(decided, scenario), ...behind?.detailsOf(decided, scenario, read) }
}

async function answerOther(question: Exclude<Question, Deciding>): Promise<Answers[Question['kind']]> {
  const {
    comparedTo,
    comparisonOf,
    completeAt,
    defaultRolesText,
    detailsOf,
    hoverAt,
    markdownOf,
    partsFor,
    reviewYAML,
    rewritten,
  } = await loadBehind()
  switch (question.kind) {
    case 'complete':
      return completeAt(question.text, question.offset, policyOf(question.text))
    case 'hover':
      return hoverAt(policyOf(question.text), question.offset)
    case 'details': {
      const now = decision(question.of)
      return now && detailsOf(now.decided, now.scenario, read)
    }
    case 'review': {
      const check = decision(question.of)?.decided.trace?.steps[question.step]?.check
      return check && reviewYAML(check)
    }
    case 'markdown': {
      const now = decision(question.of)
      return now && markdownOf(now.decided, now.scenario)
    }
    case 'compare': {
      const now = decision(question.of)
      return now && comparisonOf(now.scenario, decide, await partsFor(comparedTo(now.scenario)))
    }
    case 'default-roles':
      return defaultRolesText()
    case 'rewrite':
      return rewritten(question.written, question.changes)
  }
}

function decision(id: number): typeof last {
  return last?.id === id ? last : undefined
}

function send(reply: Reply): void {
  postMessage(reply)
}

async function handle(question: Question): Promise<void> {
  try {
    const answer = question.kind === 'decide' ? await answerDecide(question) : await answerOther(question)
    send({ id: question.id, ok: true, answer })
  } catch (error) {
    // A defect of ours, never of the input: said to the page, which shows it, instead of leaving it waiting.
    send({ id: question.id, ok: false, error: error instanceof Error ? error.message : String(error) })
  }
}

/** Questions are answered in the order in which they come. */
let queue: Promise<void> = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  queue = queue.then(() => handle(data))
})
