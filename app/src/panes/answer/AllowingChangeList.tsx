import { plainText } from '@authz-playground/engine'
import type { ChangeKind, Danger, NewAccessWords } from '@authz-playground/engine/questions'
import { useId, useMemo, useState } from 'react'
import { applyChange, goTo, playground, useAppliedChange, useLastChanges, usePlayground } from '../../session/index.ts'
import {
  announce,
  Button,
  CopyButton,
  classes,
  Icon,
  LinkButton,
  LinkedWords,
  TextDiff,
  Words,
} from '../../ui/index.ts'
import type { AllowingChange } from '../../worker/index.ts'
import styles from './AllowingChangeList.module.css'
import { mentionedLines } from './mentioned-places.ts'

export const TITLES: Readonly<Record<ChangeKind, string>> = {
  mend: 'Mend a mistake',
  extend: 'Add to a rule',
  bind: 'Bind a role that exists',
  'new-role': 'Add a role for just this',
  request: 'Change the request',
  'request-and-policy': 'Change the request and the policy',
  setting: 'Change a setting',
}

/** The changes after which the request is allowed, the narrowest first; only the applied one while there is one. */
export function AllowingChangeList() {
  const found = useLastChanges()
  const scenario = usePlayground((now) => now.scenario)
  const applied = useAppliedChange()
  const changes = applied ? [applied] : found?.changes
  if (changes === undefined) return <p className={styles.note}>Changes are being tried …</p>
  if (changes.length === 0)
    return <p className={styles.note}>No change of the policy, the request or the settings was found that allows it.</p>
  const current = applied !== undefined || found?.scenario === scenario
  return (
    <ol className={classes(styles.changes, !current && styles.outdated)} aria-busy={!current}>
      {changes.map((change) => (
        <li key={keyOf(change)}>
          <Change
            change={change}
            applied={applied !== undefined}
            disabled={!current}
            onApply={() => apply(change)}
            onUndo={undoChange}
          />
        </li>
      ))}
    </ol>
  )
}

/** Makes a change, and says so. */
export function apply(change: AllowingChange): void {
  applyChange(change)
  announce('Applied')
}

/** Takes the change back that was made last, and says so. */
export function undoChange(): void {
  playground.getState().undo()
  announce('Undone')
}

/** The same for a change before and after it is applied, so that its button keeps the focus. */
function keyOf({ kind, parts }: AllowingChange): string {
  return [kind, ...parts.map(plainText)].join('\n')
}

interface ChangeProps {
  readonly change: AllowingChange
  readonly applied: boolean
  readonly disabled: boolean
  onApply(): void
  onUndo(): void
}

function Change({ change, applied, disabled, onApply, onUndo }: ChangeProps) {
  const { kind, parts, diff, extra, dangers, commands } = change
  const title = useId()
  const policy = usePlayground(({ scenario }) => scenario.policy)
  const places = useMemo(() => mentionedLines(parts, policy), [parts, policy])
  return (
    <section className={styles.change} aria-labelledby={title}>
      <h3 id={title}>{TITLES[kind]}</h3>
      {parts.map((words) => (
        <p key={plainText(words)} className={styles.words}>
          <LinkedWords of={words} targets={places} onGo={goTo} />
        </p>
      ))}
      {diff.length > 0 && <TextDiff of={diff} label={`Changed lines of the ${changedTexts(change)}`} />}
      {change.change.policy !== undefined && <Extra extra={extra} />}
      <Dangers of={dangers} />
      <div className={styles.bar}>
        <Button
          look={applied ? 'quiet' : 'outlined'}
          aria-describedby={title}
          disabled={disabled}
          onClick={applied ? onUndo : onApply}
        >
          {applied ? 'Undo' : 'Apply'}
        </Button>
        {change.change.policy !== undefined && (
          <CopyButton text={change.change.policy} label="policy after this change" shown="Copy policy" />
        )}
        {commands.length > 0 && (
          <CopyButton
            text={`${commands.join('\n')}\n`}
            label="kubectl commands that do it on a cluster"
            shown="Copy kubectl"
          />
        )}
      </div>
    </section>
  )
}

/** The texts that a change changes: “policy”, “request”. */
function changedTexts({ change: { policy, request } }: AllowingChange): string {
  return [...(request === undefined ? [] : ['request']), ...(policy === undefined ? [] : ['policy'])].join(' and the ')
}

/** So many lines are shown at first. */
const FEW = 3

/** What a change opens beside the request. A long list is folded. */
function Extra({ extra: { sentence, list } }: { readonly extra: NewAccessWords }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const shown = open ? list : list.slice(0, FEW)
  return (
    <div className={styles.extra}>
      <p>
        <Words of={sentence} />
      </p>
      {list.length > 0 && (
        <ul id={id} className={styles.list}>
          {shown.map((words) => (
            <li key={plainText(words)}>
              <Words of={words} />
            </li>
          ))}
        </ul>
      )}
      {list.length > FEW && (
        <LinkButton className={styles.more} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'next'} />
          {open ? 'Fewer' : `${(list.length - FEW).toLocaleString('en')} more`}
        </LinkButton>
      )}
    </div>
  )
}

function Dangers({ of }: { readonly of: readonly Danger[] }) {
  if (of.length === 0) return null
  return (
    <ul className={styles.dangers}>
      {of.map(({ words }) => (
        <li key={words}>
          <span aria-hidden="true">⚠</span> <strong>Danger:</strong> {words}
        </li>
      ))}
    </ul>
  )
}
