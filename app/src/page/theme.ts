import { useSyncExternalStore } from 'react'

/** `system` follows the device. */
export type PageTheme = 'system' | 'light' | 'dark'

export const THEMES: readonly PageTheme[] = ['system', 'light', 'dark']

/** public/theme.js reads the same key before the first paint. */
const KEY = 'authz-playground/theme'

const listeners = new Set<() => void>()

function present(): PageTheme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows a theme and keeps it, where the browser allows that. */
export function setTheme(theme: PageTheme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the theme holds until the page is closed. Nobody needs a notice about that.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): PageTheme {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, present)
}
