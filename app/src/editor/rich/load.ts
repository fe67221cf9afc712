import { fetchStylesAgain } from '../../ui/index.ts'
import type { RichEditor } from './RichEditor.tsx'

export type RichEditorComponent = typeof RichEditor

let loading: Promise<RichEditorComponent> | undefined
let failed = false
let arrived = false

/** Whether Monaco is there, so that an editor that appears now begins with it. */
export function richEditorIsHere(): boolean {
  return arrived
}

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
  const { RichEditor } = await import('./RichEditor.tsx')
  arrived = true
  return RichEditor
}
