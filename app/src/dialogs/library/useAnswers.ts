import type { DesignRow } from '@authz-playground/pictures'
import { useState } from 'react'
import { problemsInWords, workerApi } from '../../session/index.ts'
import { useRetriedEffect } from '../../ui/index.ts'
import type { LibraryEntry } from '../../worker/index.ts'

/** The computed answer of an entry. */
export interface Known {
  /** Why it cannot be read, in sentences; empty where it can. */
  readonly problems: readonly string[]
  readonly explanation: string
  /** The id of its design; empty where it cannot be read. */
  readonly design: string
  readonly row?: DesignRow
}

/** Larger documents are read only when somebody opens them. Characters. */
const LARGEST = 200_000

/** The answers by id and revision of the entry, while the page is open. */
const known = new Map<string, Known>()

function keyOf({ id, revision }: LibraryEntry): string {
  return `${id}/${revision}`
}

/**
 * The answers of entries, which the worker computes between other questions; undefined where an answer is not known
 * yet.
 */
export function useAnswers(entries: readonly LibraryEntry[]): (entry: LibraryEntry) => Known | undefined {
  const [, setCount] = useState(0)
  useRetriedEffect(
    (isCurrent) => {
      const unknown = entries.filter((entry) => entry.text.length <= LARGEST && !known.has(keyOf(entry)))
      answer(unknown).then(
        () => isCurrent() && setCount(known.size),
        // When the worker has ended, the answer pane says so. The entries just have no answers.
        () => undefined,
      )
    },
    [entries],
  )
  return (entry) => known.get(keyOf(entry))
}

async function answer(entries: readonly LibraryEntry[]): Promise<void> {
  if (entries.length === 0) return
  const documents = await Promise.all(entries.map(({ text }) => workerApi().readDocument(text)))
  const scenarios = documents.flatMap(({ document }) => (document === undefined ? [] : [document.scenario]))
  const rows = [...(await workerApi().decideAll(scenarios))]
  for (const [index, entry] of entries.entries()) {
    const { document, diagnostics = [] } = documents[index] ?? {}
    const row = document && rows.shift()
    known.set(keyOf(entry), {
      problems: problemsInWords(diagnostics),
      explanation: document?.explanation ?? '',
      design: document?.scenario.design ?? '',
      ...(row && { row }),
    })
  }
}
