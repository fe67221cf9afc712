import { useEffect } from 'react'
import { looksLikeScenario, openText } from '../../session/index.ts'
import { notify } from '../../ui/index.ts'
import { namedFiles } from './dropped.ts'
import { takeFiles } from './files.ts'
import type { WrittenText } from './written.ts'

/** Files that may hold a text of the cluster, or a scenario. A picture that was copied is none. */
const TEXT = /\.(ya?ml|json|txt)$/i

/**
 * Takes files that are pasted anywhere on the page but in a dialog as files that are dropped on `into`, and opens a text
 * that is a scenario document. Whatever else is pasted goes where it always goes.
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
      // Editors would take it for a text of theirs.
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
