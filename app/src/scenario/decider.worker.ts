import {
  constrained,
  type Decided,
  type Decider,
  type Design,
  deciderOver,
  needsParts,
  POLICY_ADVICE,
  type Policy,
  type ReadRequest,
  type RequestText,
  readHTTP,
  readPolicy,
  type Scenario,
} from '@authz-playground/engine'
import type { AnswerView } from './answer.ts'
import { answerView } from './answer-view.ts'
import type { Answers, DocumentQuestion, Question, Reply } from './decider-protocol.ts'

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
const decide = deciderOver(designById, read, POLICY_ADVICE)

/** Reads other policies than the page’s without making that one forgotten. */
const decideElsewhere = deciderOver(designById, read, POLICY_ADVICE)

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
  const parts = needsParts(scenario) ? await (await loadBehind()).partsFor(scenario) : undefined
  const decided = decide(scenario, { evenPartly, ...(parts && { parts }) })
  last = { id, decided, scenario }
  policy = decided.policy
  return { ...answerView(decided, scenario), ...behind?.detailsOf(decided, scenario, read) }
}

type Many = Extract<Question, { kind: 'compare' | 'decide-all' | 'play-all' | 'versions' }>

async function answerOther(
  question: Exclude<Question, Deciding | Many | DocumentQuestion>,
): Promise<Answers[Question['kind']]> {
  const { completeAt, defaultRolesText, detailsOf, hoverAt, markdownOf, partsFor, reviewYAML, rewritten } =
    await loadBehind()
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
    case 'answer': {
      const { scenario } = question
      return answerView(decideElsewhere(scenario, { parts: await partsFor(scenario) }), scenario)
    }
    case 'default-roles':
      return defaultRolesText()
    case 'rewrite':
      return rewritten(question.written, question.changes)
  }
}

async function answerMany(question: Many): Promise<Answers[Many['kind']]> {
  const { playedOf, rowOf, underEveryDesign, versionsTable } = await loadBehind()
  const anyhow = () => true
  const elsewhere = (scenarios: readonly Scenario[]) => inTurn(scenarios, decideElsewhere, rowOf, anyhow)
  if (question.kind === 'decide-all') return elsewhere(question.scenarios)
  if (question.kind === 'play-all') return inTurn(question.scenarios, decideElsewhere, playedOf, anyhow)
  if (question.kind === 'versions') return versionsTable(question.scenario, read, elsewhere)
  const scenario = decision(question.of)?.scenario
  return scenario && inTurn(underEveryDesign(scenario), decide, rowOf, () => decision(question.of) !== undefined)
}

/** For so long many scenarios are decided without a look at what else is asked. Milliseconds. */
const TURN = 12

/** Decides one scenario after the other, and lets every question that comes in go first. Undefined once nobody wants it. */
async function inTurn<Shown>(
  scenarios: readonly Scenario[],
  decide: Decider,
  shown: (decided: Decided) => Shown,
  wanted: () => boolean,
): Promise<readonly Shown[] | undefined> {
  const { partsFor } = await loadBehind()
  const all: Shown[] = []
  let begun = performance.now()
  for (const scenario of scenarios) {
    if (performance.now() - begun > TURN) {
      await new Promise((arrived) => setTimeout(arrived))
      await queue
      begun = performance.now()
    }
    if (!wanted()) return undefined
    all.push(shown(decide(scenario, { parts: await partsFor(scenario) })))
  }
  return all
}

function decision(id: number): typeof last {
  return last?.id === id ? last : undefined
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
      return answerMany(question)
    case 'link':
    case 'read-link':
    case 'write-document':
    case 'read-document':
      return (await import('./decider-documents.ts')).answerDocument(question)
    default:
      return answerOther(question)
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
