import type { ClusterSettings, SourceRange } from '@authz-playground/engine'
import type { DiffAnswer } from '@authz-playground/engine/internal/answers'
import type { RequestsDiff } from '@authz-playground/engine/internal/policy-diff'
import type { Files } from '../files.ts'
import { isLink } from '../links.ts'
import { type LintedText, policiesAt } from '../lint/policies.ts'
import { type PlacedCluster, placedCluster } from '../policy-input.ts'
import { type CommandProblem, Refused, refusedInput } from '../problem.ts'
import { type JoinedText, joinedTexts, printPlace } from '../text-places.ts'

/** A comparison, ready to print. */
export interface ComparedPolicies {
  readonly answer: DiffAnswer
  readonly before: PlacedCluster
  readonly after: PlacedCluster
  readonly requests?: RequestsDiff
}

/** The texts of a policy that is compared. */
export interface ComparedTexts {
  readonly texts: readonly LintedText[]
  readonly remarks: readonly CommandProblem[]
}

/**
 * The texts that an argument names: a file, a folder or a list with commas, of manifests, scenario documents and vectors
 * files; or a link. Throws `Refused` where one cannot be read.
 */
export function comparedTexts(named: string, files: Files): ComparedTexts {
  const { texts, problems } = policiesAt(isLink(named) ? [named] : named.split(','), files)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Refused(...errors)
  return { texts, remarks: problems }
}

/**
 * Which default roles count in two policies: all where a scenario among the texts says so, and none where all texts are
 * scenarios that say so.
 */
export function defaultRolesIn(...compared: readonly ComparedTexts[]): boolean | undefined {
  const said = compared.flatMap(({ texts }) => texts.map(({ within }) => within?.cluster.defaultRoles))
  if (said.includes(true)) return true
  return said.length > 0 && said.every((one) => one === false) ? false : undefined
}

/** The authorizers of the scenarios among some texts; undefined without any. Throws `Refused` where they have different ones. */
export function authorizationModesIn(
  { texts }: ComparedTexts,
  named: string,
): ClusterSettings['authorizationModes'] | undefined {
  const [first, ...others] = texts.flatMap(({ within }) => {
    const modes = within?.cluster.authorizationModes
    return modes === undefined ? [] : [modes]
  })
  if (others.every((one) => one.join() === first?.join())) return first
  const message = 'The scenario documents of one side have different authorization modes.'
  throw refusedInput(
    named,
    message,
    'Write --from-authorization-mode or --to-authorization-mode, or compare fewer of them.',
  )
}

/** Reads the texts as one policy, whose places are whole lines: `rbac/roles.yaml:12`. Throws `Refused` where the policy has errors. */
export function comparedCluster({ texts, remarks }: ComparedTexts, settings: ClusterSettings): PlacedCluster {
  const joined = joinedTexts(texts)
  const placeOf: JoinedText['placeOf'] = (place) => {
    const found = joined.lineIn(place.line)
    const text = found && texts[found.index]
    if (found === undefined || text?.within === undefined) return joined.placeOf(place)
    return printPlace(text.name, { line: text.within.rangeOf(lineRange(text.text, found.line)).line })
  }
  const placed = placedCluster({ text: joined.text, placeOf, remarks }, settings)
  return { ...placed, placeOf: ({ source, line }) => placed.placeOf({ source, line }) }
}

/** The first visible character of a line. */
function lineRange(text: string, line: number): SourceRange {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  const blank = /^\s*/.exec(lines[line - 1] ?? '')?.[0].length ?? 0
  const start = before + blank
  const column = blank + 1
  return { source: 'policy', start, end: start + 1, line, column, endLine: line, endColumn: column + 1 }
}
