import { announce } from '../../ui/index.ts'
import { editor, KeyCode, KeyMod } from './monaco.ts'

/**
 * Nobody is trapped: Tab moves on until something was typed, then it indents, and moves on again after Escape or when
 * the editor is come back to. Ctrl+M (Ctrl+Shift+M on a Mac, as everywhere in Monaco) says which it shall be.
 */
export function tabOf(monaco: editor.IStandaloneCodeEditor, host: HTMLElement): { typed(): void } {
  const moves = (): boolean => monaco.getOption(editor.EditorOption.tabFocusMode)
  const set = (tabFocusMode: boolean): void => {
    if (moves() !== tabFocusMode) monaco.updateOptions({ tabFocusMode })
  }

  monaco.onDidBlurEditorWidget(() => set(true))
  // Only what the editor itself had no use for arrives here: an Escape that closed suggestions does not.
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') set(true)
  })
  const mac = navigator.platform.startsWith('Mac')
  monaco.addAction({
    id: 'playground.tab',
    label: 'Tab moves the focus',
    keybindings: [mac ? KeyMod.WinCtrl | KeyMod.Shift | KeyCode.KeyM : KeyMod.CtrlCmd | KeyCode.KeyM],
    keybindingContext: 'editorTextFocus',
    run() {
      set(!moves())
      announce(moves() ? 'Tab moves to the next control.' : 'Tab indents. Escape and then Tab moves on.')
    },
  })
  return { typed: () => set(false) }
}
