import type { Check, RichText, Scenario } from '@authz-playground/engine'
import { firstNearInWords } from '@authz-playground/engine/internal/explain'
import { shortened } from '@authz-playground/pictures'
import { Fragment, useMemo } from 'react'
import { missingWords } from '../panes/policy/index.ts'
import { useLastChanges, useLastExplanation } from '../session/index.ts'
import { Words } from '../ui/index.ts'
import type { AnswerView } from '../worker/index.ts'
import styles from './DecidingRule.module.css'
import { decidingRule, type RuleLines, ruleLines } from './deciding-rule.ts'

interface DecidingRuleProps {
  readonly check: Check
  /** The scenario that the check is of. */
  readonly scenario: Scenario
}

/** The rule that decided a check, as it is written, with the numbers of its lines. */
export function DecidingRule({ check, scenario }: DecidingRuleProps) {
  const written = decidingRule(check, scenario)
  return written && <Lines of={written} label="The rule that decided" />
}

/** A word that a rule lacks, as it would be written below a line of it. */
interface Missing {
  /** The number of the line, from 1. */
  readonly line: number
  readonly before: string
  readonly word: string
  readonly after: string
}

const NOTHING_MISSING: readonly Missing[] = []

/** Of a refusal: the rule that comes closest, in words and as it is written, with the words that it lacks. */
export function NearestRule({ answer, scenario }: { readonly answer: AnswerView; readonly scenario: Scenario }) {
  const explained = useLastExplanation()
  const found = useLastChanges()
  const missing = useMemo(() => {
    if (found?.answer !== answer) return NOTHING_MISSING
    return missingWords(found.changes, scenario.policy)
  }, [found, answer, scenario])
  if (explained?.answer !== answer) return null
  const words = firstNearInWords(explained.explanation)
  const range = explained.explanation.first?.near[0]?.rule?.range
  const written = range && ruleLines(range, scenario)
  return (
    <>
      {words && (
        <p>
          <Words of={firstSentence(words)} />
        </p>
      )}
      {written && <Lines of={written} missing={missing} label="The rule that comes closest" />}
    </>
  )
}

/** The end of a sentence. */
const END = /\.(?:\s|$)/

/** The first of several sentences: the rule itself is below it. */
function firstSentence(words: RichText): RichText {
  const at = words.findIndex((word) => typeof word === 'string' && END.test(word))
  const last = words[at]
  return typeof last === 'string' ? [...words.slice(0, at), last.slice(0, last.search(END) + 1)] : words
}

/** The word that is missing is in view, also where the panel has more words than room. */
function bringIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

interface LinesProps {
  readonly of: RuleLines
  readonly missing?: readonly Missing[]
  readonly label: string
}

function Lines({ of: { first, indent, lines, cut }, missing = NOTHING_MISSING, label }: LinesProps) {
  return (
    <figure className={styles.rule} aria-label={label}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its number
        <Fragment key={first + at}>
          <div className={styles.line}>
            <span className={styles.number}>{first + at}</span>
            <code>{shortened(line)}</code>
          </div>
          {missing.map(
            ({ line: below, before, word, after }) =>
              below === first + at && (
                <div key={word} ref={bringIntoView} className={styles.line}>
                  <span className={styles.number}>+</span>
                  <code>
                    {before.slice(indent)}
                    <mark className={styles.missing}>{shortened(word)}</mark>
                    {after}
                  </code>
                </div>
              ),
          )}
        </Fragment>
      ))}
      {cut && <div className={styles.number}>…</div>}
    </figure>
  )
}
