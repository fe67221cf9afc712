import type { Evidence, RichText, Trace } from '@authz-playground/engine'
import { evidenceFor } from '@authz-playground/engine/internal/trace'
import { lineInWords, MENTIONED_LINE } from '@authz-playground/engine/internal/words'
import { type Place, placeIn } from '../../session/index.ts'

/** The places that decided, by their mention in a sentence. Where several begin on one line, any of them is used. */
export function placesByMention(trace: Trace | undefined): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const { check } of trace?.steps ?? []) {
    if (check === undefined) continue
    for (const evidence of evidenceFor(check)) {
      for (const { range } of partsOf(evidence)) {
        const mention = lineInWords(range)
        if (!places.has(mention)) places.set(mention, placeIn(range))
      }
    }
  }
  return places
}

function partsOf({ rule, role, binding, subject, entry, related = [] }: Evidence) {
  return [rule, role, binding, subject, entry, ...related].filter((part) => part !== undefined)
}

/** The places of the lines of the policy that sentences mention, by the line in words: their first visible characters. */
export function mentionedLines(sentences: readonly RichText[], policy: string): ReadonlyMap<string, Place> {
  const mentions = sentences.flatMap((words) =>
    words.flatMap((word) => (typeof word === 'string' ? [...word.matchAll(MENTIONED_LINE)].map(([one]) => one) : [])),
  )
  const places = new Map<string, Place>()
  for (const mention of mentions) {
    const [, line] = /^[Ll]ine (\d+)$/.exec(mention) ?? []
    if (line === undefined || places.has(mention)) continue
    const offset = offsetOfLine(policy, Number(line))
    if (offset !== undefined) places.set(`line ${line}`, { kind: 'text', source: 'policy', offset })
  }
  return places
}

function offsetOfLine(text: string, line: number): number | undefined {
  let start = 0
  for (let left = line - 1; left > 0; left--) {
    const feed = text.indexOf('\n', start)
    if (feed === -1) return undefined
    start = feed + 1
  }
  return start + (/^[ \t]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0)
}
