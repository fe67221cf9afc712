import { useSyncExternalStore } from 'react'

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** public/theme.js reads the same key before the first paint. */
const KEY = 'authz-playground/theme'

const listeners = new Set<() => void>()

function present(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows a theme and keeps it, where the browser allows that. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The theme holds until the page is left: too small a loss to speak of.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, present)
}
