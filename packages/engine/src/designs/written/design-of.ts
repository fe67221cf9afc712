import { type ConditionLanguage, readingOnce } from '../../authorizers/index.ts'
import { RELEASED_GATE, REQUEST_VERBS, type UserInfo } from '../../kube/index.ts'
import { type ConsideredMode, evaluateConditions } from '../../trace/index.ts'
import { factsOf, SEEN_GROUPS } from '../conditions/target.ts'
import { PROPOSED_GATE } from '../descriptions.ts'
import { type Assumption, type Design, type DesignInput, design, type Statement } from '../design.ts'
import type { Evaluation, Nodes } from '../flowchart.ts'
import { LEGACY_WORDS, type Word } from '../words.ts'
import type { DesignDocument, Step, Tree } from './document.ts'
import { nodesOf, type WrittenState } from './nodes.ts'
import { firstReview, valuesFor } from './reviews.ts'
import { contains, kindOfTarget, kindsOf, obstaclesTo } from './target-kinds.ts'
import { patternOf } from './template.ts'

/** A point that a text leaves open, and the document for each choice. */
export interface WrittenDesign {
  /** Under the first option of each point. @internal */
  readonly document: DesignDocument
  readonly readings: readonly Assumption[]
  /** The document under a choice of options, by the ids of points. @internal */
  readonly chosen: (options: Readonly<Record<string, string>>) => DesignDocument
}

/** Every choice of options of the points of a design, with the first option of each first. */
export function choicesOf(readings: readonly Assumption[]): readonly Readonly<Record<string, string>>[] {
  return readings.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, { id, options }) => options.flatMap((option) => all.map((choice) => ({ ...choice, [id]: option.id }))),
    [{}],
  )
}

/**
 * The design that a text describes. Its chart is the union of the charts of all readings; what that of the first options lacks is
 * drawn only when taken.
 *
 * @param language Of the expressions of its steps. Needed only where it has some.
 */
export function designOf(written: WrittenDesign, language?: ConditionLanguage): Design {
  const { document, readings, chosen } = written
  const once = language && readingOnce(language)
  const usual = nodesOf(document, once)
  const variants = new Map<DesignDocument, Design>()
  for (const choice of choicesOf(readings)) {
    const one = chosen(choice)
    if (!variants.has(one)) variants.set(one, designOfDocument(one, readings, once, usual))
  }
  const main = variants.get(document) ?? designOfDocument(document, readings, once, usual)
  return {
    ...main,
    graph: unionOf([main, ...variants.values()]),
    words: (assumptions) => wordsOf(chosen(assumptions)),
    run: (input) => (variants.get(chosen(input.assumptions)) ?? main).run(input),
  }
}

function designOfDocument(
  document: DesignDocument,
  readings: readonly Assumption[],
  language: ConditionLanguage | undefined,
  usual: Nodes<WrittenState>,
): Design {
  const { id, title, summary, gate, conditions, become } = document
  const seen = conditions && {
    'implied-groups': { asked: SEEN_GROUPS.asked, named: SEEN_GROUPS.named, all: SEEN_GROUPS.all }[conditions].id,
  }
  return design<WrittenState>({
    about: {
      id,
      title,
      summary,
      origin: 'own',
      ...(gate === 'released' && { gate: RELEASED_GATE }),
      ...(gate === 'proposed' && { gate: PROPOSED_GATE }),
    },
    sources: [],
    statement: statementOf(document),
    assumptions: readings,
    words: () => wordsOf(document),
    auditConstraint: become.audit,
    ...(gate === 'older' && { olderFilter: true }),
    ...(seen && {
      evaluateConditions,
      begin: (input: DesignInput) => ({ facts: factsOf({ ...input, assumptions: seen }) }),
    }),
    modes: (input, wanted) => modesOf(document, input, wanted),
    nodes: beside(usual, nodesOf(document, language)),
  })
}

/** The nodes of another reading, in which an edge that leads elsewhere than the usual one has a name of its own. */
function beside(usual: Nodes<WrittenState>, nodes: Nodes<WrittenState>): Nodes<WrittenState> {
  return Object.fromEntries(
    Object.entries(nodes).map(([id, node]) => {
      const other = usual[id]
      if (node.shape === 'end' || other === undefined || other.shape === 'end') return [id, node]
      const named = (name: string): string => {
        const [to, before] = [node.edges[name]?.to, other.edges[name]?.to]
        return before === undefined || to === undefined || to === before ? name : `${name}-${to}`
      }
      const byName = <Value>(of: Readonly<Record<string, Value>>) =>
        Object.fromEntries(Object.entries(of).map(([name, value]) => [named(name), value]))
      const evaluate = function* (state: WrittenState): Evaluation {
        const { edge, instead, ...choice } = yield* node.evaluate(state)
        return { ...choice, edge: named(edge), ...(instead && { instead: byName(instead) }) }
      }
      return [id, { ...node, edges: byName(node.edges), evaluate }]
    }),
  )
}

/** The modes of a document, each with what keeps it from being tried: those of alternatives for some targets. */
function modesOf(document: DesignDocument, input: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  const state = { input, untried: [] }
  const found = new Map<string, ConsideredMode>()
  for (const alternative of alternativesIn(document.decide)) {
    const steps = stepsIn(alternative).flatMap((id) => document.steps.get(id) ?? [])
    const mode = steps.find((step) => step.mode !== undefined)?.mode
    if (mode === undefined || found.has(mode)) continue
    const obstacles = obstaclesTo(document, alternative, wanted, input.requestor)
    const is = kindOfTarget(document, wanted, input.requestor)
    const identity = steps.find(({ stage, question }) => stage === 'identity' && question.is === 'reviews')
    const isOfKind = kindsOf(alternative).some((kind) => contains(kind, is) || contains(is, kind))
    const asks =
      isOfKind && identity ? firstReview(document, identity, state, valuesFor(document, state, mode)) : undefined
    found.set(mode, { mode, obstacles, ...(asks && { asks }) })
  }
  return [...found.values()]
}

/** The alternatives for some targets. Legacy and what is for anyone are no modes. */
function alternativesIn(tree: Tree): readonly Tree[] {
  if (tree.is === 'step') return []
  return tree.of.flatMap((one) => [
    ...(tree.is === 'first' && one.kinds !== undefined && !one.kinds.includes('anyone') ? [one] : []),
    ...alternativesIn(one),
  ])
}

/** The steps that an expression names, in their order. A step that it names twice is listed twice. */
export function stepsIn(tree: Tree): readonly string[] {
  if (tree.is === 'step') return [tree.step]
  return [...(tree.is === 'first' && tree.choose !== undefined ? [tree.choose] : []), ...tree.of.flatMap(stepsIn)]
}

/** The verbs of the reviews, as patterns of all that they can become. */
function wordsOf({ steps }: DesignDocument): readonly Word[] {
  return [...steps.values()].flatMap(({ question, mode }): readonly Word[] => {
    if (question.is === 'legacy') return LEGACY_WORDS
    if (question.is !== 'reviews') return []
    return question.reviews.flatMap(({ verb = '<verb>', apiGroup, coreGroup, about }): readonly Word[] => {
      const text = mode === undefined ? verb : verb.replaceAll('<mode>', mode)
      const groups = [apiGroup, coreGroup].filter((one) => one !== undefined)
      const isPlain = text === '<verb>' || REQUEST_VERBS.includes(text)
      if (isPlain && (!about.includes('request') || groups.length === 0)) return []
      const isOfRequest = about.includes('request')
      const pattern = { verb: isPlain ? /^.+$/ : patternOf(text) }
      if (isOfRequest && groups.length === 0) return [pattern]
      return (groups.length === 0 ? [''] : groups).map((group) => ({ ...pattern, apiGroup: patternOf(group) }))
    })
  })
}

const GROUPS_IN_WORDS: Readonly<Record<DesignDocument['become']['groups'], string>> = {
  users: 'As in legacy: a node is a user like any other.',
  nodes: 'As the released server adds them: a node has system:nodes.',
  'nodes-unless-asked': 'As the released server adds them, unless headers ask for groups.',
  'in-addition': 'Those of the name, in addition to groups that are asked for.',
  asked: 'Those that headers ask for, and no others.',
}

function statementOf(document: DesignDocument): Statement {
  const { decide, become, errors, steps } = document
  const ids = stepsIn(decide)
  const legacy = ids.find((id) => steps.get(id)?.question.is === 'legacy')
  const nameOnly = [...steps.values()].some((step) => step.nameOnly) || hasNameOnly(decide)
  const place =
    legacy === undefined
      ? ''
      : legacy === ids.at(-1)
        ? ' It is asked last.'
        : legacy === ids[0]
          ? ' It is asked first.'
          : ''
  return {
    checks: `${treeInWords(decide)}; then the request for the target.`,
    identity: reviewsInWords(document, ({ stage }) => stage === 'identity'),
    headers: nameOnly ? 'Not all: some ways are for Impersonate-User alone.' : 'All of them.',
    fallback: legacy === undefined ? 'None: impersonate does not count.' : `The verb impersonate counts.${place}`,
    error: errors === 'first' ? 'The first review that failed.' : 'The first review that failed in the last step.',
    groups: GROUPS_IN_WORDS[become.groups],
    audit:
      become.constraint === 'none' || become.audit === 'none'
        ? 'No constraint.'
        : `The identity verb, in ${become.audit}; none for legacy.`,
  }
}

function hasNameOnly(tree: Tree): boolean {
  return tree.nameOnly === true || (tree.is !== 'step' && tree.of.some(hasNameOnly))
}

function treeInWords(tree: Tree): string {
  const whom = tree.kinds === undefined ? '' : `${tree.kinds.join(' or ')}: `
  if (tree.is === 'step') return `${whom}${tree.step}`
  const parts = tree.of.map((one) => (one.is === 'step' ? treeInWords(one) : `(${treeInWords(one)})`))
  return `${whom}${parts.join(tree.is === 'all' ? ' and ' : ', else ')}`
}

/** The reviews of some steps, each once: “impersonate on user, groups in authentication.k8s.io”. */
export function reviewsInWords({ steps }: DesignDocument, isOf: (step: Step) => boolean): string {
  const verbs = [...steps.values()].flatMap((step) => {
    if (!isOf(step) || step.question.is !== 'reviews') return []
    return step.question.reviews.map(({ verb = '<verb>', about, apiGroup = '' }) =>
      `${verb} on ${about.join(', ')}${apiGroup === '' ? '' : ` in ${apiGroup}`}`.replaceAll(
        '<mode>',
        step.mode ?? '<mode>',
      ),
    )
  })
  return verbs.length === 0 ? 'None of its own.' : `${[...new Set(verbs)].join('; ')}.`
}

/** The chart with the nodes and edges of all variants. What the first lacks is drawn only when taken, after its own. */
function unionOf(designs: readonly Design[]): Design['graph'] {
  const [{ graph }] = designs as [Design]
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]))
  for (const other of designs) {
    for (const node of other.graph.nodes) if (!nodes.has(node.id)) nodes.set(node.id, { ...node, onlyWhenTaken: true })
    for (const edge of other.graph.edges) {
      const same = edges.get(edge.id)
      if (same === undefined) edges.set(edge.id, { ...edge, onlyWhenTaken: true })
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}
