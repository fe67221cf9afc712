import { useEffect } from 'react'
import { announce } from '../../ui/index.ts'

/** Announces a step to screen readers once it has happened. A slider with the focus says its own value. */
export function useAnnouncedSteps(words: string | undefined): void {
  useEffect(() => {
    const { activeElement } = document
    if (words === undefined || (activeElement instanceof HTMLInputElement && activeElement.type === 'range')) return
    announce(words)
  }, [words])
}
