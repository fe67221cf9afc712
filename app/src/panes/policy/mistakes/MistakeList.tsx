import type { Scenario, Severity } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { useEffect, useId, useRef, useState } from 'react'
import {
  goTo,
  mend,
  openConstrain,
  playground,
  type ShownMistakes,
  switchDefaultRolesOn,
  usePlayground,
} from '../../../session/index.ts'
import { announce, Button, classes, IconButton, LinkButton, lazyPart } from '../../../ui/index.ts'
import type { Mending, Mistake, MistakesView } from '../../../worker/index.ts'
import { countOf, SEVERITIES } from './counts.ts'
import styles from './MistakeList.module.css'
import { CONSTRAIN, isAboutLegacy, mendAllOf, silencing } from './quick-fixes.ts'

/** So many of a severity are listed; the editor underlines the others. */
const MOST_LISTED = 100

const rulePage = lazyPart('The page about the rule', () =>
  import('./RulePageView.tsx').then(({ RulePageView }) => RulePageView),
)

interface MistakeListProps {
  readonly mistakes: ShownMistakes
  onClose(): void
}

/** The mistakes in the policy by severity: what was found, where, and what a click does about it. */
export function MistakeList({ mistakes: { last, current }, onClose }: MistakeListProps) {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const scenario = usePlayground((now) => now.scenario)
  const [mended, setMended] = useState<Scenario>()
  useEffect(() => heading.current?.focus(), [])

  async function change(make: () => Promise<void> | void): Promise<void> {
    // The button may go away.
    heading.current?.focus()
    const before = playground.getState().scenario
    await make()
    const after = playground.getState().scenario
    if (after !== before) setMended(after)
  }

  return (
    <section aria-labelledby={title} aria-busy={!current} className={styles.list}>
      <div className={styles.head}>
        <h3 id={title} ref={heading} tabIndex={-1}>
          Mistakes in the policy
        </h3>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className={styles.bar}>
        {last !== undefined && last.together > 0 && (
          <Button disabled={!current} onClick={() => void change(() => mend({ mend: 'all' }))}>
            Mend all ({last.together.toLocaleString('en')})
          </Button>
        )}
        {mended === scenario && (
          <Button
            look="quiet"
            onClick={() => {
              heading.current?.focus()
              playground.getState().undo()
              announce('Undone')
            }}
          >
            Undo
          </Button>
        )}
      </div>
      {last === undefined ? (
        <p className={styles.quiet}>The policy is being read …</p>
      ) : last.mistakes.length === 0 ? (
        <p className={styles.quiet}>{nothing(last, scenario)}</p>
      ) : (
        <div className={classes(!current && styles.outdated)}>
          {SEVERITIES.map((severity) => (
            <Group
              key={severity}
              severity={severity}
              of={last}
              current={current}
              onChange={(make) => void change(make)}
              onShow={({ range }) => {
                onClose()
                goTo({ kind: 'text', source: 'policy', offset: range.start })
              }}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** What is said where nothing was found. */
function nothing({ answer: { policyRead } }: { readonly answer: { readonly policyRead: object } }, scenario: Scenario) {
  if (scenario.policy.trim() === '') return 'There is no policy yet.'
  return Object.values(policyRead).every((count) => count === 0)
    ? 'There are no roles and bindings to look at.'
    : 'No mistakes were found.'
}

interface GroupProps {
  readonly severity: Severity
  readonly of: MistakesView
  readonly current: boolean
  onChange(make: () => Promise<void> | void): void
  onShow(mistake: Mistake): void
}

function Group({ severity, of, current, onChange, onShow }: GroupProps) {
  const title = useId()
  const found = of.mistakes.flatMap((mistake, at) => (mistake.severity === severity ? [{ mistake, at }] : []))
  if (found.length === 0) return null
  return (
    <section aria-labelledby={title}>
      <h4 id={title} className={styles.severity}>
        {countOf(severity, found.length)}
      </h4>
      <ul className={styles.mistakes}>
        {found.slice(0, MOST_LISTED).map(({ mistake, at }) => (
          <OneMistake
            key={`${mistake.range.start} ${mistake.code}`}
            mistake={mistake}
            together={isFirst(of, at) ? (of.togetherOf.get(mistake.code) ?? 0) : 0}
            current={current}
            onMend={(mending) => onChange(() => mend(mending))}
            onSwitchOn={() => onChange(switchDefaultRolesOn)}
            at={at}
            onShow={() => onShow(mistake)}
          />
        ))}
      </ul>
      {found.length > MOST_LISTED && (
        <p className={styles.quiet}>The first {MOST_LISTED} are listed. F8 in the editor goes to the next.</p>
      )}
    </section>
  )
}

/** Whether a mistake is the first of its code. */
function isFirst({ mistakes }: MistakesView, at: number): boolean {
  return mistakes.findIndex(({ code }) => code === mistakes[at]?.code) === at
}

interface OneMistakeProps {
  readonly mistake: Mistake
  /** Its index in the view. */
  readonly at: number
  /** At the first of its code: how many of them are mended together. */
  readonly together: number
  readonly current: boolean
  onMend(mending: Mending): void
  onSwitchOn(): void
  onShow(): void
}

function OneMistake({ mistake, at, together, current, onMend, onSwitchOn, onShow }: OneMistakeProps) {
  const { code, message, fix, range, ofRule, mendable, silenceable, setting } = mistake
  const words = useId()
  const [explained, setExplained] = useState(false)
  return (
    <li className={styles.mistake}>
      <LinkButton className={styles.line} aria-describedby={words} onClick={onShow}>
        line {range.line.toLocaleString('en')}
      </LinkButton>
      <div className={styles.about}>
        <p id={words}>{shortened(message)}</p>
        {fix !== undefined && <p className={styles.fix}>{shortened(fix)}</p>}
        {(ofRule || mendable || setting === 'default-roles') && (
          <div className={styles.actions}>
            {mendable && (
              <LinkButton
                aria-describedby={words}
                disabled={!current}
                onClick={() => onMend({ mend: 'one', mistake: at })}
              >
                Mend
              </LinkButton>
            )}
            {mendable && together > 1 && (
              <LinkButton disabled={!current} onClick={() => onMend({ mend: 'code', code })}>
                {mendAllOf(code, together)}
              </LinkButton>
            )}
            {isAboutLegacy(mistake) && (
              <LinkButton aria-describedby={words} aria-haspopup="dialog" onClick={() => openConstrain()}>
                {CONSTRAIN}
              </LinkButton>
            )}
            {setting === 'default-roles' && <LinkButton onClick={onSwitchOn}>Switch the default roles on</LinkButton>}
            {silenceable && (
              <LinkButton
                aria-label={silencing(code)}
                aria-describedby={words}
                disabled={!current}
                onClick={() => onMend({ mend: 'silence', mistake: at })}
              >
                Silence
              </LinkButton>
            )}
            {ofRule && (
              <LinkButton
                className={styles.rule}
                aria-expanded={explained}
                aria-label={`About ${code}`}
                onClick={() => setExplained(!explained)}
              >
                <code>{code}</code>
              </LinkButton>
            )}
          </div>
        )}
        {explained && <rulePage.Shown rule={code} />}
      </div>
    </li>
  )
}
