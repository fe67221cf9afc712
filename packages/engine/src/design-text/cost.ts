import {
  choicesOf,
  contains,
  type DesignDocument,
  type Kind,
  kindsOf,
  nextAfter,
  type Step,
  type Tree,
  type WrittenDesign,
} from '../designs/index.ts'

/** How many reviews are made at most: so many for a request, and so many more for each value that headers ask for. */
export interface ReviewCount {
  readonly fixed: number
  readonly uid: number
  /** For each group. */
  readonly groups: number
  /** For each value of an extra. */
  readonly extras: number
  /** For all groups or all extras at once, where there are many. */
  readonly allAtOnce: number
}

/** The most reviews before the request itself, for the targets of some kinds. */
export interface DesignCost {
  /** With the same cost. */
  readonly kinds: readonly TargetKind[]
  /** Where nothing but a user name is asked for. */
  readonly nameOnly: number
  /** Where headers ask for more. */
  readonly withMore: ReviewCount
}

/** The kinds that a target can be of. */
export const TARGET_KINDS = ['user', 'serviceaccount', 'node', 'own-node'] as const satisfies readonly Kind[]
export type TargetKind = (typeof TARGET_KINDS)[number]

/**
 * The most reviews that a design makes for a request, by the kind of its target, whatever the readings and the answers are. A run
 * never makes more; it may make fewer.
 */
export function costsOf(written: WrittenDesign): readonly DesignCost[] {
  const { readings, chosen } = written
  const documents = choicesOf(readings).map(chosen)
  const costs: DesignCost[] = []
  for (const kind of TARGET_KINDS) {
    const nameOnly = mostOf(documents.map((one) => countOf(one, { kind, nameOnly: true }))).fixed
    const withMore = mostOf(documents.map((one) => countOf(one, { kind, nameOnly: false })))
    const same = costs.findIndex(
      (one) => one.nameOnly === nameOnly && FIELDS.every((field) => one.withMore[field] === withMore[field]),
    )
    const before = costs[same]
    if (before === undefined) costs.push({ kinds: [kind], nameOnly, withMore })
    else costs[same] = { ...before, kinds: [...before.kinds, kind] }
  }
  return costs
}

const FIELDS = ['fixed', 'uid', 'groups', 'extras', 'allAtOnce'] as const
const NONE: ReviewCount = { fixed: 0, uid: 0, groups: 0, extras: 0, allAtOnce: 0 }
const LEGACY: ReviewCount = { fixed: 1, uid: 1, groups: 1, extras: 1, allAtOnce: 0 }

function combined(counts: readonly ReviewCount[], combine: (one: number, other: number) => number): ReviewCount {
  return counts.reduce(
    (all, count) =>
      Object.fromEntries(FIELDS.map((field) => [field, combine(all[field], count[field])])) as unknown as ReviewCount,
    NONE,
  )
}

const sumOf = (counts: readonly ReviewCount[]) => combined(counts, (one, other) => one + other)
const mostOf = (counts: readonly ReviewCount[]) => combined(counts, Math.max)

/** What a request asks to become. */
interface Asked {
  readonly kind: TargetKind
  readonly nameOnly: boolean
}

function countOf(document: DesignDocument, asked: Asked): ReviewCount {
  const { decide, gate } = document
  const count = ofTree(decide, document, asked)
  // With the gate off the older filter asks instead.
  return gate === 'released' || gate === 'proposed' ? mostOf([count, LEGACY]) : count
}

/** The longest way is that on which each step says no as late as it can. */
function ofTree(tree: Tree, document: DesignDocument, asked: Asked): ReviewCount {
  if (tree.is === 'step') return ofStep(document.steps.get(tree.step), asked)
  const { of } = tree
  if (tree.is === 'all' || of.every(({ kinds, nameOnly }) => kinds === undefined && !nameOnly))
    return sumOf(of.map((one) => ofTree(one, document, asked)))
  const counts: ReviewCount[] = []
  let at: number | undefined = of.findIndex((one) => appliesTo(one, asked))
  while (at !== undefined && at >= 0) {
    counts.push(ofTree(of[at] as Tree, document, asked))
    at = nextAfter(of, at)
  }
  return sumOf(counts)
}

function appliesTo(alternative: Tree, { kind, nameOnly }: Asked): boolean {
  if (alternative.nameOnly && !nameOnly && kind !== 'user') return false
  return kindsOf(alternative).some((wide) => contains(wide, kind))
}

function ofStep(step: Step | undefined, { kind, nameOnly }: Asked): ReviewCount {
  const question = step?.question
  if (question?.is === 'legacy') return LEGACY
  if (question?.is !== 'reviews' || (step?.nameOnly && !nameOnly && kind !== 'user')) return NONE
  return sumOf(
    question.reviews.flatMap(({ about, allAtOnce }) =>
      about.flatMap((part): readonly ReviewCount[] => {
        if (part === 'uid') return [{ ...NONE, uid: 1 }]
        if (part !== 'groups' && part !== 'extras') return [{ ...NONE, fixed: 1 }]
        return [{ ...NONE, [part]: 1, allAtOnce: allAtOnce === undefined ? 0 : 1 }]
      }),
    ),
  )
}

const KIND_WORDS: Readonly<Record<TargetKind, string>> = {
  user: 'a user',
  serviceaccount: 'a service account',
  node: 'another node',
  'own-node': 'the node that it runs on',
}

/** “For a user or a service account: at most 3 reviews for the name alone; with more headers 3, and 2 for each group and each value of an extra.” */
export function costInWords({ kinds, nameOnly, withMore }: DesignCost): string {
  return `For ${targetsInWords(kinds)}: ${countInWords({ nameOnly, withMore })}.`
}

function targetsInWords(kinds: readonly TargetKind[]): string {
  if (kinds.length === TARGET_KINDS.length) return 'any target'
  const isAnyNode = kinds.includes('node') && kinds.includes('own-node')
  const words = kinds.flatMap((kind) => {
    if (!isAnyNode) return [KIND_WORDS[kind]]
    return kind === 'own-node' ? [] : [kind === 'node' ? 'a node' : KIND_WORDS[kind]]
  })
  return [words.slice(0, -1).join(', '), words.at(-1)].filter((one) => one !== '').join(' or ')
}

function countInWords({ nameOnly, withMore }: Omit<DesignCost, 'kinds'>): string {
  const { fixed, uid, groups, extras, allAtOnce } = withMore
  const each =
    groups === extras && groups > 0
      ? [`${groups} for each group and each value of an extra`]
      : [
          ...(groups > 0 ? [`${groups} for each group`] : []),
          ...(extras > 0 ? [`${extras} for each value of an extra`] : []),
        ]
  const more = [
    ...each,
    ...(uid > 0 ? [`${uid} for the UID`] : []),
    ...(allAtOnce > 0 ? [`${allAtOnce} for many of them at once`] : []),
  ].join(', ')
  const name = nameOnly === 0 ? 'no review' : `at most ${nameOnly} ${nameOnly === 1 ? 'review' : 'reviews'}`
  if (fixed === nameOnly) return more === '' ? name : `${name}, and ${more}`
  return `${name} for the name alone; with more headers ${fixed === 0 ? 'none' : fixed}${more === '' ? '' : `, and ${more}`}`
}
