import type { ClusterSettings, GateSettings, SourceRange } from '@authz-playground/engine'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import { documentPlaces } from '@authz-playground/engine/internal/scenario-file'
import type { Files, InputFile } from '../files.ts'
import { type Input, isVectors } from '../input.ts'
import { scenariosIn } from '../inputs.ts'
import { isLink } from '../links.ts'
import type { CommandProblem } from '../problem.ts'
import { type CommandSettings, vectorWithSettings, withSettings } from '../settings.ts'

/** The policy of a scenario inside a file. */
interface Within {
  /** The place of a place of the policy in the file. */
  rangeOf(range: SourceRange): SourceRange
  readonly design: string | undefined
  readonly cluster: Pick<ClusterSettings, 'version' | 'defaultRoles'> &
    Partial<Pick<ClusterSettings, 'authorizationModes'>> &
    GateSettings
}

/** A policy to lint. */
export interface LintedText extends InputFile {
  /** Absent for a file that is a policy itself. */
  readonly within?: Within
}

/** The policies of files, folders and links, with the problems that keep others from being read. */
export interface FoundPolicies {
  readonly texts: readonly LintedText[]
  readonly problems: readonly CommandProblem[]
}

/**
 * The policies at some paths: files and folders of manifests, and what `run` takes: scenario documents, several in one file
 * too, vectors files, and links, each under the settings of flags. Throws `Refused` where a path cannot be read.
 */
export function policiesAt(
  paths: readonly string[],
  files: Files,
  settings: CommandSettings = { assume: [] },
): FoundPolicies {
  const problems: CommandProblem[] = []
  const texts = paths.flatMap((path): readonly LintedText[] => {
    const { texts, remarks } = isLink(path) ? { texts: [files.text(path)], remarks: [] } : files.texts([path])
    problems.push(...remarks)
    return texts.flatMap((file) => {
      if (!isVectors(file) && !isScenario(file.text)) return [file]
      return scenariosIn(file, { unanswered: true }).flatMap((input) => {
        if (input.kind !== 'unread') return policiesOf(input, file, settings)
        problems.push(...input.problems)
        return []
      })
    })
  })
  return { texts, problems }
}

/** A scenario document has a version and a policy or a request; no object of Kubernetes has such fields. */
function isScenario(text: string): boolean {
  const versioned = /^[{ \t]*"?version"?[ \t]*:[ \t]*[12][ \t]*(?:,|#.*)?$/m.test(text)
  return versioned && /^[ \t]*"?(?:policy|requests?)"?[ \t]*:/m.test(text)
}

function policiesOf(input: Input, { name }: InputFile, settings: CommandSettings): readonly LintedText[] {
  if (input.kind === 'vectors') {
    return input.vectors.map(({ line, vector }) => {
      // A line of a text inside a JSON string is not a line of the file.
      const rangeOf = (range: SourceRange): SourceRange => ({ ...range, line, column: 1, endLine: line, endColumn: 1 })
      const { policy: text, design, cluster } = vectorWithSettings(vector, settings)
      return {
        name,
        text,
        within: { rangeOf, design, cluster: { defaultRoles: false, ...cluster, version: UNNAMED_VERSION } },
      }
    })
  }
  const { scenario } = input.document
  let places: ReturnType<typeof documentPlaces> | undefined
  const rangeOf = (range: SourceRange): SourceRange => {
    places ??= documentPlaces(input.text)
    const start = places.inside(['policy'], range.start)
    const end = places.inside(['policy'], Math.max(range.start, range.end - 1)) ?? start
    if (start === undefined || end === undefined) return places.at(['policy'])
    return { ...start, end: end.end, endLine: end.endLine, endColumn: end.endColumn }
  }
  const { policy: text, design, cluster } = withSettings(scenario, settings)
  return [{ name, text, within: { rangeOf, design, cluster } }]
}
