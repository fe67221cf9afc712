import { plainText, type RichText } from '@authz-playground/engine'
import { firstNearInWords } from '@authz-playground/engine/internal/explain'
import type { NearMatch } from '@authz-playground/engine/questions'
import { useMemo } from 'react'
import {
  type ExplainedAnswer,
  goTo,
  nearPlaces,
  type Place,
  reportedAuthorizer,
  useLastExplanation,
  usePlayground,
} from '../../session/index.ts'
import { classes, LinkedWords, NearMarks, Words } from '../../ui/index.ts'
import { Because } from './InWords.tsx'
import { placesByMention } from './mentioned-places.ts'
import styles from './Nearly.module.css'

/** Below a refusal: what its names mean, the rule that comes closest, and what else is the reason. */
export function Nearly() {
  const answer = usePlayground((now) => now.answer)
  const explained = useLastExplanation()
  const places = usePlacesOf(explained)
  const reported = usePlayground(reportedAuthorizer)
  if (explained === undefined) return null
  const { explanation } = explained
  return (
    <div
      className={classes(styles.nearly, explained.answer !== answer && styles.outdated)}
      aria-busy={explained.answer !== answer}
    >
      {[
        explanation.meaning,
        firstSentence(firstNearInWords(explanation)),
        reported?.words ?? explanation.otherwise,
      ].map(
        (words) =>
          words && (
            <p key={plainText(words)} className={styles.sentence}>
              <LinkedWords of={words} targets={places} onGo={goTo} />
            </p>
          ),
      )}
      {/* Without a rule that comes close, the authorizers’ own words are what there is to go by; of a write, the handler’s. */}
      {(explanation.first === undefined || explained.answer.trace?.grant !== undefined) && (
        <Because answer={explained.answer} />
      )}
    </div>
  )
}

/** The rules that come close to a refused check, the nearest first, each with what fits and what does not. */
export function NearRules() {
  const first = useLastExplanation()?.explanation.first
  if (first === undefined || first.near.length === 0) return <p>No RBAC rule comes close.</p>
  return (
    <ol className={styles.others}>
      {first.near.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
        <li key={at} className={styles.other}>
          <p>
            <LinkedWords of={first.words[at] ?? []} targets={nearPlaces([one])} onGo={goTo} />
          </p>
          <p className={styles.grant}>
            <Words of={grantOf(one)} />
          </p>
          <NearMarks of={one.marks} />
        </li>
      ))}
    </ol>
  )
}

/** Words up to the end of their first sentence; the rest is among the details. */
function firstSentence(words: RichText = []): RichText | undefined {
  const at = words.findIndex((part) => typeof part === 'string' && /\. |\.$/.test(part))
  const part = words[at]
  if (typeof part !== 'string') return words.length === 0 ? undefined : words
  return [...words.slice(0, at), `${part.split(/\. |\.$/)[0]}.`]
}

/** The places that the words of an explanation mention. */
function usePlacesOf(explained: ExplainedAnswer | undefined): ReadonlyMap<string, Place> {
  return useMemo(
    () =>
      explained === undefined
        ? new Map()
        : new Map([...placesByMention(explained.answer.trace), ...nearPlaces(explained.explanation.first?.near ?? [])]),
    [explained],
  )
}

/** "Role deploy · RoleBinding deployers · ServiceAccount ci/deployer" */
function grantOf({ role, binding, subject }: NearMatch): RichText {
  const parts: readonly RichText[] = [role, binding, subject].flatMap((part) => {
    if (part === undefined) return []
    const { kind, name, namespace } = part
    return [[`${kind} `, { code: namespace === '' ? name : `${namespace}/${name}` }]]
  })
  return parts.flatMap((part, at) => [...(at === 0 ? [] : [' · ']), ...part])
}
