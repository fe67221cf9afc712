import { type Binding, type KubernetesVersion, NEWEST_VERSION, type Policy, type Role } from '../../kube/index.ts'
import type { Diagnostic, ReportProblem, Severity, TextDocument } from '../../text/index.ts'
import { LineIndex, ProblemCollector, TooManyErrors } from '../../text/index.ts'
import { BEGINS_LIKE_JSON, cutDocuments, streamOf } from '../../yaml/index.ts'
import { TEMPLATE, type TemplateReader } from '../templates/template-reader.ts'
import { errorIn } from '../validate/declarative.ts'
import { roleNotFound, warnOfReferences } from '../warnings/references.ts'
import { withoutReplacedRules } from './access-rule.ts'
import { appliedInOrder } from './applied-objects.ts'
import { ignoreComments, Silencing } from './ignore-comments.ts'
import { OPENSHIFT_KIND } from './openshift-objects.ts'
import { type DocumentContent, movedDocument, readDocument } from './read-document.ts'

/** Options of reading a policy. */
export interface ReadPolicyOptions {
  /** The name of the text in source ranges. `policy` by default. */
  readonly source?: 'policy' | 'default-roles'
  /** The roles that kube-apiserver creates itself, where they were read: bindings may name them. */
  readonly defaults?: Policy
  /** The roles that kube-apiserver creates itself do not count, so a binding to one of them gets a note. */
  readonly withoutDefaults?: boolean
  /** The version of Kubernetes in whose words an object is refused: the newest by default. */
  readonly version?: KubernetesVersion
}

/** A text, and those of its documents that were read, from the first one on. */
interface ReadText {
  readonly text: string
  readonly documents: readonly DocumentContent[]
}

const NOTHING_READ: ReadText = { text: '', documents: [] }

/** How a reader reads every text. */
export interface PolicyReaderOptions {
  /** Names the templates in a text. */
  readonly templates?: TemplateReader | undefined
  /** Chooses the objects that count: by default those that a cluster has after applying all of them in order. */
  readonly counting?: typeof appliedInOrder
}

/**
 * Reads the successive texts of a policy that somebody edits. Its results are those of `readPolicy`, but it does not read
 * unchanged documents again.
 */
export class PolicyReader {
  readonly #templates: TemplateReader | undefined
  readonly #counting: typeof appliedInOrder
  #before: ReadText = NOTHING_READ

  constructor({ templates, counting = appliedInOrder }: PolicyReaderOptions = {}) {
    this.#templates = templates
    this.#counting = counting
  }

  read(text: string, options: ReadPolicyOptions = {}): Policy {
    const { source = 'policy', defaults, withoutDefaults = false, version = NEWEST_VERSION } = options
    const lines = new LineIndex(source, text)
    const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
    const problems = new PolicyProblems(text, this.#templates)
    const documents: TextDocument[] = []
    const read = this.#readDocuments(text, lineOf, problems, documents)
    const objects = read.flatMap((one) => one.objects)
    // The objects of a template are missing.
    if (!problems.haveTemplateError)
      warnOfReferences(objects, { defaults: defaults?.roles ?? [], withoutDefaults }, lineOf, problems.report)
    const left = this.#counting(objects, lineOf, problems.all.add, version)
    const accessRules = read.flatMap((one) => one.accessRules)
    const accessRulesLeft = withoutReplacedRules(accessRules, lineOf, problems.all.add)
    const found = problems.all.resolve(lines, text.length).map((one) => errorIn(one, version))
    const ignores = ignoreComments(text, lines, documents)
    const silencing = new Silencing(ignores)
    const isSilenced = (one: Diagnostic) => silencing.of(one).length > 0
    return {
      text,
      lines,
      documents,
      roles: left.flatMap((object): readonly Role[] => ('role' in object ? [object.role] : [])),
      bindings: left.flatMap((object): readonly Binding[] => ('binding' in object ? [object.binding] : [])),
      accessRules: accessRulesLeft,
      notRead: read.flatMap(({ others }) =>
        others.map(({ apiVersion, kind, name, head }) => ({ apiVersion, kind, name, range: lines.range(head) })),
      ),
      diagnostics: ignores.length === 0 ? found : found.filter((one) => !isSilenced(one)),
      silenced: ignores.length === 0 ? [] : found.filter(isSilenced),
    }
  }

  /** Reads documents until there are too many errors; those that were begun are added to `documents`. */
  #readDocuments(
    text: string,
    lineOf: (offset: number) => number,
    problems: PolicyProblems,
    documents: TextDocument[],
  ): readonly DocumentContent[] {
    const read: DocumentContent[] = []
    // Messages about a stream that begins like JSON count its characters from the beginning.
    const isStream = BEGINS_LIKE_JSON.test(text)
    try {
      const stream = streamOf(text)
      const pieces = cutDocuments(text, problems.all.report)
      const unchanged = isStream ? () => undefined : unchangedDocuments(this.#before, text, pieces)
      for (const [index, document] of pieces.entries()) {
        documents.push(document)
        const known = unchanged(index)
        if (known === undefined || (known.namesLines && known.firstLine !== lineOf(document.start))) {
          read.push(readDocument(document, stream, lineOf, problems.report, this.#templates))
          continue
        }
        const moved = movedDocument(known, document.start - known.document.start, lineOf(document.start))
        read.push(moved)
        for (const problem of moved.problems) problems.report(problem)
      }
    } catch (error) {
      if (!(error instanceof TooManyErrors)) throw error
    }
    this.#before = isStream ? NOTHING_READ : { text, documents: read }
    return read
  }
}

/** The problems of a text, without those that come from its templates and repetitions of a note about all of it. */
class PolicyProblems {
  readonly all = new ProblemCollector()
  readonly #named = new Set<Severity>()
  #openShift = false

  constructor(
    readonly text: string,
    readonly templates: TemplateReader | undefined,
  ) {}

  get haveTemplateError(): boolean {
    return this.#named.has('error')
  }

  readonly report: ReportProblem = (problem) => {
    const { code, severity, span } = problem
    if (code === TEMPLATE) {
      if (this.#named.has(severity)) return
      this.#named.add(severity)
    }
    if (code === OPENSHIFT_KIND) {
      if (this.#openShift) return
      this.#openShift = true
    }
    // A name that a program replaces has a warning of its own.
    const isReplaced = code === roleNotFound.name && this.templates?.isIn(this.text.slice(span.start, span.end))
    if (!isReplaced) this.all.report(problem)
  }
}

/** For an index of `pieces`, finds the same document in `before`: it is before all changes, or after them. */
function unchangedDocuments(
  before: ReadText,
  text: string,
  pieces: readonly TextDocument[],
): (index: number) => DocumentContent | undefined {
  const { documents } = before
  const most = Math.min(documents.length, pieces.length)
  const further = pieces.length - documents.length
  const same = (known: DocumentContent | undefined, piece: TextDocument | undefined): boolean =>
    known !== undefined &&
    piece !== undefined &&
    known.document.syntax === piece.syntax &&
    known.document.end - known.document.start === piece.end - piece.start &&
    before.text.slice(known.document.start, known.document.end) === text.slice(piece.start, piece.end)
  let inFront = 0
  while (inFront < most && same(documents[inFront], pieces[inFront])) inFront++
  let after = 0
  while (after < most - inFront && same(documents.at(-1 - after), pieces.at(-1 - after))) after++
  return (index) => {
    if (index < inFront) return documents[index]
    return index >= pieces.length - after ? documents[index - further] : undefined
  }
}
