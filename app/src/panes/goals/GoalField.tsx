import type { GoalCompletion, GoalProblem } from '@authz-playground/engine/internal/goals'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { nextProposal, ProposalList } from '../../ui/index.ts'
import styles from './GoalField.module.css'

interface GoalFieldProps {
  /** Without blanks at its end. */
  readonly text: string
  /** The part of the text that is not understood. */
  readonly problem: GoalProblem | undefined
  onChange(text: string): void
  /** The person is done. `isKept`: the written goal replaces the former one; else the former one stays. */
  onEnd(isKept: boolean): void
}

const NONE: readonly GoalCompletion[] = []

/** The field for the sentence of a goal. It proposes the next word, and marks what is not understood. */
export function GoalField({ text: kept, problem, onChange, onEnd }: GoalFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, proposals, active, write, choose, moveTo, onKeyDown, end } = useGoalText(field, {
    text: kept,
    onChange,
    onEnd,
  })
  const expanded = proposals.length > 0

  return (
    <div className={styles.field}>
      <div className={styles.written}>
        <div className={styles.mirror} aria-hidden="true">
          {problem === undefined ? (
            text
          ) : (
            <>
              {text.slice(0, problem.start)}
              <mark className={styles.wrong}>{text.slice(problem.start, problem.end)}</mark>
              {text.slice(problem.end)}
            </>
          )}
          {'\u200b'}
        </div>
        <textarea
          ref={field}
          id={id}
          rows={1}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-label="Goal"
          aria-controls={`${id}-list`}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-activedescendant={expanded && active !== undefined ? `${id}-${active}` : undefined}
          aria-invalid={problem !== undefined && text.trim() !== ''}
          className={styles.text}
          value={text}
          placeholder="jane can list pods in prod"
          onChange={({ target }) => write(target.value.replaceAll(/[\r\n]+/g, ' '), target.selectionStart)}
          onSelect={({ currentTarget }) => moveTo(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onBlur={() => end(true)}
        />
      </div>
      <ProposalList
        id={id}
        field={field}
        proposals={proposals.map(({ insert, detail }) => ({ key: `${insert} ${detail}`, value: insert, detail }))}
        active={active}
        onChoose={(at) => {
          const chosen = proposals[at]
          if (chosen) choose(chosen)
        }}
      />
    </div>
  )
}

/** The sentence while it is written: the proposals for the word at the cursor, and what ends the writing. */
function useGoalText(
  field: RefObject<HTMLTextAreaElement | null>,
  { text: kept, onChange, onEnd }: Pick<GoalFieldProps, 'text' | 'onChange' | 'onEnd'>,
) {
  const [typed, setTyped] = useState(kept)
  // Undo changes the sentence while it is written.
  const text = typed.trimEnd() === kept ? typed : kept
  const [cursor, setCursor] = useState(text.length)
  const [open, setOpen] = useState(text === '')
  const [active, setActive] = useState<number>()
  const answer = usePlayground((now) => now.answer)
  // Those of the text before are shown until the new ones are there, so that the list does not come and go with each key.
  const found = useLastAnswer(
    () => (open ? workerApi().goalProposals(text, cursor) : undefined),
    [answer, text, cursor, open],
  )
  const proposals = open ? (found ?? NONE) : NONE
  const ended = useRef(false)
  const place = useCaret(field)

  /** Browsers differ in whether a field that goes away loses the focus before. */
  function end(isKept: boolean): void {
    if (ended.current) return
    ended.current = true
    onEnd(isKept)
  }

  function write(written: string, at: number): void {
    setTyped(written)
    onChange(written.trimEnd())
    setCursor(at)
    setOpen(true)
    setActive(undefined)
  }

  function choose({ insert, start, end }: GoalCompletion): void {
    // More of the word may have been typed since.
    const rest = text.slice(Math.max(end, cursor))
    // A word is followed by the next one; what ends in a slash, an equals sign or a blank goes on at once.
    const blank = rest === '' && !/[\s/=]$/.test(insert) ? ' ' : ''
    const at = start + insert.length + blank.length
    write(text.slice(0, start) + insert + blank + rest, at)
    place(at)
  }

  /** Returns whether the key was for the list, or ended the writing. */
  function handle({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (ctrlKey && key === ' ') {
      setOpen(true)
      return true
    }
    if (ctrlKey || altKey || metaKey) return false
    const expanded = proposals.length > 0
    const chosen = active === undefined ? undefined : proposals[active]
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (expanded) setActive(nextProposal(active, key, proposals.length))
        else {
          setOpen(true)
          setActive(key === 'ArrowDown' ? 0 : undefined)
        }
        return true
      }
      case 'Enter':
        if (chosen) choose(chosen)
        else end(true)
        return true
      case 'Tab':
        if (!chosen) return false
        choose(chosen)
        return true
      case 'Escape':
        if (expanded) setOpen(false)
        else end(false)
        return true
      default:
        return false
    }
  }

  return {
    text,
    proposals,
    active,
    write,
    choose,
    moveTo: setCursor,
    end,
    onKeyDown(event: KeyboardEvent): void {
      if (event.nativeEvent.isComposing || !handle(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Begins at the end of the text; returns what moves the cursor once the next text is in the field, before the next key. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>): (at: number) => void {
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [field])
  return (at) => {
    caret.current = at
  }
}
