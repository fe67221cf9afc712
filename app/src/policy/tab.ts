import { useCallback, useEffect, useState } from 'react'
import { type ClusterText, litBy } from '../scenario/places.ts'
import { litNow, playground, usePlayground } from '../scenario/playground.ts'

const TITLES: Readonly<Record<ClusterText, string>> = {
  policy: 'Policy',
  objects: 'Stored objects',
  webhook: 'Webhook',
  'default-roles': 'Default roles',
}

interface TextTab {
  readonly tabs: readonly { readonly id: ClusterText; readonly title: string; readonly lit: boolean }[]
  readonly tab: ClusterText
  /** Every text that was shown so far. */
  readonly visited: ReadonlySet<ClusterText>
  select(tab: ClusterText): void
}

/** Which text shows: the one that was chosen, until somebody goes to a place in another one. */
export function useTextTab(defaultRoles: boolean): TextTab {
  const [tab, setTab] = useState<ClusterText>('policy')
  const [visited, setVisited] = useState<ReadonlySet<ClusterText>>(new Set(['policy']))
  const elsewhere = usePlayground((now) => textsIn(litNow(now).texts.map(({ source }) => source)))
  const select = useCallback((chosen: ClusterText): void => {
    setTab(chosen)
    setVisited((before) => (before.has(chosen) ? before : new Set([...before, chosen])))
  }, [])

  useEffect(
    () =>
      playground.subscribe(({ pinned, answer }, before) => {
        if (pinned === undefined || pinned === before.pinned) return
        if (pinned.kind === 'text') {
          select(pinned.source)
          return
        }
        const sources = litBy(pinned, answer).texts.map(({ source }) => source)
        const [first] = sources
        if (first === undefined || first === 'request') return
        setTab((shown) => (sources.includes(shown) ? shown : first))
        setVisited((known) => (known.has(first) ? known : new Set([...known, first])))
      }),
    [select],
  )

  const offered = (Object.keys(TITLES) as ClusterText[]).filter((id) => id !== 'default-roles' || defaultRoles)
  const shown = offered.includes(tab) ? tab : 'policy'
  return {
    tabs: offered.map((id) => ({ id, title: TITLES[id], lit: id !== shown && elsewhere.includes(id) })),
    tab: shown,
    visited,
    select,
  }
}

/** A value that is the same for the same texts, so that pointing elsewhere draws nothing anew. */
function textsIn(sources: readonly string[]): string {
  return [...new Set(sources)].join(' ')
}
