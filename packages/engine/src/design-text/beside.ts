import { type DesignDocument, reviewsInWords, type Statement, type WrittenDesign } from '../designs/index.ts'
import { costInWords, costsOf } from './cost.ts'

/** What is said of a design. */
export interface SaidOfDesign {
  readonly statement: Statement
  /** Absent where the design is not a text. */
  readonly written?: WrittenDesign
}

/** A point that only texts say. */
type PointOfTexts = 'action' | 'guards' | 'names' | 'conditions' | 'gate' | 'cost'

/** A point in which two designs differ, in the words of each. */
export interface DifferentPoint {
  readonly point: keyof Statement | PointOfTexts
  readonly title: string
  readonly base: string
  readonly own: string
}

const TITLES: Readonly<Record<keyof Statement, string>> = {
  checks: 'Checks',
  identity: 'About the target',
  headers: 'Headers',
  fallback: 'Fallback',
  error: 'Failure that the client sees',
  groups: 'Groups',
  audit: 'Audit',
}

const GATES: Readonly<Record<DesignDocument['gate'], string>> = {
  released: 'ConstrainedImpersonation, as released. While it is off, impersonate alone decides.',
  proposed: 'ConstrainedImpersonation, as KEP-5284 proposed it. While it is off, impersonate alone decides.',
  none: 'None: the design always decides.',
  older: 'None: the design always decides, and refuses in the words of the older filter.',
}

const NAMES: Readonly<Record<DesignDocument['names'], string>> = {
  'well-formed': 'A node or a service account has a well-formed name.',
  prefix: 'A node or a service account has a name with its prefix.',
}

const SEEN: Readonly<Record<NonNullable<DesignDocument['conditions']>, string>> = {
  asked: 'Answers may have conditions, which see the groups that headers ask for.',
  named: 'Answers may have conditions, which see the groups that headers ask for and those of the name.',
  all: 'Answers may have conditions, which see all groups that the target gets.',
}

interface TextWords {
  readonly title: string
  readonly inWords: (written: WrittenDesign) => string
}

const OF_TEXTS: Readonly<Record<PointOfTexts, TextWords>> = {
  action: {
    title: 'Other reviews',
    inWords: ({ document }) => reviewsInWords(document, ({ stage }) => stage !== 'identity'),
  },
  guards: { title: 'Guards', inWords: ({ document }) => guardsInWords(document) },
  names: { title: 'Names', inWords: ({ document }) => NAMES[document.names] },
  conditions: {
    title: 'Conditions',
    inWords: ({ document: { conditions } }) => (conditions ? SEEN[conditions] : 'Answers have no conditions.'),
  },
  gate: { title: 'Feature gate', inWords: ({ document }) => GATES[document.gate] },
  cost: { title: 'Reviews', inWords: (written) => costsOf(written).map(costInWords).join(' ') },
}

/**
 * The points in which two designs differ. Empty where they differ in nothing that is said of a design; the verbs of reviews are
 * among it, names of steps are not.
 */
export function differentPoints(base: SaidOfDesign, own: SaidOfDesign): readonly DifferentPoint[] {
  const points: DifferentPoint[] = (Object.keys(TITLES) as (keyof Statement)[]).map((point) => ({
    point,
    title: TITLES[point],
    base: base.statement[point],
    own: own.statement[point],
  }))
  const [before, after] = [base.written, own.written]
  if (before && after)
    for (const point of Object.keys(OF_TEXTS) as PointOfTexts[]) {
      const { title, inWords } = OF_TEXTS[point]
      points.push({ point, title, base: inWords(before), own: inWords(after) })
    }
  return points.filter((one) => one.base !== one.own)
}

function guardsInWords({ steps }: DesignDocument): string {
  const guards = [...steps.values()].flatMap(({ id, question }) => {
    if (question.is === 'same-node') return [`${id}: the requestor runs on the node`]
    return question.is === 'expression' ? [`${id}: ${question.expression}`] : []
  })
  return guards.length === 0 ? 'None.' : `${guards.join('; ')}.`
}
