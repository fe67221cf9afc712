import { useSyncExternalStore } from 'react'

const SYSTEM = '(prefers-color-scheme: dark)'

function subscribe(changed: () => void): () => void {
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia(SYSTEM)
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}

/** Whether the page is dark, by the person’s choice or that of their system. For drawings with their own colours. */
export function useDarkScheme(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const { theme } = document.documentElement.dataset
    return theme === undefined ? matchMedia(SYSTEM).matches : theme === 'dark'
  })
}
