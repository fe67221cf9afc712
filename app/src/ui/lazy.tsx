import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Dialog } from './Dialog.tsx'
import { ErrorBoundary, MissingPart, MissingTitle } from './ErrorBoundary.tsx'
import { didNotArrive } from './notices.ts'

/** A part of the page whose code is loaded later. */
interface Lazy<Props> {
  /** The part. Until its code is there it shows nothing, or a placeholder; where the code did not arrive, a message. */
  readonly Shown: ComponentType<Props>
  /**
   * Fetches the code ahead of time. Code that did not arrive is not requested again. Resolves when the code is there or did
   * not arrive, and never rejects.
   */
  load(): Promise<void>
  /** Whether the code was requested and did not arrive. While it is requested again that stays so. */
  useMissing(): boolean
}

/** The placeholders of a part. */
interface Fallback<Props> {
  waiting(props: Props): ReactNode
  missing(props: Props, tryAgain: () => void): ReactNode
}

/** A part in the flow of the page. `name` is in the message where the part does not arrive. */
export function lazyPart<Props extends object>(name: string, fetch: () => Promise<ComponentType<Props>>): Lazy<Props> {
  return lazy(name, fetch, {
    waiting: () => null,
    missing: (_, tryAgain) => <MissingPart words={didNotArrive(name)} onTryAgain={tryAgain} />,
  })
}

/** A pane. Its heading is there from the start. */
export function lazyPane<Props extends object>(name: string, fetch: () => Promise<ComponentType<Props>>): Lazy<Props> {
  return lazy(name, fetch, {
    waiting: () => <MissingTitle name={name} />,
    missing: (_, tryAgain) => <MissingPart name={name} words={didNotArrive(name)} onTryAgain={tryAgain} />,
  })
}

interface Closable {
  onClose(): void
}

/** A dialog, which can be closed also where its code does not arrive. */
export function lazyDialog<Props extends Closable>(
  name: string,
  fetch: () => Promise<ComponentType<Props>>,
): Lazy<Props> {
  return lazy(name, fetch, {
    waiting: () => null,
    missing: ({ onClose }, tryAgain) => (
      <Dialog title={name} onClose={onClose}>
        <MissingPart words={didNotArrive(name)} onTryAgain={tryAgain} />
      </Dialog>
    ),
  })
}

type State<Props> =
  | { readonly is: 'waiting'; readonly again: boolean }
  | { readonly is: 'missing' }
  | { readonly is: 'here'; readonly Part: ComponentType<Props> }

/** A part that did not arrive is requested again when it is next shown, and when the person says “Try again”. */
function lazy<Props extends object>(
  name: string,
  fetch: () => Promise<ComponentType<Props>>,
  fallback: Fallback<Props>,
): Lazy<Props> {
  let state: State<Props> = { is: 'waiting', again: false }
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function set(next: State<Props>): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function attempt(): Promise<void> {
    const again = state.is === 'missing'
    if (again) set({ is: 'waiting', again })
    try {
      if (again) await fetchStylesAgain()
      set({ is: 'here', Part: await fetch() })
    } catch {
      set({ is: 'missing' })
    }
    loading = undefined
  }

  async function load(): Promise<void> {
    if (state.is === 'here') return
    loading ??= attempt()
    await loading
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the top of a module
  function Shown(props: Props) {
    const now = useSyncExternalStore(subscribe, () => state)
    useEffect(() => void load(), [])
    if (now.is === 'waiting') return fallback.waiting(props)
    if (now.is === 'missing') return fallback.missing(props, () => void load())
    return (
      <ErrorBoundary name={name}>
        <now.Part {...props} />
      </ErrorBoundary>
    )
  }
  return {
    Shown,
    async load() {
      if (state.is === 'waiting') await load()
    },
    useMissing: () =>
      useSyncExternalStore(subscribe, () => state.is === 'missing' || (state.is === 'waiting' && state.again)),
  }
}

const failedSheets = new Set<HTMLLinkElement>()
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target)
  },
  { capture: true },
)

/**
 * Removes style sheets that did not arrive: the bundler requests each only once while its element is in the page. Call
 * it before the next attempt.
 */
export async function fetchStylesAgain(): Promise<void> {
  await Promise.all(
    [...failedSheets].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', () => resolve())
          again.addEventListener('error', () => reject(new Error(`${link.href} did not arrive`)))
          failedSheets.delete(link)
          link.replaceWith(again)
        }),
    ),
  )
}
