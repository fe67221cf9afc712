import { type RefObject, useEffect, useState } from 'react'

/** What takes typed text, in the panes for it. */
const TEXT =
  ':is(#policy, #request) :is(textarea, [role=textbox], input:not([type=checkbox], [type=radio], [type=range]))'

/** Marks the bar of the one who edits: its controls do not end the editing. */
export const EDITING_BAR = 'data-editing-bar'

/** Whether somebody is editing the policy or the request. */
export function useEditing(main: RefObject<HTMLElement | null>): boolean {
  const [editing, setEditing] = useState(false)
  useEffect(() => {
    const element = main.current
    if (element === null) return
    const entered = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest(`[${EDITING_BAR}]`) !== null) return
      setEditing(target.matches(TEXT))
    }
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setEditing(false)
    }
    element.addEventListener('focusin', entered)
    element.addEventListener('focusout', left)
    return () => {
      element.removeEventListener('focusin', entered)
      element.removeEventListener('focusout', left)
    }
  }, [main])
  return editing
}
