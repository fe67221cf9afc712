import { fetchStylesAgain } from '../../ui/index.ts'
import type { RichEditor } from './RichEditor.tsx'

export type RichEditorComponent = typeof RichEditor

let loading: Promise<RichEditorComponent> | undefined
let failed = false

/** Fetches Monaco, once for all editors of the page; again where the first attempt has failed. */
export function loadRichEditor(): Promise<RichEditorComponent> {
  loading ??= fetchEditor().catch((problem: unknown) => {
    loading = undefined
    failed = true
    throw problem
  })
  return loading
}

async function fetchEditor(): Promise<RichEditorComponent> {
  if (failed) await fetchStylesAgain()
  return (await import('./RichEditor.tsx')).RichEditor
}
