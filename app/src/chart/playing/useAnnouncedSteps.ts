import { useEffect } from 'react'
import { announce } from '../../ui/index.ts'

/** Says a step to screen readers once it has happened, in these words. A slider that has the focus says its own value. */
export function useAnnouncedSteps(words: string | undefined): void {
  useEffect(() => {
    const { activeElement } = document
    if (words === undefined || (activeElement instanceof HTMLInputElement && activeElement.type === 'range')) return
    announce(words)
  }, [words])
}
