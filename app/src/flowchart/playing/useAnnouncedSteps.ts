import { plainText } from '@authz-playground/engine'
import { useEffect } from 'react'
import { announce } from '../../ui/announcements.ts'
import { narrated, type Story } from './narration.ts'
import type { Moment } from './picture.ts'

/** Says each step to screen readers once it has happened. A slider that has the focus says its own value. */
export function useAnnouncedSteps(
  story: Story | undefined,
  { position, phase, moved }: Moment & { readonly moved: boolean },
): void {
  useEffect(() => {
    if (story === undefined || !moved || phase !== 'done') return
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement && activeElement.type === 'range') return
    announce(plainText(narrated(story, position)))
  }, [story, position, phase, moved])
}
