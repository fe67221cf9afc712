import type { RichEditor } from './RichEditor.tsx'

export type RichEditorComponent = typeof RichEditor

let loading: Promise<RichEditorComponent> | undefined

/** Fetches the editor proper, once for all editors of the page. */
export function loadRichEditor(): Promise<RichEditorComponent> {
  loading ??= import('./RichEditor.tsx')
    .then(({ RichEditor }) => RichEditor)
    .catch((problem: unknown) => {
      loading = undefined
      throw problem
    })
  return loading
}
