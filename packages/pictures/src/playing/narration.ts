import {
  type Check,
  type Evidence,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type Inline,
  type NodeId,
  plainText,
  type RichText,
  type Step,
  type Trace,
} from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'
import { capitalized, lineInWords } from '@authz-playground/engine/internal/words'
import { MARKS } from '../marks/marks.ts'
import { counted } from '../words/counted.ts'
import { shortened, shortenedWords } from '../words/shortened.ts'

/** The parts of an answer that the narration needs. */
export interface NarratedAnswer {
  readonly trace: Trace
  /** The questions of its checks, by the index of the step. */
  readonly checks: readonly { readonly step: number; readonly question: RichText }[]
  readonly design: { readonly graph: Graph }
}

/** A trace with the numbers of its checks and the labels of its nodes and edges. */
export interface Story {
  readonly answer: NarratedAnswer
  readonly steps: readonly Step[]
  /** Steps that made a check, in order. */
  readonly checkSteps: readonly number[]
  readonly numberOf: ReadonlyMap<number, number>
  readonly questions: ReadonlyMap<number, RichText>
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly edgeLabels: ReadonlyMap<string, RichText | undefined>
}

export function storyOf(answer: NarratedAnswer): Story {
  const { steps } = answer.trace
  const checkSteps = [...steps.keys()].filter((index) => steps[index]?.check !== undefined)
  const { nodes, edges } = answer.design.graph
  return {
    answer,
    steps,
    checkSteps,
    numberOf: new Map(checkSteps.map((step, i) => [step, i + 1])),
    questions: new Map(answer.checks.map(({ step, question }) => [step, question])),
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edgeLabels: new Map(edges.map(({ id, label }) => [id, label])),
  }
}

/** "Check 2 of 5"; undefined for a step that made none. */
export function checkNumber({ numberOf, checkSteps }: Story, step: number): string | undefined {
  const number = numberOf.get(step)
  return number === undefined ? undefined : `Check ${number} of ${checkSteps.length}`
}

/** The question of a step’s check, shortened so that it can be laid out with any names. */
export function questionOf({ questions }: Story, step: number): RichText {
  return (questions.get(step) ?? []).map(short)
}

/**
 * One step in a sentence: "Check 2 of 5: may my-controller use impersonate:user-info on users …? Allow, by line 6,
 * through ClusterRoleBinding impersonate-jane-identity, line 12." or, without a check, "No: jane is not a node. Is the target a service account?"
 */
export function narrated(story: Story, position: number): RichText {
  return [...wayTo(story, position), ...happening(story, position)]
}

/** The number of characters that a person reads at a step: the question of its check, else the words of its node. */
export function labelLength(story: Story, position: number): number {
  const step = story.steps[position]
  const words = step?.check ? questionOf(story, position) : (story.nodes.get(step?.node ?? '')?.label ?? [])
  return plainText(words).length
}

/** The number of the step and the number of all steps, and then the step in words: the value of a slider. */
export function positionInWords(story: Story, position: number): string {
  return `Step ${position + 1} of ${story.steps.length}. ${plainText(narrated(story, position))}`
}

/**
 * The answer at the node before, which led the request to a step. Empty where that node made a check, because the
 * answer is in the sentence of the check.
 */
export function wayTo(story: Story, position: number): RichText {
  const { edge, because } = story.steps[position] ?? {}
  const before = story.steps[position - 1]
  if (edge === undefined || because === undefined || before === undefined || before.check) return []
  const lead = story.edgeLabels.get(edge) ?? story.nodes.get(before.node)?.label ?? []
  return [...capitalized(lead), ': ', ...shortenedWords(because), '. ']
}

/** The event at a step, without the answer that led there. */
export function happening(story: Story, position: number): RichText {
  const step = story.steps[position]
  if (step === undefined) return []
  const { node, check } = step
  const { label = [node], shape } = story.nodes.get(node) ?? {}
  if (check) return [...asking(story, position), ' ', ...decidedIn(check)]
  return shape === 'end' ? ['The client gets ', ...withCode(story, label), '.'] : ended(capitalized(label))
}

/** The label of an end, after the status code where one node is the end of several: "404: nothing is stored". */
function withCode({ answer }: Story, label: RichText): RichText {
  return answer.trace.outcome.kind === 'refused' && !/^\d/.test(plainText(label))
    ? [`${answer.trace.outcome.code}: `, ...lowerCase(label)]
    : label
}

/** A step’s check before it is answered: "Check 2 of 5: may my-controller …?" Empty for a step that made none. */
export function asking(story: Story, position: number): RichText {
  const number = checkNumber(story, position)
  return number === undefined ? [] : [`${number}: `, ...lowerCase(questionOf(story, position))]
}

/** The words of a node with a full stop or question mark. */
function ended(label: RichText): RichText {
  return /[?.!]$/.test(plainText(label)) ? label : [...label, '.']
}

/** The decision on a check, and what made it: "Allow, by line 30, through ClusterRoleBinding viewers, line 40." */
export function decidedIn(check: Check): RichText {
  const by = decidedByWords(check)
  return [decisionWords(check), ...(by.length === 0 ? [] : [', ', ...by]), '.']
}

/** "Allow", or with conditions their result: "Conditional, then Allow". */
function decisionWords({ answer, settled }: Check): string {
  const first = MARKS[answer.decision].word
  return settled === undefined ? first : `${first}, then ${MARKS[settled.decision].word}`
}

/**
 * The rule that decided, as a clause, and then the binding: "by line 30, through ClusterRoleBinding viewers, line 40".
 * Empty where there is none.
 */
export function decidedByWords(check: Check): RichText {
  const { decision, evidence } = finalAnswer(check)
  if (evidence?.authorizer === 'system:masters') return ['to every member of ', { code: 'system:masters' }]
  const { rule, binding, entry } = evidence ?? {}
  if (binding !== undefined) {
    const through: RichText = [`${binding.kind} `, { code: shortened(binding.name) }, `, ${lineInWords(binding.range)}`]
    return rule === undefined ? ['by ', ...through] : [`by ${lineInWords(rule.range)}, through `, ...through]
  }
  if (evidence?.authorizer === 'Node') return ['by the Node authorizer', ...tiedBy(evidence)]
  if (entry !== undefined) {
    const whose: RichText =
      evidence?.authorizer === 'Webhook' ? ['the webhook'] : ['ClusterAccessRule ', { code: shortened(entry.name) }]
    return ['by ', ...whose, `, ${lineInWords(entry.range)}`]
  }
  if (decision !== 'NoOpinion') return []
  return [check.settled === undefined ? 'as no authorizer allows it' : 'as no condition holds that allows it']
}

/** The first of the stored objects that connect the requested object to the node; the timeline has all of them. */
function tiedBy({ related: [first] = [] }: Evidence): RichText {
  return first === undefined
    ? []
    : [`: ${first.kind} `, { code: shortened(first.name) }, `, ${lineInWords(first.range)}`]
}

/** Words with a lower-case first letter, for the middle of a sentence. */
export function lowerCase(label: RichText): RichText {
  return label.map((word, i) =>
    i === 0 && typeof word === 'string' ? word.charAt(0).toLowerCase() + word.slice(1) : word,
  )
}

function short(words: Inline): Inline {
  return typeof words === 'string' ? shortened(words) : { code: shortened(words.code) }
}

/** The checks made at a node up to a step. */
export function checksAt(
  { steps }: Story,
  node: NodeId,
  position: number,
): readonly { readonly step: number; readonly check: Check }[] {
  return steps.flatMap(({ node: at, check }, step) =>
    step <= position && at === node && check ? [{ step, check }] : [],
  )
}

/** An edge that the request did not take, with the reason. */
export interface EdgeNotTaken {
  readonly edge: string
  readonly label: RichText
  readonly because: RichText
}

/** The edges that the request could have taken from a node and did not, up to a step. */
export function notTakenAt({ steps, edgeLabels }: Story, node: NodeId, position: number): readonly EdgeNotTaken[] {
  return steps.slice(1, position + 1).flatMap(({ instead = [] }, i) =>
    steps[i]?.node !== node
      ? []
      : instead.flatMap(({ edge, because }): readonly EdgeNotTaken[] => {
          const label = edgeLabels.get(edge)
          return [{ edge, label: label ?? ['any other'], because: shortenedWords(because) }]
        }),
  )
}

/**
 * Why a run made no check at a node: what kept the mode of impersonation that the node belongs to from being tried: "Its
 * mode was not tried: jane is not a node." Empty where the mode was tried, and for a node without a mode.
 */
export function whyNotTried({ answer: { trace }, steps, nodes }: Story, id: NodeId): RichText {
  const untried = trace.untried?.find(({ mode }) => mode === nodes.get(id)?.mode)
  if (untried === undefined || steps.some(({ node, check }) => node === id && check)) return []
  return ended(['Its mode was not tried: ', ...shortenedWords(untried.because)])
}

/**
 * The reason why a whole run did not reach a node: what kept its mode from being tried, or the last node at which the run
 * took another edge: "Is the target a node? No: jane is not a node." Empty for a node that the run reached, or to which no
 * usual edges lead.
 */
export function whyNotReached(story: Story, node: NodeId): RichText {
  const { answer, steps, nodes, edgeLabels } = story
  const reached = new Set(steps.map((step) => step.node))
  if (reached.has(node)) return []
  const untried = whyNotTried(story, node)
  if (untried.length > 0) return untried
  const usual = answer.design.graph.edges.filter(({ onlyWhenTaken }) => !onlyWhenTaken)
  // Backwards from the node, over nodes that the run did not reach either, the nearest first.
  const missed = new Set([node])
  const leading: GraphEdge[] = []
  for (const id of missed) {
    for (const edge of usual.filter(({ to }) => to === id)) {
      if (reached.has(edge.from)) leading.push(edge)
      else missed.add(edge.from)
    }
  }
  for (const [i, { edge, because, instead = [] }] of [...steps.entries()].reverse()) {
    const from = steps[i - 1]?.node
    const other = leading.find((one) => one.from === from)
    if (from === undefined || edge === undefined || other === undefined) continue
    const reason = instead.find((one) => one.edge === other.id)?.because
    const label = reason === undefined ? edgeLabels.get(edge) : undefined
    const why = shortenedWords(reason ?? because ?? [])
    const said = label === undefined ? why : [...label, ...(why.length === 0 ? [] : [': ', ...why])]
    return [...ended(capitalized(nodes.get(from)?.label ?? [from])), ' ', ...ended(capitalized(said))]
  }
  return []
}

/**
 * A node in words, with its checks and the edge taken up to a step: "impersonate:user-info? 2 checks: Allow, NoOpinion.
 * Taken: no."
 */
export function nodeInWords(story: Story, node: GraphNode, position: number): string {
  const here = [...story.steps.keys()].filter((index) => index <= position && story.steps[index]?.node === node.id)
  const label = plainNode(node)
  if (here.length === 0) return `${label} ${position < story.steps.length - 1 ? 'Not reached yet.' : 'Not reached.'}`
  const decisions = here.flatMap((index) => {
    const check = story.steps[index]?.check
    return check === undefined ? [] : [decisionWords(check)]
  })
  const next = (here.at(-1) as number) + 1
  const way = next <= position ? story.steps[next]?.edge : undefined
  const taken = way === undefined ? undefined : story.edgeLabels.get(way)
  return [
    label,
    ...(decisions.length === 0 ? [] : [`${counted(decisions.length, 'check')}: ${inRuns(decisions)}.`]),
    ...(taken === undefined ? [] : [`Taken: ${plainText(taken)}.`]),
    ...(next > position ? ['The request is here.'] : []),
  ].join(' ')
}

/** "Allow, NoOpinion", or with many equal ones "40 × Allow, NoOpinion". */
function inRuns(words: readonly string[]): string {
  const runs: { word: string; count: number }[] = []
  for (const word of words) {
    const last = runs.at(-1)
    if (last?.word === word) last.count += 1
    else runs.push({ word, count: 1 })
  }
  return runs.map(({ word, count }) => (count === 1 ? word : `${count} × ${word}`)).join(', ')
}

/** A node in words without a request: its label, and the verb that it asks for. */
export function plainNode({ label, term }: GraphNode): string {
  return [label, ...(term ? [term] : [])].map((words) => plainText(ended(words))).join(' ')
}
