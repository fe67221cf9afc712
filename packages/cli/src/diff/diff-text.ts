import type { ChangeRow } from '@authz-playground/engine/internal/answers'
import { objectName } from '@authz-playground/engine/internal/explain'
import {
  changedRequestInWords,
  REQUEST_CHANGE_WORDS,
  type RequestsDiff,
} from '@authz-playground/engine/internal/policy-diff'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { TextStyle } from '../paint.ts'
import type { PlacedCluster } from '../policy-input.ts'
import { wayText } from '../query/ways.ts'
import { withPlaces } from '../text-output.ts'
import type { ComparedPolicies } from './compared-policy.ts'

/** A comparison as text: one sentence, then changed requests, gains, losses and objects. */
export function diffText({ answer, before, after, requests }: ComparedPolicies, painted: TextStyle): string {
  const parts = [
    [painted.words(answer.lead)],
    ...(requests === undefined ? [] : requestParts(requests, after, painted)),
    changePart('Gains', answer.gains, after, painted, painted.bad),
    changePart('Losses', answer.losses, before, painted),
    objectPart({ answer, before, after }, painted),
  ]
  return `${parts
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** `alarming`: how dangers are printed. */
function changePart(
  title: string,
  rows: readonly ChangeRow[],
  { placeOf }: PlacedCluster,
  painted: TextStyle,
  alarming = (danger: string): string => danger,
): readonly string[] {
  if (rows.length === 0) return []
  const lines = rows.flatMap(({ words, except, dangers, evidence }) => [
    `  ${painted.words(words)}`,
    ...dangers.map((danger) => `    ${alarming(danger)}`),
    ...except.map((one) => `    ${painted.words(one)}`),
    ...evidence.map((grant) => `    ${painted.quiet(wayText(grant, placeOf))}`),
  ])
  return [painted.noun(title), ...lines]
}

function requestParts({ changed, same }: RequestsDiff, after: PlacedCluster, painted: TextStyle): readonly string[][] {
  const whole = changed.length + same
  const head =
    changed.length === 0
      ? `All ${whole} different requests have the same answer.`
      : `${changed.length} of ${whole} different requests have another answer.`
  const kinds = (['refused', 'allowed', 'constraint'] as const).map((kind) => {
    const some = changed.filter(({ change }) => change === kind)
    if (some.length === 0) return []
    return [
      painted.noun(REQUEST_CHANGE_WORDS[kind]),
      ...some.flatMap((one) => {
        const { count, last, seenAt } = one.request
        const seen = [`${count} ×`, ...(last === '' ? [] : [`last ${last}`]), ...seenAt].map((text) =>
          visibleLine(text),
        )
        return [
          `  ${painted.words(changedRequestInWords(one))}`,
          `    ${painted.words(withPlaces(one.why, after.placeOf))}`,
          `    ${painted.quiet(seen.join(', '))}`,
        ]
      }),
    ]
  })
  return [[head], ...kinds]
}

function objectPart({ answer, before, after }: ComparedPolicies, painted: TextStyle): readonly string[] {
  if (answer.objects.length === 0) return []
  const lines = answer.objects.map(({ change, range, kind, namespace, name }) => {
    const place = (change === 'removed' ? before : after).placeOf(range)
    return `  ${change} ${visibleLine(objectName({ kind, namespace, name }))} ${painted.quiet(visibleLine(`(${place})`))}`
  })
  return [painted.noun('Objects'), ...lines]
}
