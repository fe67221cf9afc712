import type { RequestForm } from '@authz-playground/engine'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Reveal } from '../../editor/index.ts'
import { currentHighlights, type Place, playground, usePlayground } from '../../session/index.ts'
import { bodyStart } from './body-place.ts'
import { isWritable, type TabId } from './tabs.ts'

export interface ShownTab {
  readonly tab: TabId
  /** The place to show in the written text. */
  readonly reveal: Reveal | undefined
  /** The place to show in the body of the form. */
  readonly bodyReveal: Reveal | undefined
  /** Called when a person chooses a tab. */
  select(tab: TabId): void
  /** Goes to a place in the text of a form. */
  show(form: RequestForm, reveal: Reveal): void
  /** Called when a person clicks a place in the written text. */
  pinHere(offset: number): void
}

/**
 * The tab that is shown: at first the `preferred` one, else that of the written form. It changes when undo or an example
 * changes the written form. When somebody goes to a place in the request, it shows that place: the body in the form of fields, other places
 * in the text.
 */
export function useTab(preferred: RequestForm | undefined): ShownTab {
  const form = usePlayground(({ scenario }) => scenario.request.form)
  const [chosen, setChosen] = useState<TabId>()
  const tab = chosen ?? preferred ?? form
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
    if (isWritable(tab)) setChosen(tab === form ? tab : undefined)
  }

  const show = useCallback((to: RequestForm, place: Reveal) => {
    setChosen(to)
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
        const [first] = currentHighlights({ ...now, pointed: undefined }).request
        if (first !== undefined) setReveal({ start: first.start, end: first.end })
      }),
    [show],
  )

  return {
    tab,
    reveal: tab === form ? reveal : undefined,
    bodyReveal,
    select(one) {
      setReveal(undefined)
      setChosen(one)
    },
    show,
    pinHere(offset) {
      own.current = { kind: 'request', offset }
      playground.getState().pin(own.current)
    },
  }
}
