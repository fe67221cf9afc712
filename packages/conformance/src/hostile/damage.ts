import type { Random } from '@authz-playground/engine/internal/vectors'

/** What is put into a text: what readers stumble over. */
const ODD = [
  '\0',
  '\r',
  '\n',
  ' ',
  '=',
  '\uFEFF',
  '\u202E',
  '\uD800',
  '\t',
  '"',
  '{',
  '[',
  '&a ',
  '*a',
  '---\n',
  '# lint:ignore x\n',
  '- ',
  '\\',
  '<',
  '#',
  'a',
  '1',
]

/** A text grows to at most so many code units. */
const LONGEST = 300_000

/** A text with one to four parts that are repeated, cut out, moved or odd. */
export function damaged(random: Random, text: string): string {
  let now = text
  for (let left = random.between(1, 4); left > 0; left--) {
    const [a, b] = [random.between(0, now.length), random.between(0, now.length)]
    const [start, end] = [Math.min(a, b), Math.max(a, b)]
    const [before, part, after] = [now.slice(0, start), now.slice(start, end), now.slice(end)]
    const most = Math.max(1, Math.floor((LONGEST - now.length) / Math.max(1, part.length)))
    const odd = random.pick(ODD)
    const mostOdd = random.chance(0.5) ? 5000 : Math.max(1, Math.floor((LONGEST - now.length) / odd.length))
    const changes: readonly (() => string)[] = [
      () => before + after,
      () => before + part.repeat(random.between(1, most)) + after,
      () => after + part + before,
      () => before + odd + part + after,
      () => before + odd.repeat(random.between(1, mostOdd)) + part + after,
    ]
    now = random.pick(changes)()
  }
  return now
}
