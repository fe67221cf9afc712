import { choose, useChoices } from '../../session/index.ts'

/** The designs that were chosen to be shown side by side: at most two, by their ids. A link may name unknown ones. */
export function usePicked(): readonly string[] {
  const { of = '' } = useChoices('compare/side-by-side')
  return of.split(',').filter(Boolean).slice(0, 2)
}

export function pick(designs: readonly string[]): void {
  choose('compare/side-by-side', { of: designs.length === 0 ? undefined : designs.join(',') })
}
