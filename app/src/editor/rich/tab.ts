import { announce } from '../../ui/index.ts'
import { editor, KeyCode, KeyMod } from './monaco.ts'

/**
 * Keeps the Tab key from trapping people in the editor. Tab moves the focus until something is typed; then it indents.
 * Escape, or leaving the editor, makes Tab move the focus again. Ctrl+M (Ctrl+Shift+M on a Mac, as everywhere in
 * Monaco) switches it.
 */
export function tabOf(monaco: editor.IStandaloneCodeEditor, host: HTMLElement): { typed(): void } {
  const moves = (): boolean => monaco.getOption(editor.EditorOption.tabFocusMode)
  const set = (tabFocusMode: boolean): void => {
    if (moves() !== tabFocusMode) monaco.updateOptions({ tabFocusMode })
  }

  monaco.onDidBlurEditorWidget(() => set(true))
  // Monaco stops the events that it handles: an Escape that closed suggestions does not arrive here.
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
