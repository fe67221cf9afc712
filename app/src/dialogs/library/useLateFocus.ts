import { useLayoutEffect, useRef, useState } from 'react'

/** Moves the focus to an entry by its id as soon as it is rendered, because the pressed button may be gone. */
export function useLateFocus(area: { readonly current: HTMLElement | null }): { focus(id: string): void } {
  const wanted = useRef<string>(undefined)
  const [, draw] = useState(0)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const entry = area.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(wanted.current)}"]`)
    if (!entry) return
    entry.focus()
    entry.scrollIntoView({ block: 'nearest' })
    wanted.current = undefined
  })
  return {
    focus(id) {
      wanted.current = id
      draw((count) => count + 1)
    },
  }
}
