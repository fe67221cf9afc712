import type { AttributeName } from '../settings.ts'

/**
 * The attributes that the address of a frame may set. `src`, `design-src` and `course` are not among them, because a link could then make
 * the frame load any address; the hash names courses of the playground, and holds others.
 */
const OPTIONS = [
  'design',
  'theme',
  'show',
  'controls',
  'autoplay',
  'editable',
  'compare',
  'intent',
  'argument',
  'lesson',
] as const satisfies readonly AttributeName[]

/** The attributes of the element in a frame, from its address: options in the query, the scenario in the hash. */
export function frameAttributes({
  search,
  hash,
}: {
  readonly search: string
  readonly hash: string
}): ReadonlyMap<AttributeName, string> {
  const query = new URLSearchParams(search)
  return new Map<AttributeName, string>([
    ...OPTIONS.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
    ['link', hash],
  ])
}
