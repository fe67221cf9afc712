import type { RequestForm } from '@authz-playground/engine'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Reveal } from '../../editor/index.ts'
import { litNow, type Place, playground, usePlayground } from '../../session/index.ts'
import { bodyStart } from './body-place.ts'
import { isWritable, type TabId } from './tabs.ts'

interface ShownTab {
  readonly tab: TabId
  /** What to show of the written text. */
  readonly reveal: Reveal | undefined
  /** What to show of the body in the form. */
  readonly bodyReveal: Reveal | undefined
  /** A person chose a tab. */
  select(tab: TabId): void
  /** Goes to a place in the text of a form. */
  show(form: RequestForm, reveal: Reveal): void
  /** A person clicked a place in the written text. */
  pinHere(offset: number): void
}

/**
 * Which form of the request shows. It begins with the one that is written, and goes along when another one comes to be
 * written, by undo or an example; and whoever goes to a place in the request gets to see it, in the form where that is
 * the body.
 */
export function useTab(): ShownTab {
  const form = usePlayground(({ scenario }) => scenario.request.form)
  const [tab, setTab] = useState<TabId>(form)
  const [followed, setFollowed] = useState(form)
  const [reveal, setReveal] = useState<Reveal>()
  const [bodyReveal, setBodyReveal] = useState<Reveal>()
  const own = useRef<Place>(undefined)
  const shownNow = useRef(tab)
  useLayoutEffect(() => {
    shownNow.current = tab
  }, [tab])

  if (followed !== form) {
    setFollowed(form)
    if (isWritable(tab)) setTab(form)
  }

  const show = useCallback((to: RequestForm, place: Reveal) => {
    setTab(to)
    setReveal(place)
  }, [])

  useEffect(
    () =>
      playground.subscribe((now, before) => {
        const { pinned, scenario } = now
        if (pinned === before.pinned || pinned === undefined || pinned === own.current) return
        if (pinned.kind === 'request') {
          const start = bodyStart(scenario.request, now.answer?.request?.fields.sends.body ?? '')
          if (shownNow.current === 'form' && start !== undefined && start <= pinned.offset) {
            const offset = pinned.offset - start
            setBodyReveal({ start: offset, end: offset, focus: true })
            return
          }
          show(scenario.request.form, { start: pinned.offset, end: pinned.offset, focus: true })
          return
        }
        const [first] = litNow({ ...now, pointed: undefined }).request
        if (first !== undefined) setReveal({ start: first.start, end: first.end })
      }),
    [show],
  )

  return {
    tab,
    reveal: tab === form ? reveal : undefined,
    bodyReveal,
    select(chosen) {
      setReveal(undefined)
      setTab(chosen)
    },
    show,
    pinHere(offset) {
      own.current = { kind: 'request', offset }
      playground.getState().pin(own.current)
    },
  }
}
