/**
 * The most values of one document, keys included. A list of roles as kubectl prints it has some ten characters for each; the tree
 * of more of them takes gigabytes.
 */
export const MOST_VALUES = 5_000_000

/** A limit of the playground: the API server has no words for it. */
type OwnLimit = 'nested-too-deep' | 'too-many-values'

/**
 * A syntax error of YAML in libyaml's words, which kube-apiserver passes on. The parser throws it, and the functions that
 * the room exports catch it, except those that name it in `@throws`.
 */
export class YamlProblem extends Error {
  constructor(
    /** The words of libyaml, or of the playground where `own` is set. */
    readonly problem: string,
    /** The offset where reading stopped. */
    readonly at: number,
    /** The offset of the construct that was being read, such as an opening bracket or quote; -1 when there is none. */
    readonly context: number,
    /** The line number that the API server prints, or 0 when it prints none. */
    readonly printedLine: number,
    /** The limit of the playground that the problem is. */
    readonly own?: OwnLimit,
  ) {
    super(problem)
  }

  /** The text as the API server prints it; undefined for a limit of the playground. */
  get detail(): string | undefined {
    if (this.own !== undefined) return undefined
    return this.printedLine > 0 ? `yaml: line ${this.printedLine}: ${this.problem}` : `yaml: ${this.problem}`
  }
}

/** A document has more than {@link MOST_VALUES}. */
export function tooManyValues(at: number): YamlProblem {
  return new YamlProblem(`more than ${MOST_VALUES} values`, at, -1, 0, 'too-many-values')
}
