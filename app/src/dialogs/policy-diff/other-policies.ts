import { useEffect, useMemo, useState } from 'react'
import { earlierPolicies, playground, usePlayground } from '../../session/index.ts'
import { ago } from '../../ui/index.ts'
import type { LibraryEntry } from '../../worker/index.ts'

/** A text that the policy of the page can be compared with. */
export interface OtherPolicy {
  readonly id: string
  /** "Until 14:05, 12 minutes ago". */
  readonly title: string
  /** A policy, or a scenario document that has one. */
  readonly text: string
}

/** The id of the policy of the page itself. */
export const SAME_POLICY = 'page'

/** So many earlier states are offered; undo reaches more. */
const MOST_EARLIER = 30

/** The policy of this page, to compare two versions; its earlier policies; and the scenarios of the library, the latest first of each. */
export function useOtherPolicies(saved: () => Promise<readonly LibraryEntry[]>): readonly OtherPolicy[] {
  const [earlier] = useState(earlierStates)
  const [entries, setEntries] = useState<readonly OtherPolicy[]>([])
  useEffect(() => {
    let isOpen = true
    saved().then(
      (found) => isOpen && setEntries(found.toSorted((a, b) => b.changed - a.changed).map(ofLibrary)),
      // A browser that keeps nothing has no library.
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [saved])
  const policy = usePlayground((now) => now.scenario.policy)
  const same = useMemo(
    () => ({ id: SAME_POLICY, title: 'The same policy, in another version', text: policy }),
    [policy],
  )
  return [same, ...earlier, ...entries]
}

function earlierStates(): readonly OtherPolicy[] {
  const { history, scenario } = playground.getState()
  return earlierPolicies(history, scenario.policy)
    .slice(0, MOST_EARLIER)
    .map(({ policy, until }, at) => ({
      id: `earlier ${at}`,
      title: `On this page, ${untilInWords(until)}`,
      text: policy,
    }))
}

/** `until`: since the page was loaded, in milliseconds. */
function untilInWords(until: number): string {
  const clock = new Date(performance.timeOrigin + until)
  const [hour, minute] = [clock.getHours(), clock.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `until ${hour}:${minute} (${ago(until, performance.now())})`
}

function ofLibrary({ id, name, text, changed }: LibraryEntry): OtherPolicy {
  return { id: `saved ${id}`, title: `Saved: ${name} (${ago(changed, Date.now())})`, text }
}
