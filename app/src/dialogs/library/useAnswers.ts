import type { ScenarioDocument } from '@authz-playground/engine/documents'
import type { DesignRow } from '@authz-playground/pictures'
import { useMemo, useState } from 'react'
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

/** The answers by key, while the page is open. */
const known = new Map<string, Known>()

/** What is answered: the text of a document, or a document that was read already. */
export interface Answerable {
  readonly key: string
  readonly of: string | ScenarioDocument
}

function keyOf({ id, revision }: LibraryEntry): string {
  return `${id}/${revision}`
}

/**
 * The answers of entries, which the worker computes between other questions; undefined where an answer is not known
 * yet.
 */
export function useAnswers(entries: readonly LibraryEntry[]): (entry: LibraryEntry) => Known | undefined {
  const answerables = useMemo(() => entries.map((entry) => ({ key: keyOf(entry), of: entry.text })), [entries])
  const knownOf = useAnswersOf(answerables)
  return (entry) => knownOf(keyOf(entry))
}

/** The same by key, of anything that can be answered. */
export function useAnswersOf(answerables: readonly Answerable[]): (key: string) => Known | undefined {
  const [, setCount] = useState(0)
  useRetriedEffect(
    (isCurrent) => {
      const unknown = answerables.filter(({ key, of }) => lengthOf(of) <= LARGEST && !known.has(key))
      answer(unknown).then(
        () => isCurrent() && setCount(known.size),
        // When the worker has ended, the answer pane says so. The entries just have no answers.
        () => undefined,
      )
    },
    [answerables],
  )
  return (key) => known.get(key)
}

function lengthOf(of: Answerable['of']): number {
  return typeof of === 'string' ? of.length : of.scenario.policy.length
}

async function answer(answerables: readonly Answerable[]): Promise<void> {
  if (answerables.length === 0) return
  const documents = await Promise.all(
    answerables.map(async ({ of }) =>
      typeof of === 'string' ? await workerApi().readDocument(of) : { document: of, diagnostics: [] },
    ),
  )
  const scenarios = documents.flatMap(({ document }) => (document === undefined ? [] : [document.scenario]))
  const rows = [...(await workerApi().decideAll(scenarios))]
  for (const [index, { key }] of answerables.entries()) {
    const { document, diagnostics = [] } = documents[index] ?? {}
    const row = document && rows.shift()
    known.set(key, {
      problems: problemsInWords(diagnostics),
      explanation: document?.explanation ?? '',
      design: document?.scenario.design ?? '',
      ...(row && { row }),
    })
  }
}
