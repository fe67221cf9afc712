/**
 * Why a text is no YAML, in libyaml's words, which kube-apiserver passes on. Thrown inside this folder, where it
 * unwinds the parser, and caught at its door.
 */
export class YamlProblem extends Error {
  constructor(
    /** libyaml's wording, or the playground's own where `own` is set. */
    readonly problem: string,
    /** Offset where reading stopped. */
    readonly at: number,
    /** Offset of the construct that was being read, such as an opening bracket or quote; -1 when there is none. */
    readonly context: number,
    /** The line number that the API server prints, or 0 when it prints none. */
    readonly printedLine: number,
    /** A limit of the playground's: the API server has no words for it. */
    readonly own = false,
  ) {
    super(problem)
  }

  /** As the API server prints it, or undefined when it would not. */
  get detail(): string | undefined {
    if (this.own) return undefined
    return this.printedLine > 0 ? `yaml: line ${this.printedLine}: ${this.problem}` : `yaml: ${this.problem}`
  }
}
