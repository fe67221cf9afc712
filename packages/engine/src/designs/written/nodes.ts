import type { ConditionLanguage } from '../../authorizers/index.ts'
import { type Answer, type Attributes, nodeOf, type UserInfo } from '../../kube/index.ts'
import {
  clause,
  type Failure,
  obstacleInWords,
  obstaclesInWords,
  type Question,
  type RichText,
} from '../../trace/index.ts'
import {
  allowedToImpersonate,
  becomeNode,
  type ChainState,
  chainEnds,
  receiveByGateNode,
  receiveNode,
  refuse,
  requestAttributes,
  wantedUser,
} from '../chain.ts'
import { withAddedGroups } from '../conditions/target.ts'
import type { Choice, Edge, EndNode, Evaluation, Nodes, PassedNode } from '../flowchart.ts'
import { invalidExtra } from '../released/extras.ts'
import { extraPairs, withImpliedGroups } from '../released/identity.ts'
import { invalidGroup } from '../released/identity-checks.ts'
import { allLegacyChecks, legacyNode } from '../released/legacy-impersonation.ts'
import { headerObstacle, nodeExtraObstacle } from '../released/obstacles.ts'
import type { DesignDocument, Part, ReviewTemplate, Step, Tree } from './document.ts'
import { firstReview, reviewOf, reviewOfAll, reviewsOf, valuesFor } from './reviews.ts'
import { kindOfTarget, kindsOf, nextAfter, obstaclesTo, whyTried } from './target-kinds.ts'
import { filled, type Values, type Variable } from './template.ts'

/** The state of a run of a design that is a text. */
export interface WrittenState extends ChainState {
  /** The mode of the last step that said yes. */
  mode?: string
  /** The verb of the last identity step that said yes; empty after legacy. */
  granted?: string
  /** Legacy was the last identity step that said yes. */
  byLegacy?: boolean
  /** What the step that is walked has asked: the review that said no, else the first. */
  asked?: Attributes
}

type Node = PassedNode<WrittenState>

/** The node where the target replaces the requestor, and the one that refuses. */
const [BECOME, REFUSED] = ['S', 'forbidden']

/** The nodes of a document, in the order of its steps: where each leads follows from its expression. */
export function nodesOf(document: DesignDocument, language: ConditionLanguage | undefined): Nodes<WrittenState> {
  const { decide, steps, gate } = document
  const placed = new Placed(document)
  const start = placed.place(decide, BECOME, REFUSED)
  // With the gate off no step beside legacy counts, so legacy must end the design with its “no”, and be the target with its “yes”.
  const older = [...steps.values()].find(({ id, question }) => {
    const { yes, no } = placed.waysOf(id)
    return question.is === 'legacy' && yes === BECOME && no === REFUSED
  })?.id
  const nodes: Record<string, Node | EndNode> = {
    A:
      gate === 'none' || gate === 'older'
        ? receiveNode(start)
        : receiveByGateNode({ enabled: start, disabled: older ?? 'older' }),
  }
  for (const id of placed.unnamed)
    nodes[id] = chooser(document, { id, because: {}, nameOnly: false, question: { is: 'whom' } }, placed)
  for (const step of steps.values())
    nodes[step.id] =
      step.question.is === 'whom' ? chooser(document, step, placed) : asking(document, step, placed, language)
  if ((gate === 'released' || gate === 'proposed') && older === undefined)
    nodes.older = legacyNode('With the feature off the older filter asks for impersonate.', olderFilter)
  nodes[BECOME] = becomeNode(document.become.about ?? 'The target replaces the requestor.', (state) =>
    become(document, state),
  )
  return { ...nodes, ...chainEnds() }
}

/** Where each step leads, and the alternatives of those that choose. */
class Placed {
  readonly #document: DesignDocument
  readonly #ways = new Map<string, { readonly yes: string; readonly no: string }>()
  readonly #alternatives = new Map<
    string,
    { readonly of: readonly Tree[]; readonly to: readonly string[]; readonly none: string }
  >()
  /** The choosing nodes that no step names. */
  readonly unnamed: string[] = []

  constructor(document: DesignDocument) {
    this.#document = document
  }

  /** Places an expression before where its "yes" and its "no" lead. Returns its first node. */
  place(tree: Tree, yes: string, no: string): string {
    switch (tree.is) {
      case 'step':
        this.#ways.set(tree.step, { yes, no })
        return tree.step
      case 'all':
        return tree.of.reduceRight((next, one) => this.place(one, next, no), yes)
      case 'first': {
        const { of, choose } = tree
        if (of.every(({ kinds, nameOnly }) => kinds === undefined && !nameOnly))
          return of.reduceRight((next, one) => this.place(one, yes, next), no)
        const to: string[] = []
        for (let at = of.length - 1; at >= 0; at--) {
          const next = nextAfter(of, at)
          to[at] = this.place(of[at] as Tree, yes, next === undefined ? no : (to[next] as string))
        }
        const id = choose ?? this.#newId()
        if (choose === undefined) this.unnamed.unshift(id)
        this.#alternatives.set(id, { of, to, none: no })
        return id
      }
    }
  }

  waysOf(step: string): { readonly yes: string; readonly no: string } {
    return this.#ways.get(step) ?? { yes: BECOME, no: REFUSED }
  }

  alternativesOf(step: string) {
    return this.#alternatives.get(step) ?? { of: [], to: [], none: REFUSED }
  }

  #newId(): string {
    for (let at = 1; ; at++) {
      const id = at === 1 ? 'whom' : `whom${at}`
      if (!this.#document.steps.has(id) && !this.unnamed.includes(id)) return id
    }
  }
}

/** The node that tells targets apart. It makes no review. */
function chooser(document: DesignDocument, step: Step, placed: Placed): Node {
  const { of, to, none } = placed.alternativesOf(step.id)
  const names = of.map((one, at) => nameOf(one, of.slice(0, at)))
  const edges: Record<string, Edge> = {}
  for (const [at, name] of names.entries())
    edges[name] = { to: to[at] as string, label: marked(of[at]?.label ?? kindsInWords(of[at] as Tree)) }
  // Whatever is asked for, one of the alternatives is for it.
  const forAll = of.some((one) => kindsOf(one).includes('anyone') && !one.nameOnly)
  if (!forAll) edges.none = { to: none, label: ['any other target'] }
  return {
    shape: 'question',
    label: marked(step.label ?? 'Whom does `Impersonate-User` name?'),
    ...(step.term !== undefined && { term: marked(step.term) }),
    about: step.about ?? 'Which of the ways is for this target. Nothing is asked.',
    edges,
    *evaluate(state) {
      const target = wantedUser(state)
      const { requestor } = state.input
      const found = of.map((one) => obstaclesTo(document, one, target, requestor))
      const at = found.findIndex((obstacles) => obstacles.length === 0)
      const instead = Object.fromEntries(
        names.flatMap((name, index) => {
          const obstacles = found[index] ?? []
          if (index === at) return []
          return [[name, obstacles.length > 0 ? obstaclesInWords(obstacles) : [`it comes after ${names[at] ?? ''}`]]]
        }),
      )
      const alternative = of[at]
      if (alternative !== undefined)
        return {
          edge: names[at] as string,
          because: whyTried(document, alternative, state),
          ...(Object.keys(instead).length > 0 && { instead }),
        }
      const because = clause`no alternative is for ${target.username} with these headers`
      return leave(state, edges, { edge: 'none', because }, 'no step of the design is for this target')
    },
  }
}

function nameOf(tree: Tree, before: readonly Tree[]): string {
  const name = kindsOf(tree).join('-')
  const same = before.filter((one) => kindsOf(one).join('-') === name).length
  return same === 0 ? name : `${name}-${same + 1}`
}

const KIND_WORDS = {
  'own-node': 'the node that it runs on',
  node: 'a node',
  serviceaccount: 'a service account',
  user: 'a user',
  anyone: 'any target',
} as const

function kindsInWords(tree: Tree): string {
  const [first = '', ...others] = kindsOf(tree).map((kind) => KIND_WORDS[kind])
  const last = others.pop()
  return last === undefined ? first : `${[first, ...others].join(', ')} or ${last}`
}

/** The node of a step that asks. */
function asking(document: DesignDocument, step: Step, placed: Placed, language: ConditionLanguage | undefined): Node {
  const { yes, no } = placed.waysOf(step.id)
  const evaluate = step.question.is === 'expression' ? readExpression(step, language) : undefined
  const {
    stage = step.question.is === 'legacy' ? 'identity' : undefined,
    mode = step.question.is === 'legacy' ? 'legacy' : undefined,
  } = step
  const edges = { yes: { to: yes, label: ['yes'] }, no: { to: no, label: ['no'] } }
  return {
    shape: 'question',
    label: marked(step.label ?? questionInWords(step)),
    term: marked(step.term ?? termOf(step)),
    ...(stage && { stage }),
    ...(mode !== undefined && { mode }),
    about: step.about ?? '',
    edges,
    *evaluate(state) {
      if (document.errors === 'last') delete state.firstFailure
      delete state.asked
      const values = valuesFor(document, state, step.mode ?? state.mode)
      const result = yield* ask(document, step, state, values, evaluate)
      const because = result.because ?? clauseOf(step, result.is, state, values)
      if (result.is === 'no') return leave(state, edges, { edge: 'no', because }, result.reason)
      if (step.mode !== undefined) state.mode = step.mode
      if (stage === 'identity') {
        state.byLegacy = step.question.is === 'legacy'
        state.granted = state.byLegacy ? '' : (askedIn(state)?.verb ?? state.granted ?? '')
      }
      return { edge: 'yes', because }
    },
  }
}

interface Result {
  readonly is: 'yes' | 'no' | 'none'
  readonly because?: RichText
  /** The reason that the client gets, unless a review was refused. */
  readonly reason?: string
}

function* ask(
  document: DesignDocument,
  step: Step,
  state: WrittenState,
  values: Values,
  evaluate: Evaluate | undefined,
): Generator<Question, Result, Answer> {
  const target = wantedUser(state)
  const { question } = step
  const headers = headerObstacle(target)
  switch (question.is) {
    case 'whom':
      return { is: 'yes' }
    case 'legacy':
      return (yield* allLegacyChecks(state)) ? { is: 'yes' } : { is: 'no' }
    case 'same-node': {
      const node = nodeOf(target.username) ?? ''
      const elsewhere = nodeExtraObstacle(node, state.input.requestor)
      if (elsewhere === undefined) return { is: 'yes', because: clause`the requestor’s extra names ${node}` }
      return { is: 'no', because: obstacleInWords(elsewhere), reason: 'the requestor does not run on that node' }
    }
    case 'expression':
      if (evaluate === undefined) throw new Error(`the expression of ${step.id} was not read`)
      return evaluated(question.expression, step, state, evaluate)
    case 'reviews':
      if (step.nameOnly && headers && kindOfTarget(document, target, state.input.requestor) !== 'user')
        return notAsked(
          document,
          step,
          state,
          values,
          obstacleInWords(headers),
          (verb) => `${verb} covers nothing but Impersonate-User`,
        )
      return yield* askReviews(document, step, question.reviews, state, values)
  }
}

/** Evaluates the expression of a step, which is read once, where its node is made. */
function evaluated(text: string, step: Step, state: WrittenState, evaluate: Evaluate): Result {
  const result = evaluate(requestAttributes(state), wantedUser(state))
  if (result === true) return { is: 'yes', because: clause`${text} holds` }
  if (result !== false) {
    const why = `${text} has no value: ${result.error}`
    return { is: 'no', because: [why], reason: why }
  }
  const why = `${text} does not hold`
  return { is: 'no', because: [why], reason: step.cannot ?? why }
}

type Evaluate = (request: Attributes, target: UserInfo) => ReturnType<ConditionLanguage['evaluate']>

/** Reads the expression of a step. Throws where it has errors or no language: such a text is refused before. */
function readExpression({ id, question }: Step, language: ConditionLanguage | undefined): Evaluate {
  const read = question.is === 'expression' ? language?.read(question.expression) : undefined
  if (language === undefined || read === undefined || !('expression' in read))
    throw new Error(`the expression of ${id} was not read`)
  return (request, target) => {
    const reduced = read.expression.reduce(request)
    return reduced.is === 'unknown' ? language.evaluate(reduced.text, request, { target, request }) : reduced.is
  }
}

function* askReviews(
  document: DesignDocument,
  step: Step,
  templates: readonly ReviewTemplate[],
  state: WrittenState,
  values: Values,
): Generator<Question, Result, Answer> {
  let made = 0
  for (const template of templates) {
    for (const part of template.about) {
      const refusal = template.asReleased ? refusedValue(template, part, state, values) : undefined
      if (refusal !== undefined) {
        state.firstFailure ??= refusal
        return { is: 'no', because: [refusal.reason] }
      }
      const reviews = reviewsOf(document, template, part, state, values)
      made += reviews.length
      if (yield* allAtOnce(template, part, state, values)) continue
      for (const review of reviews) {
        if ('without' in review) {
          const reason = step.cannot ?? unsayable(review.without, state)
          return notAsked(document, step, state, values, [reason], () => reason)
        }
        const { purpose, attributes } = review
        state.asked ??= attributes
        if (yield* allowedToImpersonate(state, purpose, attributes)) continue
        state.asked = attributes
        return { is: 'no' }
      }
    }
  }
  return { is: made === 0 ? 'none' : 'yes' }
}

/** A "no" without a review. The client gets the review that would have come first, with the reason why it was not made. */
function notAsked(
  document: DesignDocument,
  step: Step,
  state: WrittenState,
  values: Values,
  because: RichText,
  reason: (verb: string) => string,
): Result {
  const attributes = firstReview(document, step, state, values)
  state.firstFailure ??= { attributes, reason: reason(attributes.verb) }
  return { is: 'no', because }
}

/** One review for all groups, or all extras, where there are many. When it is not allowed, its answer has no effect. */
function* allAtOnce(
  template: ReviewTemplate,
  part: Part,
  state: WrittenState,
  values: Values,
): Generator<Question, boolean, Answer> {
  const { groups, extra } = wantedUser(state)
  const { from, name } = template.allAtOnce ?? { from: Number.POSITIVE_INFINITY, name: '' }
  const isMany =
    part === 'groups'
      ? groups.length >= from
      : part === 'extras' && (extra.size >= from || extraPairs(wantedUser(state)).length >= from)
  if (!isMany || (part !== 'groups' && part !== 'extras')) return false
  const review = reviewOfAll(template, part, name, state, values)
  if ('without' in review) return false
  const answer = yield { phase: 'impersonation', purpose: review.purpose, attributes: review.attributes }
  return answer.decision === 'Allow'
}

/** The refusal of a value that the released server refuses without a review, when the turn of its part comes. */
function refusedValue(template: ReviewTemplate, part: Part, state: WrittenState, values: Values): Failure | undefined {
  const { groups, extra } = wantedUser(state)
  const group = part === 'groups' ? invalidGroup(groups) : undefined
  const complaint = part === 'extras' ? invalidExtra(extra) : group?.complaint
  if (complaint === undefined) return undefined
  const about = group
    ? { resource: 'groups', name: group.group }
    : { resource: 'userextras', subresource: '', name: '' }
  const review = reviewOf(template, part, about, state, values)
  return { attributes: 'attributes' in review ? review.attributes : requestAttributes(state), reason: complaint }
}

/** Variables that a name has only where it is well-formed. */
const OF_NAMES: readonly Variable[] = ['node', 'account', 'account.namespace']

/** Why a review cannot be said. */
function unsayable(variable: Variable, state: WrittenState): string {
  if (OF_NAMES.includes(variable)) return `${wantedUser(state).username} is not well-formed`
  return requestAttributes(state).isResourceRequest
    ? `there is no <${variable}> for this target`
    : `a request for a path has no ${variable}`
}

/** The state's last review: a generator changes it where the compiler does not see it. */
function askedIn(state: WrittenState): Attributes | undefined {
  return state.asked
}

/** A choice that says no. Where it ends the request, the client gets the first failure, or `reason` where no review was refused. */
function leave(
  state: WrittenState,
  edges: Readonly<Record<string, Edge>>,
  choice: Choice,
  reason = 'the design refuses it',
): Choice {
  if (edges[choice.edge]?.to !== REFUSED) return choice
  state.firstFailure ??= { attributes: requestAttributes(state), reason }
  refuse(state)
  return choice
}

/** With the feature off the older filter decides. */
function* olderFilter(state: WrittenState): Evaluation {
  const yes = yield* allLegacyChecks(state)
  state.byLegacy = true
  if (yes) return { edge: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
  refuse(state)
  return { edge: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target` }
}

function* become({ become: { groups, constraint } }: DesignDocument, state: WrittenState): Evaluation {
  const target = wantedUser(state)
  const user = state.byLegacy ? withImpliedGroups(target, 'nodes-are-users') : GIVEN[groups](target)
  state.impersonated = { user, constraint: constraint === 'identity-verb' ? (state.granted ?? '') : '' }
  return { edge: 'next', because: clause`the request goes on as ${target.username}` }
}

const GIVEN: Readonly<Record<DesignDocument['become']['groups'], (target: UserInfo) => UserInfo>> = {
  users: (target) => withImpliedGroups(target, 'nodes-are-users'),
  nodes: (target) => withImpliedGroups(target, 'node-groups'),
  'nodes-unless-asked': (target) =>
    withImpliedGroups(target, target.groups.length === 0 ? 'node-groups' : 'nodes-are-users'),
  'in-addition': (target) => withAddedGroups(target, {}),
  asked: (target) => target,
}

/** A clause of a step, with its variables. Without one of its own a step has the usual one. */
function clauseOf(step: Step, is: Result['is'], state: WrittenState, values: Values): RichText {
  const whole = step.question.is === 'legacy'
  const key = ({ yes: 'allowed', no: 'refused', none: 'unasked' } as const)[is]
  const usual = {
    allowed: whole ? 'the requestor holds `impersonate` for the whole target' : 'the requestor holds `<asked.verb>`',
    refused: whole
      ? 'the requestor does not hold `impersonate` for the whole target'
      : 'the requestor does not hold `<asked.verb>`',
    unasked: 'nothing of this is asked for',
  }
  const withAsked: Values = (variable) => {
    if (variable === 'asked.verb') return state.asked?.verb
    return variable === 'asked.group' ? state.asked?.apiGroup : values(variable)
  }
  return marked(step.because[key] ?? usual[key], withAsked)
}

function questionInWords({ stage, question }: Step): string {
  if (question.is === 'legacy') return 'May it be the target, for any request?'
  if (question.is === 'same-node') return 'Does it run on that node?'
  if (question.is === 'expression') return 'Does the condition hold?'
  return stage === 'action' ? 'May it do this as somebody else?' : 'May it be the target?'
}

function termOf({ question, mode }: Step): string {
  if (question.is === 'legacy') return 'legacy `impersonate`'
  if (question.is === 'expression') return `\`${question.expression}\``
  const [review] = question.is === 'reviews' ? question.reviews : []
  if (review === undefined) return ''
  const text = (review.verb ?? '<verb>').replaceAll('<mode>', mode ?? '<mode>').replace(/<([a-z.]+)>/g, '‹$1›')
  return `\`${text}\``
}

/** A text whose parts in backticks are code. Values go in after that, so that none is read for backticks. */
function marked(text: string, values: Values = () => undefined): RichText {
  return text.split('`').flatMap((part, at): RichText => {
    const made = filled(part, (variable) => values(variable) ?? `‹${variable}›`)
    const shown = 'text' in made ? made.text : part
    return shown === '' ? [] : [at % 2 === 0 ? shown : { code: shown }]
  })
}
