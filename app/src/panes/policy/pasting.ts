import { useEffect } from 'react'
import { looksLikeScenario, openText } from '../../session/index.ts'
import { notify } from '../../ui/index.ts'
import { namedFiles } from './dropped.ts'
import { takeFiles } from './files.ts'
import type { WrittenText } from './written.ts'

/** Files that may have a text of the cluster or a scenario. A copied picture is not one. */
const TEXT = /\.(ya?ml|json|txt)$/i

/**
 * Handles files that are pasted outside of dialogs like files dropped on `into`, and opens a pasted scenario document.
 * Other pasted text goes to the focused element.
 */
export function usePasting(into: WrittenText): void {
  useEffect(() => {
    const pasted = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event
      if (clipboardData === null || (target instanceof Element && target.closest('dialog') !== null)) return
      const files = [...clipboardData.files].filter(({ name }) => TEXT.test(name))
      const text = clipboardData.getData('text/plain')
      const isScenario = looksLikeScenario(text)
      if (files.length === 0 && !isScenario) return
      // An editor would insert it.
      event.preventDefault()
      event.stopPropagation()
      if (isScenario) void openPasted(text)
      else void takeFiles(Promise.resolve(namedFiles(files)), 'replace', into)
    }
    addEventListener('paste', pasted, { capture: true })
    return () => removeEventListener('paste', pasted, { capture: true })
  }, [into])
}

async function openPasted(text: string): Promise<void> {
  const problems = await openText(text)
  if (problems.length > 0) notify(['The scenario that was pasted was not opened.', ...problems].join(' '))
}
