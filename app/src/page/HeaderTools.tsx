import { openDialog, usePlayground } from '../session/index.ts'
import { announce, IconButton, KEYS } from '../ui/index.ts'
import { step } from './shortcuts.ts'
import { type PageTheme, setTheme, THEMES, useTheme } from './theme.ts'

interface HeaderToolsProps {
  /** The page has something of its own to share. */
  readonly shares?: boolean
}

/** The tools at the end of the header: one history for all texts, the theme, and the way to other views. */
export function HeaderTools({ shares = false }: HeaderToolsProps) {
  const canUndo = usePlayground((playground) => playground.history.past.length > 0)
  const canRedo = usePlayground((playground) => playground.history.future.length > 0)
  return (
    <>
      <IconButton
        id="undo"
        icon="undo"
        label="Undo"
        keys={KEYS.undo}
        aria-disabled={!canUndo}
        onClick={() => step('undo')}
      />
      <IconButton icon="redo" label="Redo" keys={KEYS.redo} aria-disabled={!canRedo} onClick={() => step('redo')} />
      <ThemeButton />
      {shares && (
        <IconButton
          icon="share"
          label="Share"
          keys={KEYS.share}
          aria-haspopup="dialog"
          onClick={() => openDialog('share')}
        />
      )}
      <IconButton
        id="present"
        icon="present"
        label="Present"
        keys={KEYS.present}
        aria-haspopup="dialog"
        onClick={() => openDialog('present')}
      />
      <IconButton icon="help" label="Help" keys={KEYS.help} aria-haspopup="dialog" onClick={() => openDialog('help')} />
    </>
  )
}

const WORDS: Readonly<Record<PageTheme, string>> = { system: 'as the system', light: 'light', dark: 'dark' }

/** Switches from theme to theme: system, light, dark. */
function ThemeButton() {
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
