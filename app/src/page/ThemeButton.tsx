import { announce, IconButton } from '../ui/index.ts'
import { type PageTheme, setTheme, THEMES, useTheme } from './theme.ts'

const WORDS: Readonly<Record<PageTheme, string>> = { system: 'as the system', light: 'light', dark: 'dark' }

/** Switches from theme to theme: system, light, dark. */
export function ThemeButton() {
  const theme = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <IconButton
      icon={theme}
      label={`Theme: ${WORDS[theme]}`}
      onClick={() => {
        setTheme(next)
        announce(`Theme: ${WORDS[next]}`)
      }}
    />
  )
}
