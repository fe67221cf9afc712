import { type Decided, decider, type Policy, readHTTP, readPolicy } from '@authz-playground/engine'
import { answerView } from './answer-view.ts'
import type { Answers, Question, Reply } from './decider-protocol.ts'

/** What the first answer does not need; loaded behind it. */
let behind: typeof import('./decider-behind.ts') | undefined

async function loadBehind(): Promise<typeof import('./decider-behind.ts')> {
  behind ??= await import('./decider-behind.ts')
  return behind
}

/** The one place where scenarios are decided. Everything sent back is plain data, ready to be shown. */
const decide = decider((request) =>
  request.form === 'http' || !behind ? readHTTP(request.text) : behind.readRequest(request),
)

/** The decision last answered, for questions about it. */
let last: { readonly id: number; readonly decided: Decided } | undefined

let policy: Policy | undefined
/** The policy behind completion and hover, read again only when its text has changed. */
function policyOf(text: string): Policy {
  if (policy?.text !== text) policy = readPolicy(text)
  return policy
}

type Deciding = Extract<Question, { kind: 'decide' }>

/** Answers, and sends the details after the answer while the code that makes them is still on its way. */
async function answerDecide({ id, scenario, evenPartly }: Deciding): Promise<void> {
  if (scenario.request.form !== 'http') await loadBehind()
  const decided = decide(scenario, { evenPartly })
  last = { id, decided }
  policy = decided.policy
  const answer = answerView(decided, scenario)
  if (behind) return send({ id, ok: true, answer: { ...answer, ...behind.detailsOf(decided, scenario) } })
  send({ id, ok: true, answer })
  const { detailsOf } = await loadBehind()
  send({ id, details: detailsOf(decided, scenario) })
}

async function answerOther(question: Exclude<Question, Deciding>): Promise<Answers[Question['kind']]> {
  const { completeAt, hoverAt, markdownOf, reviewYAML, rewritten } = await loadBehind()
  switch (question.kind) {
    case 'complete':
      return completeAt(question.text, question.offset, policyOf(question.text))
    case 'hover':
      return hoverAt(policyOf(question.text), question.offset)
    case 'review': {
      const check = decision(question.of)?.trace?.steps[question.step]?.check
      return check && reviewYAML(check)
    }
    case 'markdown': {
      const decided = decision(question.of)
      return decided && markdownOf(decided)
    }
    case 'rewrite':
      return rewritten(question.written, question.changes)
  }
}

function decision(id: number): Decided | undefined {
  return last?.id === id ? last.decided : undefined
}

function send(reply: Reply): void {
  postMessage(reply)
}

async function handle(question: Question): Promise<void> {
  try {
    if (question.kind === 'decide') await answerDecide(question)
    else send({ id: question.id, ok: true, answer: await answerOther(question) })
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
