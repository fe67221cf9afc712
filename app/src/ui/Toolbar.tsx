import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

interface ToolbarProps {
  readonly label: string
  readonly className?: string | undefined
  /** Buttons, as deep as they like. Those of an open menu are not tools. */
  readonly children: ReactNode
}

/**
 * Tools as in the ARIA Authoring Practices: one stop of the Tab key, among which the left and right arrow, Home and End move the
 * focus. The tool that had the focus last is the stop.
 */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const stop = useRef<Element>(null)

  // Tools come and go without a render of the bar, and the width of the window hides some.
  useEffect(() => {
    const { current } = bar
    if (current === null) return
    const look = (): void => setStop(current, stop.current)
    look()
    const changed = new MutationObserver(look)
    changed.observe(current, { childList: true, subtree: true })
    const resized = new ResizeObserver(look)
    resized.observe(current)
    return () => {
      changed.disconnect()
      resized.disconnect()
    }
  }, [])

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const tools = toolsIn(event.currentTarget)
    const at = tools.indexOf(event.target as HTMLButtonElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key]
    if (at === -1 || to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    tools[(to + tools.length) % tools.length]?.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDown={move}
      onFocus={({ currentTarget, target }) => {
        stop.current = target
        setStop(currentTarget, target)
      }}
    >
      {children}
    </div>
  )
}

/** The tools that are visible. */
function toolsIn(bar: HTMLElement): readonly HTMLButtonElement[] {
  return [...bar.querySelectorAll('button')].filter(
    (tool) => tool.closest('[popover]') === null && tool.getClientRects().length > 0,
  )
}

/** Lets the Tab key stop at one tool only: at the wanted one while it is visible, else at the first. */
function setStop(bar: HTMLElement, wanted: Element | null): void {
  const tools = toolsIn(bar)
  const stop = tools.find((tool) => tool === wanted) ?? tools[0]
  for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1
}
