import type { AttributeName } from '../settings.ts'

/** What the address of a frame may set of its element. `src` is not among them: a link could make the frame ask anywhere. */
const OPTIONS = [
  'design',
  'theme',
  'show',
  'controls',
  'autoplay',
  'editable',
] as const satisfies readonly AttributeName[]

/** The attributes of a frame’s element by its address: options in the query, the scenario in the hash. */
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
